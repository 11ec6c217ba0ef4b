"""What is around every page: style sheets, sidebar, trouble with the database, early results.

May import: parts and the hall of ui.
Tests: tests/pages/frame.
"""
