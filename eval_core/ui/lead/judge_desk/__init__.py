"""The page Run a judge: which judge, its prompts on a few real items, its replies as they are read, price, and runs.

May import: what lead may import.
Tests: tests/pages/lead.
"""
