"""Analysis where responses are rated: why they were good or bad, criterion by criterion, with responses to read.

May import: what research may import.
Tests: tests/pages/research.
"""
