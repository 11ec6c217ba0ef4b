"""Mails as messages: the mail server by environment, addresses, templates in three languages, and sending.

May import: errors and places.
Tests: tests/unit/mail.
"""
