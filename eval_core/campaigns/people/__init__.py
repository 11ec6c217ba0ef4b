"""People of a campaign: persons, personal links and sign-in, roles, invitations, API tokens, erasure.

May import: the hall of campaigns, and the store.
Tests: tests/services/people.
"""
