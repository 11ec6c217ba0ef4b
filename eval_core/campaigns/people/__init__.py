"""People of a campaign: persons, personal links and sign-in, roles, invitations, API tokens, erasure.

May import: the modules of `campaigns` itself, and the store.
Tests: tests/services/people.
"""
