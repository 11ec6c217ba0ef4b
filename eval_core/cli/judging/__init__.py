"""`parvis judge`: running LLM judges, reading their replies, comparing them with people.

May import: what cli may import.
Tests: tests/judges.
"""
