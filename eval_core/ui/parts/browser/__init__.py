"""Small elements with a script in the browser: announcements, the watch over clicks, drafts.

May import: the hall of ui.
Tests: tests/browser.
"""
