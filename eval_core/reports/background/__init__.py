"""Work without a click in words: jobs, mails, the lead's summary.

May import: the rest of reports and what is below.
Tests: tests/services/jobs.
"""
