"""How sure a ranking is: covariances, draws, what is decided, rank ranges, and where one system won everything.

May import: the rest of ranking, below its records.
Tests: tests/unit/ranking/uncertainty.
"""
