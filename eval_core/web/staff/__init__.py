"""The way in for leads and researchers who have an account at an OpenID provider, such as Feide.

May import: the modules of `web` itself.
Tests: tests/services/web.
"""
