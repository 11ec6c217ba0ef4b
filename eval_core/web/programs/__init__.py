"""The API for programs: a table of operations, from which routes, OpenAPI document and documentation are made.

May import: the hall of web, and what is below it.
Tests: tests/services/web/programs.
"""
