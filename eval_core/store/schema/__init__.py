"""The tables: content, people, arrivals, screening, pseudonyms, work, participation, administration, jobs, mail.

May import: `store.base` only.
Tests: tests/services/store.
"""
