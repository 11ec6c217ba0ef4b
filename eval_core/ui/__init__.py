"""The dashboard's own machinery: sign-in routes, router, session, shared widgets and safe text."""
