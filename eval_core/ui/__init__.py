"""The dashboard's own machinery: sign-in routes, router, session, shared widgets and safe text.

May import: web, reports and what is below; not cli.
Tests: tests/pages.
"""
