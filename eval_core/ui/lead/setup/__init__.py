"""The page Setup: its steps, fields, rules, files, the campaign's status, facts for the data card, and its state.

May import: what lead may import.
Tests: tests/pages/lead.
"""
