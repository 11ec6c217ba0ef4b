"""What an annotator reads before the first click: the information letter and the guidelines.

May import: people and the hall of campaigns.
Tests: tests/services/joining.
"""
