"""The Hugging Face hub: addresses, which files make a table, fetching them, and a folder put there.

May import: the modules of `files` itself; huggingface_hub only where an address is given.
Tests: tests/unit/cli.
"""
