"""The page People: one person, invitations, the audit log, labels.

May import: what lead may import.
Tests: tests/pages/lead.
"""
