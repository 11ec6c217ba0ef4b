"""Mail of a campaign: what its leads allow, who gets which mail and when, and the list of what was sent.

May import: watching and the rooms below.
Tests: tests/services/mail.
"""
