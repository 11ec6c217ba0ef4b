"""Questions and answers, the lead's inbox, messages.

May import: desk and the rooms below; not my_work, its neighbour.
Tests: tests/services/talk.
"""
