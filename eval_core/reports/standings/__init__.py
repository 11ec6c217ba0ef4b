"""A ranking for readers: what is decided, the numbers as a table, all categories, and how robust the decisions are.

May import: the rest of reports, and what is below it.
Tests: tests/unit/reports/standings.
"""
