"""Tables as other tools write them, turned into our columns: one table of shapes, pairs of ranks, a column a system.

May import: errors and the readers of files.
Tests: tests/unit/files.
"""
