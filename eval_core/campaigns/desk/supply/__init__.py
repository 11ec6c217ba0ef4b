"""What comes next before an annotator: leases and their places, the stream, gold and repeats, training and test.

May import: content and the rooms below it.
Tests: tests/services/desk.
"""
