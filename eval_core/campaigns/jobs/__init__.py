"""Work that no click waits for: queued once, taken up under a lease, paused, stopped, and listed with its outcome.

May import: the modules of `campaigns` itself, and the store.
Tests: tests/services/jobs.
"""
