"""Small elements with a script in the browser: announcements, drafts, files to choose.

May import: the hall of ui.
Tests: tests/browser.
"""
