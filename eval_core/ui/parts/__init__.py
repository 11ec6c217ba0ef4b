"""What any page is drawn with: tables, charts, downloads, texts made harmless, a comparison, a rating sheet.

May import: the hall of ui, and the services.
Tests: tests/pages/parts.
"""
