"""A campaign's results as a static site: pages in three languages, every pair, the data, and results.json.

May import: the rest of reports, and what is below it.
Tests: tests/unit/reports/site.
"""
