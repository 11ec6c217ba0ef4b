"""The demo campaign: our own texts through the import services, simulated annotators through the desk.

May import: campaigns and what is below.
Tests: tests/services/demo.
"""
