"""The tables: content, people, arrivals, work, participation, administration, raw replies of LLM judges, jobs, mail.

May import: `store.base` only.
Tests: tests/services/store.
"""
