"""The annotator's desk: leases, the stream, judgments, reasons, rating sheets.

May import: content, joining, people, and the modules of `campaigns` itself.
Tests: tests/services/desk.
"""
