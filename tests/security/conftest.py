"""A running dashboard that is spoken to without a browser."""

from tests.browser.conftest import start

__all__ = ["start"]
