"""The whole database: backups, integrity, counts for monitoring. No campaign and no permission.

May import: the store and what is below.
Tests: tests/services/upkeep.
"""
