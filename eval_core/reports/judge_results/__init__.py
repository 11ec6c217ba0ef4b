"""LLM judges in words: next to people, and in their exam on gold.

May import: the rest of reports, and what is below it.
Tests: tests/judges.
"""
