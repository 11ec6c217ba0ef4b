"""The plan of a campaign: creating, changing, cost, life cycle, previews of imports.

May import: watching and the rooms below.
Tests: tests/services/setup.
"""
