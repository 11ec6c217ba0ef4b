"""Known faults for real Norwegian texts: found by rule, planted one by one, each with its explanation. Pure.

May import: errors and places.
Tests: tests/unit/planting.
"""
