"""The page Case file: one annotator's measures, judgments to read, what leaving them out does, and what a lead can do.

May import: what lead may import.
Tests: tests/pages/lead.
"""
