"""The leads' pages: campaigns, progress, inbox, quality, gold, new campaign; people and setup in rooms of their own.

May import: frame, parts and the hall of ui; not annotate, not research.
Tests: tests/pages/lead.
"""
