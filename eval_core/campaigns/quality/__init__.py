"""Can the judgments be trusted: gold and repeats, gold of judged pairs, disagreements, drift, exclusions, pauses.

May import: results and the rooms below.
Tests: tests/services/quality.
"""
