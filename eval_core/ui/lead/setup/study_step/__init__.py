"""The step Plan of the page Setup: the question, the study's dials, a pilot, and the curve of its power.

May import: what lead may import.
Tests: tests/pages/lead.
"""
