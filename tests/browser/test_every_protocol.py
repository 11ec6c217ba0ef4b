"""Every built-in protocol in the browser: two people at the desk, a judge beside them, and the figure of both."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.results.leaderboard import read_leaderboard
from eval_core.campaigns.results.scores import rating_results
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.protocols import Criterion, list_protocols, load_protocol
from eval_core.ranking import rank
from eval_core.ranking.choices import Choices
from tests.browser.conftest import ROOT, Site, serving
from tests.judges.stub import Stub, number_of, score_of
from tests.judges.stub import serving as serving_stub
from tests.support.browser.desk import Desk
from tests.support.browser.scenes import World

SYSTEMS, MODEL = ("fjell", "fjord"), "stub-model"
PROMPTS = {"rating": 2, "pairwise": 4}
KINDS = {"human": "By people", "judge": "By LLM judges", "all": "By both"}
# Whether the first figure shows these systems at these places.
DRAWN = """wanted => {
  const plot = document.querySelector('.js-plotly-plot')
  const dots = plot?.data?.find(one => ['score', 'estimate'].includes(one.name))
  if (!dots) return false
  const names = plot.layout.annotations.filter(one => one.name === 'system').map(one => one.text)
  const found = new Map(Array.from(dots.y, (y, i) => [names[y], dots.x[i]]))
  return found.size === wanted.length && wanted.every(([name, value]) => Math.abs(found.get(name) - value) < 1e-6)
}"""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """One dashboard for all campaigns, each loaded from a file; without the wait before a click counts."""
    folder = tmp_path_factory.mktemp("protocols")
    with serving(folder) as start:
        site = start(PARVIS_DWELL_MS="0")
        for protocol in list_protocols():
            create_campaign(site.store, protocol.key, protocol=protocol.key)
            file = folder / f"{protocol.key}.jsonl"
            file.write_text("".join(json.dumps(row) + "\n" for row in responses(protocol.kind)), encoding="utf-8")
            import_responses(site.store, file, protocol.key)
        yield World(site)


def responses(kind: str) -> list[dict[str, str]]:
    """Every system's translation of every prompt; texts of which everybody prefers now the one, now the other."""
    return [
        {
            "prompt_id": f"p{number}",
            "prompt": f"Sentence number {number}.",
            "system": system,
            "response": f"Setning {number}, slik {'ab'[place]}.",
            "reference": f"Dette er setning {number}.",
            "source_language": "en",
            "target_language": "nb",
        }
        for number in range(PROMPTS[kind])
        for place, system in enumerate(SYSTEMS)
    ]


@contextmanager
def judging(site: Site, key: str) -> Iterator[None]:
    """A judge works by the command line meanwhile; all that it was asked is answered in the end."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("OPENAI_", "PARVIS_"))}
    with serving_stub(Stub(load_protocol(key))) as stub:
        asked = ["judge", "run", "--campaign", key, "--base-url", stub.url, "--model", MODEL, "--format", "json"]
        # Each stub has a port of its own, and another address is another setting.
        asked += ["--name", f"{MODEL} for {key}"]
        process = subprocess.Popen(
            [sys.executable, "-m", "eval_core.cli", *asked],
            cwd=ROOT,
            env=clean | {"PARVIS_DATABASE_URL": site.store.url.render_as_string(hide_password=False)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            yield
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 0, err
    said = json.loads(out)
    assert (said["given_up"], said["failed"], said["malformed"]) == (0, 0, 0)


def given(name: str, text: str, criterion: Criterion) -> int | None:
    """What this person gives this text: as the stub does, each in another way."""
    return score_of(f"{name}: {text}", criterion)


def rate(desk: Desk, name: str, key: str, *, by_key: bool) -> None:
    """Rate every response of the campaign, by keys or by mouse, with reasons where the protocol asks for them."""
    rated = load_protocol(key).rated
    for turn in range(PROMPTS["rating"] * len(SYSTEMS)):
        desk.stands("rate")
        expect(desk.at(".count")).to_have_attribute("data-done", str(turn))
        here, (text,) = desk.assignment, desk.texts
        values = {one.key: given(name, text, one) for one in rated}
        for criterion, value in values.items():
            if by_key:
                desk.page.keyboard.press("n" if value is None else str(value))
            else:
                desk.rate({criterion: "na" if value is None else str(value)})
        expect(desk.at("[role=radio][aria-checked=true]")).to_have_count(len(rated))
        for reason in desk.at("[data-field=explanation]").all():
            reason.fill("Slik er det.")
        desk.do("save")
        expect(desk.page.locator(f".desk[data-assignment='{here}']")).to_have_count(0)
    desk.stands("gate").all_saved()


def compare(desk: Desk, name: str, *, by_key: bool) -> None:
    """Judge every comparison of the campaign."""
    for _ in range(PROMPTS["pairwise"]):
        desk.stands("judge")
        here, (a, b) = desk.assignment, desk.texts
        desk.choose(preferred(name, a, b), "key" if by_key else "mouse", look_ms=0)
        expect(desk.page.locator(f".desk[data-assignment='{here}']")).to_have_count(0)
    desk.stands("gate").all_saved()


def preferred(name: str, a: str, b: str) -> str:
    """What this person chooses, whichever text stands first; a tie now and then."""
    one, two = (number_of(f"{name}: {text}") for text in (a, b))
    return "tie" if (one ^ two) % 3 == 0 else "A" if one > two else "B"


def expected(site: Site, key: str, kind: str) -> dict[str, float]:
    """Each system's score or strength, as the library has it."""
    if load_protocol(key).kind == "rating":
        rows = rating_results(site.store, key, kind=kind).as_dict()["systems"]
        return {row["system"]: row["score"] for row in rows if row["annotator"] is None}
    ranking = rank(read_leaderboard(site.store, key, Choices(kind=kind)).votes).as_dict()
    return {row["system"]: row["strength"] for row in ranking["systems"]}


def as_given(site: Site, key: str) -> None:
    """The ratings that stand are those that were entered, for each person and response, and no others."""
    protocol = load_protocol(key)
    texts = {(row["prompt_id"], row["system"]): row["response"] for row in responses("rating")}
    found = rating_results(site.store, key).as_dict()["items"]
    assert len(found) == 2 * len(texts)
    for one in found:
        text, name = texts[one["prompt_id"], one["system"]], one["annotator"].partition("-")[0]
        assert one["criteria"] == {rated.key: given(name, text, rated) for rated in protocol.rated}


@pytest.mark.parametrize("key", [one.key for one in list_protocols()])
def test_from_responses_to_a_figure(key: str, world: World, visit: Callable[..., Page]) -> None:
    """What two people and a judge gave, each by the texts alone, is what the Ranking page draws for each and for all."""
    site, page = world.site, visit()
    rates = load_protocol(key).kind == "rating"
    with judging(site, key):
        for name, by_key in (("Kari", True), ("Ola", False)):
            world.enter(key, f"{name}-{key}")
            world.become(page, f"{name}-{key}")
            page.goto(f"{site.url}/annotate")
            desk = Desk(page)
            if rates:
                rate(desk, name, key, by_key=by_key)
            else:
                compare(desk, name, by_key=by_key)
    if rates:
        as_given(site, key)
    wanted = {kind: expected(site, key, kind) for kind in KINDS}
    assert wanted["human"] != pytest.approx(wanted["judge"])
    world.enter(key, f"Rolf-{key}", "researcher")
    world.become(page, f"Rolf-{key}")
    page.goto(f"{site.url}/ranking")
    page.get_by_role("button", name="Show results so far").click()
    for kind, label in KINDS.items():
        page.get_by_text(label, exact=True).click()
        assert set(wanted[kind]) == set(SYSTEMS)
        page.wait_for_function(DRAWN, arg=list(wanted[kind].items()))
