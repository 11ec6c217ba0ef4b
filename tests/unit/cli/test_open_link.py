"""`parvis campaign open-link`."""

from __future__ import annotations

import json

import pytest

from tests.support.running import Run

LETTER = ("letter.responsible=Målgruppa", "letter.contact=unni@maal.example", "letter.pay=250 kr")


def test_on_limited_and_off(done: Run, trial: str) -> None:
    """The address is printed, in JSON with its limits; a day lasts to its end; off keeps the limits."""
    done("campaign", "set", trial, *LETTER)
    assert done("campaign", "open-link", trial).out.strip().endswith(f"/take-part/{trial}")
    said = done("campaign", "open-link", trial, "--people", "20", "--until", "2031-05-06", "--format", "json").out
    shown = json.loads(said)
    assert shown["address"].endswith(f"/take-part/{trial}")
    assert (shown["people"], shown["until"]) == (20, "2031-05-06T23:59:00Z")
    assert "is off" in done("campaign", "open-link", trial, "--off").out
    assert json.loads(done("campaign", "open-link", trial, "--format", "json").out)["people"] == 20


def test_a_first_day_begins_at_its_start(done: Run, trial: str) -> None:
    """The day on which the link opens counts from its first minute, the one on which it closes to its last."""
    out = done("campaign", "set", trial, "open_link_opens=2031-05-06", "open_link_closes=2031-05-06").out
    assert "open_link_opens: empty -> 2031-05-06 00:00:00+00:00" in out
    assert "open_link_closes: empty -> 2031-05-06 23:59:00+00:00" in out


@pytest.mark.parametrize(
    ("options", "said"), [((), "letter"), (("--until", "soon"), "a day such as"), (("--people", "0"), "--people")]
)
def test_bad_input(parvis: Run, trial: str, options: tuple[str, ...], said: str) -> None:
    """Without a letter, or with what is no day or number, exit 2 with one line that says so."""
    answer = parvis("campaign", "open-link", trial, *options)
    assert answer.code == 2
    assert said in answer.err
