"""Texts in: imports of every kind, pairs, gold comparisons, rounds, withdrawals.

May import: joining, people and the hall of campaigns.
Tests: tests/services/content.
"""
