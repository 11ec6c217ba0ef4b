"""Texts in: imports of every kind, pairs, gold comparisons, rounds, withdrawals.

May import: joining, people, and the modules of `campaigns` itself.
Tests: tests/services/content.
"""
