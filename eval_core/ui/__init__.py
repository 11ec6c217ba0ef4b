"""The dashboard: router, list of pages, session, shared results; the rooms have what is drawn.

May import: web, reports and what is below; not cli.
Tests: tests/pages.
"""
