"""Small elements with a script in the browser: announcements, drafts.

May import: the hall of ui.
Tests: tests/browser.
"""
