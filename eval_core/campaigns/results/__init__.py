"""What judgments and ratings come to: the ledger, what counts, leaderboards, scores, LLM judges next to people.

May import: my_work, talk and the rooms below.
Tests: tests/services/results.
"""
