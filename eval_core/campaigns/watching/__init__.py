"""How far a campaign is, and what needs the lead: progress, forecast, needs, hand-over, stopping rule.

May import: quality, results and the rooms below.
Tests: tests/services/watching.
"""
