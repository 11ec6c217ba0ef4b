"""Known faults for real Norwegian texts: found by rules, planted singly. Whether gold can be recognised. Pure.

May import: errors and places.
Tests: tests/unit/planting.
"""
