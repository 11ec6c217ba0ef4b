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
SOURCE = "the database of known vulnerabilities at pypi.org"


def report() -> tuple[dict[str, Any] | None, str]:
    """What pip-audit says of the pinned packages, None where it cannot ask; and why it cannot, in its words."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(PINNED), "--no-deps", "--disable-pip"]
    command += ["--progress-spinner", "off", "--format", "json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603 - our own words
    except subprocess.TimeoutExpired:
        return None, f"no answer within {SECONDS} seconds"
    try:
        return dict(json.loads(done.stdout)), ""
    except ValueError:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        return None, lines[-1][:300] if lines else f"pip-audit ended with {done.returncode}"


def verdict(found: dict[str, Any] | None, why: str = "") -> tuple[int, list[str]]:
    """Exit code, and what to say about the report."""
    packages = (found or {}).get("dependencies", [])
    asked = [one for one in packages if "vulns" in one]
    if not asked:
        skipped = [str(one.get("skip_reason", "")) for one in packages]
        why = why or next(filter(None, skipped), "it knows none of the packages")[:300]
        return 0, [
            f"audit: NOTHING WAS AUDITED: {SOURCE} cannot be reached from here",
            f"audit: {why}",
            "audit: run `make audit` where it can be reached, before a release",
        ]
    known = [(one["name"], one["version"], hole) for one in asked for hole in one["vulns"]]
    lines = [
        f"audit: {name} {version}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'no version yet'}"
        for name, version, hole in known
    ]
    left = f", {len(packages) - len(asked)} could not be looked up" if len(packages) > len(asked) else ""
    return (1 if known else 0), [*lines, f"audit: {len(asked)} packages, {len(known)} known vulnerabilities{left}"]


if __name__ == "__main__":
    code, said = verdict(*report())
    print("\n".join(said))
    sys.exit(code)
