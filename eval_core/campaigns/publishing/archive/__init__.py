"""A whole campaign as one zip: manifest, export, reading the untrusted file, restore.

May import: the rooms below publishing.
Tests: tests/services/publishing.
"""
