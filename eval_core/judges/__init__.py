"""LLM judges over any OpenAI-compatible endpoint.

May import: campaigns and what is below.
Tests: tests/judges.
"""
