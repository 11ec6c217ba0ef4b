"""Rated responses as staff read them: one folded item after another, a page at a time.

May import: the rest of parts.
Tests: tests/pages/research.
"""
