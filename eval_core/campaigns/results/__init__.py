"""Results of judgments and ratings: the ledger, what counts, leaderboards, scores, LLM judges next to people.

May import: my_work, talk and the rooms below.
Tests: tests/services/results.
"""
