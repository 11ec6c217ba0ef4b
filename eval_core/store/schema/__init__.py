"""The tables: content, people, work, participation, administration, raw replies of LLM judges.

May import: `store.base` only.
Tests: tests/services/store.
"""
