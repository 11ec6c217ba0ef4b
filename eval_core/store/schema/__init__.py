"""The tables: content, people, arrivals, screening, work, participation, administration, LLM judges, jobs, mail.

May import: `store.base` only.
Tests: tests/services/store.
"""
