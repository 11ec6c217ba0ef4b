"""What an annotator has done: own judgments, own ratings, hours.

May import: desk and the rooms below; not talk, its neighbour.
Tests: tests/services/my_work.
"""
