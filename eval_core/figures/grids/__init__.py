"""Grids of strengths and scores: systems by category, documents by system, criteria by system.

May import: the rest of figures.
Tests: tests/unit/figures/grids.
"""
