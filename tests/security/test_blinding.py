"""Blinding, on the wire: every byte that an annotator's browser receives, and what could be read from it.

The desk's routes hand out comparisons ahead of time, Streamlit's websocket what stands around them.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from eval_core.campaigns.content.import_texts import import_gold
from eval_core.campaigns.quality.settled_pairs import add_settled, count_settled, pick_loser, plant_in_loser
from tests.browser.conftest import ROOT, Site
from tests.support.acts import open_desk, record_judgment
from tests.support.blinding import Hidden, Shown, features, hidden, traces
from tests.support.building import SYSTEMS, Built, build_campaign
from tests.support.desk_client import DeskClient, Reply
from tests.support.golden import settle
from tests.support.streamlit_client import StreamlitClient

pytestmark = pytest.mark.slow

ASSIGNMENTS = 200
# Enough for leaks as large as those planted, in less time.
PLANTED_ASSIGNMENTS = 150
# Gold of each kind. The annotator is given none whose texts they have read, and so meets about half of what was made
# of judged pairs.
LOADED, MADE, MET = 16, 36, 8
PLANTED = Path(__file__).with_name("planted")
EXPLANATION = "Derfor er den beste best"
# Words of the hidden side; titles of pages and scripts, which are the same for everybody, have some of them too.
WORDS = (
    *("gold", "repeat", "swapped", "canonical", "first_response", "outcome", "system"),
    *("agreed", "settled", "planted", "winner", "loser"),
)


@dataclass(frozen=True)
class Sitting:
    """An annotator's work as the browser received it, and the truth about it."""

    seen: list[Shown]
    replies: list[Reply]
    everything: str
    known: dict[int, Hidden]

    @property
    def truth(self) -> list[Hidden]:
        """What is hidden of each comparison shown."""
        return [self.known[one.assignment] for one in self.seen]

    @property
    def found(self) -> dict[tuple[str, str], float]:
        """Every statistical trace."""
        return traces(features(self.seen), self.truth)


def load_gold(built: Built, folder: Path, number: int) -> None:
    """Gold as leads load it, from a file; by its texts nobody could tell it."""
    rows = []
    for one in range(number):
        better, worse = (f"Dette er svar {hashlib.sha256(f'{one}{s}'.encode()).hexdigest()[:12]}." for s in "ab")
        row = {"prompt": f"Oppgave {one % 70}", "written_standard": ("nb", "nn")[one % 2]}
        pair = {"more_fluent": better, "less_fluent": worse, "marks": [[0, 5]]}
        rows.append(row | pair | {"issue": "grammar", "explanation": EXPLANATION})
    file = folder / "gold.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    import_gold(built.store, file, built.slug)


def make_gold(built: Built, number: int) -> None:
    """Gold as leads make it of judged pairs: of some on which three people agreed, and with a fault in others' loser."""
    store, slug = built.store, built.slug
    people = built.annotators(3)
    while count_settled(store, slug) < 2 * number:
        for who in people:
            task = open_desk(store, who, slug).task
            assert task
            record_judgment(
                store, who, slug, task.assignment_id, task.revision, "AB"[task.response_a < task.response_b]
            )
    assert add_settled(store, slug, number) == number
    for one in range(number):
        draft = pick_loser(store, slug, one)
        assert draft
        assert draft.comparison_id
        faulty = f"Dette er svar {hashlib.sha256(draft.text.encode()).hexdigest()[:12]}."
        plant_in_loser(store, slug, draft.comparison_id, faulty, "grammar", "")


def judged(client: DeskClient, assignments: int) -> tuple[list[Shown], list[Reply]]:
    """Judge so many; each comparison as it came, and every reply."""
    reply = client.pile()
    assert reply.sheets, reply.text
    replies, seen = [reply], []
    came: dict[int, tuple[int, float, int]] = {}
    for number in range(assignments):
        sheets = reply.sheets
        around = len(reply.body) - len(json.dumps(sheets, ensure_ascii=False, separators=(",", ":")).encode())
        for place, sheet in enumerate(sheets):
            came.setdefault(sheet["assignment"], (place, reply.seconds, around))
        reply = client.choose(sheets, ("A", "tie", "B")[number % 3])
        assert reply.results == [("recorded", None)], reply.text
        replies.append(reply)
        place, before, around = came[sheets[0]["assignment"]]
        seen.append(Shown(sheets[0], place, before, reply.seconds, around))
    return seen, replies


def sit(site: Site, assignments: int, folder: Path) -> Sitting:
    """One annotator judges so many comparisons, gold and repeats among them, then looks at the own work."""
    built = build_campaign(site.store, prompts=110, overlap=3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARVIS_DWELL_MS", "0")
        make_gold(built, MADE)
    load_gold(built, folder, LOADED)
    settle(built, gold_share=0.25, repeat_share=0.1)
    who = built.enter("Kari")
    with StreamlitClient(site.port, who) as tab:
        pages = [tab.open("annotate").text]
        client = DeskClient(site.url, built.slug, who)
        seen, replies = judged(client, assignments)
        pages += [tab.open(page).text for page in ("my_work", "guidelines", "annotate")]
        pages.append(client.ask("GET", f"/desk/{built.slug}/talk").text)
    everything = "\n".join([*pages, *(reply.text for reply in replies), *(str(reply.headers) for reply in replies)])
    return Sitting(seen, replies, everything, hidden(site.store))


@pytest.fixture(scope="module")
def sitting(start: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sitting]:
    """Two hundred judgments on the server as it is."""
    site = start(PARVIS_DWELL_MS="0")
    yield sit(site, ASSIGNMENTS, tmp_path_factory.mktemp("gold"))
    site.stop()


def test_no_byte_names_what_is_hidden(sitting: Sitting) -> None:
    """No system's name and no gold's answer is anywhere in the bytes; no word of the hidden side is in any pile."""
    kinds = {one.kind for one in sitting.truth}
    assert (len(sitting.truth), kinds) == (ASSIGNMENTS, {"regular", "gold", "repeat"})
    origins = Counter(one.origin for one in sitting.truth)
    assert min(origins[origin] for origin in ("loaded", "agreed", "planted")) >= MET
    assert any(one.place > 0 for one in sitting.seen)  # most of them came ahead of time
    for name in (*SYSTEMS, EXPLANATION):
        assert name not in sitting.everything
    piles = "\n".join(reply.text for reply in sitting.replies).lower()
    assert piles.count('"texts"') > 2 * ASSIGNMENTS
    assert [word for word in WORDS if word in piles] == []


def test_nothing_measurable_tells_systems_order_or_gold(sitting: Sitting) -> None:
    """Ids and their length, keys, bytes, order, places in the pile and times tell neither systems nor order nor gold."""
    assert sitting.found == {}


def test_planted_leaks_are_seen(sitting: Sitting, start: Callable[..., Site], tmp_path: Path) -> None:
    """An order, the dwell of a sheet and a pause by system, and two fields by the kind of gold: each is found."""
    # A pause that would be felt: on a busy machine a short one is not, and tells nobody anything. The machine may be
    # busier now than when it was measured.
    pause = max(0.15, 4 * float(np.percentile([one.after for one in sitting.seen], 90)))
    site = start(PARVIS_DWELL_MS="0", PYTHONPATH=f"{PLANTED}:{ROOT}", PLANTED_SECONDS=str(pause))
    found = sit(site, PLANTED_ASSIGNMENTS, tmp_path).found
    site.stop()
    assert {
        ("sides", "canonical order"),
        ("dwell_ms of the sheet", "system on A"),
        ("seconds before it shows", "systems"),
        ("all together", "system on A"),
        ("issue of the sheet", "agreed gold"),
        ("shape of the sheet", "planted gold"),
    } <= set(found)
