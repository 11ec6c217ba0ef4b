"""Results of more than one kind together: people and a judge, several campaigns, checkpoints of one model.

May import: the rest of results.
Tests: tests/services/results/combined.
"""
