"""Commands that open doors: people in by an open link, data out to a hub, results out as a site.

May import: what cli may import.
Tests: tests/unit/cli.
"""
