"""The researchers' pages: ranking, scores, analysis, LLM judges, method, export.

May import: frame, parts and the hall of ui; not annotate, not lead.
Tests: tests/pages/research.
"""
