"""Publishing: the table of judgments, the data set and its card, facts for reports; archives are in `archive`.

May import: setup and the rooms below.
Tests: tests/services/publishing.
"""
