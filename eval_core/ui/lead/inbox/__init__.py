"""The page Inbox: its list, one entry of it, what was skipped, and clarifications.

May import: what lead may import.
Tests: tests/pages/lead.
"""
