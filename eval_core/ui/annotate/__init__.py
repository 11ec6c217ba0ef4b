"""The annotators' pages: desk, letter, guidelines, questions, my work.

May import: frame, parts and the hall of ui; not lead, not research.
Tests: tests/pages/annotate.
"""
