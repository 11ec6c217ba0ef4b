"""LLM judges over any OpenAI-compatible endpoint."""
