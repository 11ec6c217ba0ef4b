"""What an annotator reads before the first click: the information letter and the guidelines.

May import: people, and the modules of `campaigns` itself.
Tests: tests/services/joining.
"""
