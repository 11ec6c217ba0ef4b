"""The demo campaign: our own texts, loaded by the import services, and simulated annotators who work at the desk.

May import: campaigns and what is below.
Tests: tests/services/demo.
"""
