"""A whole campaign as one zip, and back: manifest, export, the untrusted file, restore.

May import: the rooms below publishing.
Tests: tests/services/publishing.
"""
