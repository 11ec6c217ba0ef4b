"""How people get in: personal links and accounts at a provider, the sessions that they open, and their end.

May import: the modules of `campaigns.people`.
Tests: tests/services/people.
"""
