"""Results out: the table of judgments, the data set and its card, facts for the report; archives in `archive`.

May import: setup and the rooms below.
Tests: tests/services/publishing.
"""
