"""Services: one transaction and one duty each, with the permission checked inside."""
