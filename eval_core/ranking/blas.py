"""One thread for linear algebra: our matrices are small, and more threads cost more than they bring."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController


def one_thread() -> AbstractContextManager[object]:
    """A context in which BLAS uses one thread."""
    limited: AbstractContextManager[object] = _libraries().limit(limits=1)
    return limited


@cache
def _libraries() -> ThreadpoolController:
    """Looked up once: to find the libraries takes longer than to fit a small board."""
    return ThreadpoolController()
