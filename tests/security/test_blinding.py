"""Blinding, at the websocket: every byte that an annotator's browser receives, and what could be read from it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.content.import_texts import add_gold
from eval_core.campaigns.content.loader import Loader
from tests.browser.conftest import ROOT, Site
from tests.support.blinding import Hidden, assignment_of, features, hidden, traces
from tests.support.building import SYSTEMS, Built, build_campaign
from tests.support.golden import settle
from tests.support.streamlit_client import Run, StreamlitClient

pytestmark = pytest.mark.slow

ASSIGNMENTS = 200
# Enough for leaks as large as those planted, in less time.
PLANTED_ASSIGNMENTS = 130
PLANTED = Path(__file__).with_name("planted")
EXPLANATION = "Derfor er den beste best"
# Words of the hidden side; titles of pages and scripts, which are the same for everybody, have some of them too.
WORDS = ("gold", "repeat", "swapped", "canonical", "first_response", "outcome", "system")
LOST = "Please repeat it."


@dataclass(frozen=True)
class Sitting:
    """An annotator's work as the browser saw it, and the truth about it."""

    runs: list[Run]
    everything: str
    known: dict[int, Hidden]

    @property
    def truth(self) -> list[Hidden]:
        """What is hidden of each comparison shown but the last."""
        return [self.known[assignment_of(run)] for run in self.runs[:-1]]

    @property
    def found(self) -> dict[tuple[str, str], float]:
        """Every statistical trace."""
        return traces(features(self.runs, self.known), self.truth)


def add_disguised_gold(built: Built, number: int) -> None:
    """Gold comparisons that nobody could tell by their texts."""
    rows = [
        {
            "prompt_id": None,
            "prompt": f"Oppgave {one % 70}",
            "written_standard": ("nb", "nn")[one % 2],
            "category": None,
            **{
                f"response_{side}": f"Dette er svar {hashlib.sha256(f'{one}{side}'.encode()).hexdigest()[:12]}."
                for side in "ab"
            },
            "gold": "ab"[one // 2 % 2],
            "issue": "grammar",
            "explanation": EXPLANATION,
        }
        for one in range(number)
    ]
    with built.store.write() as db:
        add_gold(Loader(db, find_campaign(db, built.slug), "gold.jsonl"), pd.DataFrame(rows).astype(object))


def sit(site: Site, assignments: int) -> Sitting:
    """One annotator judges so many comparisons, gold and repeats among them, then looks at the own work."""
    built = build_campaign(site.store, prompts=70, overlap=1)
    add_disguised_gold(built, 40)
    settle(built, gold_share=0.15, repeat_share=0.1)
    with StreamlitClient(site.port, built.enter("Kari")) as tab:
        runs = [tab.open("annotate")]
        button, (fragment, *_) = runs[0].widgets, runs[0].fragments
        turns = [button[f"choice_{choice}"] for choice in ("A", "tie", "B")]
        runs += [tab.click(turns[number % 3], "annotate", fragment) for number in range(assignments)]
        others = [tab.open(page) for page in ("my_work", "guidelines", "annotate")]
    return Sitting(runs, "\n".join(run.text for run in [*runs, *others]), hidden(site.store))


@pytest.fixture(scope="module")
def sitting(start: Callable[..., Site]) -> Iterator[Sitting]:
    """Two hundred judgments on the server as it is."""
    site = start(PARVIS_DWELL_MS="0")
    yield sit(site, ASSIGNMENTS)
    site.stop()


def test_no_byte_names_what_is_hidden(sitting: Sitting) -> None:
    """No system's name and no gold's answer is anywhere in the bytes; no word of the hidden side is in what is drawn."""
    kinds = {one.kind for one in sitting.truth}
    assert (len(sitting.truth), kinds) == (ASSIGNMENTS, {"regular", "gold", "repeat"})
    assert sum(one.text.count("Dette er svar") for one in sitting.runs) == 2 * (ASSIGNMENTS + 1)
    for name in (*SYSTEMS, EXPLANATION):
        assert name not in sitting.everything
    drawn = "\n".join(run.drawn for run in sitting.runs[1:]).replace(LOST, "").lower()
    assert drawn.count("data-assignment") == ASSIGNMENTS
    assert [word for word in WORDS if word in drawn] == []


def test_nothing_measurable_tells_systems_order_or_gold(sitting: Sitting) -> None:
    """Ids and their length, elements, bytes, order and times tell neither the systems nor which is first nor gold."""
    assert sitting.found == {}


def test_planted_leaks_are_seen(sitting: Sitting, start: Callable[..., Site]) -> None:
    """With an order, the length of an id and a pause by system planted in the server, each of the three is found."""
    # A pause that would be felt: on a busy machine a short one is not, and tells nobody anything. The machine may be
    # busier now than when it was measured.
    pause = max(0.05, 2.5 * float(np.percentile([run.seconds for run in sitting.runs], 90)))
    site = start(PARVIS_DWELL_MS="0", PYTHONPATH=f"{PLANTED}:{ROOT}", PLANTED_SECONDS=str(pause))
    found = sit(site, PLANTED_ASSIGNMENTS).found
    site.stop()
    assert {
        ("sides", "canonical order"),
        ("length of its id", "system on A"),
        ("seconds before it shows", "systems"),
        ("all together", "systems"),
    } <= set(found)
