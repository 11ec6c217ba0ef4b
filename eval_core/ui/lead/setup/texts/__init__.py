"""The step Texts of the page Setup: files are looked at, checked, loaded, listed, and taken out again.

May import: the rest of lead's setup.
Tests: tests/pages/lead.
"""
