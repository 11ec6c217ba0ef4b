"""Results in words of the reader's language, and the report as one file to read and to cite.

May import: figures and what is below.
Tests: tests/unit/reports.
"""
