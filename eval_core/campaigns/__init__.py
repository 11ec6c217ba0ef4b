"""Services: one transaction and one task each; permissions are checked inside.

May import: the store and the layers below it.
Tests: tests/services.
"""
