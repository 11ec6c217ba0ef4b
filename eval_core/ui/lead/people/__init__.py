"""The page People: one person, invitations, the audit log, labels, and its state.

May import: what lead may import.
Tests: tests/pages/lead.
"""
