"""What is on an annotator's desk, and what a click does: leases, the stream, judgments, reasons, rating sheets.

May import: content, joining, people and the hall of campaigns.
Tests: tests/services/desk.
"""
