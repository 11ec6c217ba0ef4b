"""The whole database: backups, integrity, counts for monitoring. No campaign and no permission.

May import: the store and the layers below it.
Tests: tests/services/upkeep.
"""
