"""People and a judge in one ranking: the judge's verdicts on all, set right by people's judgments of a part.

May import: the rest of ranking, below its way in (`api`).
Tests: tests/unit/ranking/rectification.
"""
