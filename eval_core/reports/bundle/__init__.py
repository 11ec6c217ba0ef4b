"""What a paper needs of a campaign, as one folder: figures, tables, methods, numbers, and a script that repeats them.

May import: the rest of reports and what is below.
Tests: tests/unit/reports/bundle.
"""
