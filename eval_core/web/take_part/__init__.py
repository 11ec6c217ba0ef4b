"""The open link of a campaign: its page, taking part, and the page with one's own personal link.

May import: what web may import.
Tests: tests/services/web.
"""
