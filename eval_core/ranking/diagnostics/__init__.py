"""What a reviewer asks of a ranking: what its uncertainty is made of, whether the model fits, and what ties do.

May import: the rest of ranking.
Tests: tests/unit/ranking/diagnostics.
"""
