"""Services: one transaction and one duty each, with the permission checked inside.

May import: the store and what is below.
Tests: tests/services.
"""
