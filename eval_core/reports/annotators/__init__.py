"""Annotators in words: their checks and habits, what is unusual about one, and whether their judgments can be trusted.

May import: the rest of reports, and what is below it.
Tests: tests/unit/reports.
"""
