"""Work without a click: the runner in the server's process, and what each kind of job does.

May import: reports and what is below.
Tests: tests/services/jobs.
"""
