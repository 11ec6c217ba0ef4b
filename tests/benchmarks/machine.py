"""What the figures were measured on, and the figures' summaries."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import numpy as np
import psutil

PACKAGES = ("streamlit", "sqlalchemy", "pandas", "numpy", "scipy", "pyarrow", "choix", "playwright")


def describe() -> dict[str, object]:
    """CPU, cores, memory, operating system, Python and the packages that the figures depend on."""
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "memory_gib": round(psutil.virtual_memory().total / 2**30, 1),
        "os": _os(),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in PACKAGES},
    }


def load() -> float:
    """The one-minute load average: processes that ran or waited to run."""
    return round(os.getloadavg()[0], 2)


def quantile(values: Sequence[float], level: float) -> float:
    """An empirical quantile, to two decimals."""
    return round(float(np.quantile(values, level)), 2)


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _os() -> str:
    try:
        return f"{platform.freedesktop_os_release()['PRETTY_NAME']}, Linux {platform.release().partition('-')[0]}"
    except OSError:
        return platform.platform()
