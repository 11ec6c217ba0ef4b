"""One thread for linear algebra: the matrices are small, so more threads cost more than they gain."""

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
    """Looked up once: finding the libraries takes longer than fitting a small ranking."""
    return ThreadpoolController()
