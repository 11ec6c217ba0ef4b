"""The tables: content, people, arrivals, pseudonym keys, work, participation, administration, LLM judges, jobs, mail.

May import: `store.base` only.
Tests: tests/services/store.
"""
