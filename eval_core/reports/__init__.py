"""What leaves the house to be read or cited: rankings in words, and the report as one file.

May import: figures and what is below.
Tests: tests/unit/reports.
"""
