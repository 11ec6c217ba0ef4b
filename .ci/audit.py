"""Whether a pinned package has a known vulnerability; where the database cannot be asked, that is said and is no fault.

`make audit` and CI run it. It ends with 1 for a vulnerability, and with 0 where there is none or nobody could tell:
whether the network is there says nothing about the code, and a red build that no change can mend would soon be ignored.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

PINNED = Path(__file__).resolve().parents[1] / "constraints.txt"
SECONDS = 180


def report() -> dict[str, Any] | None:
    """What pip-audit says of the pinned packages; None where it cannot ask."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(PINNED), "--no-deps", "--disable-pip"]
    command += ["--progress-spinner", "off", "--format", "json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603 - our own words
        return dict(json.loads(done.stdout))
    except (subprocess.TimeoutExpired, ValueError):
        return None


def verdict(found: dict[str, Any] | None) -> tuple[int, list[str]]:
    """Exit code, and what to say about the report."""
    packages = (found or {}).get("dependencies", [])
    asked = [one for one in packages if "vulns" in one]
    if not asked:
        return 0, ["audit: the database of vulnerabilities cannot be reached from here, so nothing was audited"]
    known = [(one["name"], one["version"], hole) for one in asked for hole in one["vulns"]]
    lines = [
        f"audit: {name} {version}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'no version yet'}"
        for name, version, hole in known
    ]
    left = f", {len(packages) - len(asked)} could not be looked up" if len(packages) > len(asked) else ""
    return (1 if known else 0), [*lines, f"audit: {len(asked)} packages, {len(known)} known vulnerabilities{left}"]


if __name__ == "__main__":
    code, said = verdict(report())
    print("\n".join(said))
    sys.exit(code)
