"""The screens of ratings and of judges, next to those of comparisons: empty, filled, side by side, failing."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_ratings import import_ratings
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.quality.gold_ratings import load_gold_ratings
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.campaigns.talk.questions import ask_question
from eval_core.protocols import load_protocol
from eval_core.store import Person, Store
from tests.support.acts import open_desk, record_ratings, skip_response
from tests.support.browser.desk import Desk
from tests.support.browser.scenes import Scene, World, do, press, settle

# Sources, and for each what three systems made of it.
TRANSLATED = (
    (
        "The ferry was cancelled twice because of strong wind from the north.",
        "Ferja ble innstilt to ganger på grunn av sterk vind fra nord.",
        (
            "Ferja ble kansellert to ganger grunnet sterk vind fra nord.",
            "Fergen var avlyst to gang på grunn av vinden.",
        ),
    ),
    (
        "She bought her first bicycle with money that she had saved for three years.",
        "Hun kjøpte sin første sykkel for penger hun hadde spart i tre år.",
        ("Hun kjøpte den første sykkelen sin for tre års sparepenger.", "Hun kjøpte hennes første sykkel med penger."),
    ),
    (
        "The museum will be closed on Mondays until the roof has been repaired.",
        "Museet holder stengt på mandager til taket er reparert.",
        (
            "Museet er stengt på mandager inntil taket er reparert.",
            "Museum skal bli lukket mandager til taket repareres.",
        ),
    ),
    (
        "Nobody knew who had left the window open during the storm.",
        "Ingen visste hvem som hadde latt vinduet stå åpent under stormen.",
        ("Ingen visste hvem som hadde forlatt vinduet åpent i stormen.", "Ingen vet hvem har åpnet vinduet i stormen."),
    ),
)
RATERS = ("Berit", "Jon", "gpt-eksempel")


def _rows_in_file(rows: list[dict[str, Any]]) -> Path:
    path = Path(tempfile.mkdtemp()) / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def translations(store: Store, slug: str, title: str, **settings: Any) -> None:
    """A campaign of translations to rate."""
    create_campaign(store, slug, title=title, **settings)
    rows = [
        {"prompt_id": f"p{number}", "prompt": source, "written_standard": "nb", "reference": reference}
        | {"source_language": "en", "target_language": "nb", "system": system, "response": response}
        for number, (source, reference, (good, bad)) in enumerate(TRANSLATED)
        for system, response in (("gran", reference), ("furu", good), ("bjørk", bad))
    ]
    import_responses(store, _rows_in_file(rows), slug)


def build_rated(world: World) -> None:
    """Campaigns of ratings and of judges next to those that there are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARVIS_DWELL_MS", "0")
        _raters(world)
        _judges(world)


def _raters(world: World) -> None:
    """Three campaigns of ratings: one with work done (led by Rita), one side by side, one that asks for reasons."""
    store = world.site.store
    translations(store, "rated", "Oversettelser, våren", protocol="heval", overlap=4)
    world.enter("rated", "Rita", "lead", "researcher")
    world.enter("rated", "Ragnar")
    rated = load_protocol("heval").rated
    expected = {"response": "Ferje avlyst to gang vind nord.", "semantics": "1-2", "fluency": 0}
    load_gold_ratings(store, "rated", _rows_in_file([expected | {"prompt": TRANSLATED[0][0]}]))
    berit = world.enter("rated", "Rolf")
    for number in range(4):
        (sheet,) = open_desk(store, berit, "rated").sheets
        marks = {
            one.key: Score(None if (number + place) % 7 == 6 else (number + place) % 5)
            for place, one in enumerate(rated)
        }
        record_ratings(store, berit, "rated", sheet.assignment_id, 0, marks)
    (sheet,) = open_desk(store, berit, "rated").sheets
    skip_response(store, berit, "rated", sheet.assignment_id, 0, "unreadable", "Halve setningen mangler.")
    ask_question(
        store, berit, "rated", sheet.assignment_id, "Skal et egennavn som ikke er oversatt, trekke ned?", rated=True
    )
    rows = [
        {"prompt_id": f"p{number}", "system": system, "annotator_id": name}
        | {one.key: (base + number * place + len(name)) % 2 + base for place, one in enumerate(rated)}
        for number in range(len(TRANSLATED))
        for system, base in (("gran", 3), ("furu", 2), ("bjørk", 1))
        for name in RATERS
    ]
    import_ratings(store, _rows_in_file(rows), "rated")
    with store.write() as db:  # a model's ratings come from its replies; here their look is enough
        db.execute(update(Person).where(Person.name == RATERS[-1]).values(kind="judge"))
    translations(store, "beside", "Oversettelser, side om side", protocol="adequacy_fluency")
    change_rules(store, "beside", {"responses_beside": 3})
    world.enter("beside", "Bodil")
    translations(store, "reasoned", "Oversettelser med begrunnelse", protocol="mt_qualitative")
    world.enter("reasoned", "Rune")
    create_campaign(store, "unrated", title="Skårer, ikke fylt ennå", protocol="heval")
    world.enter("unrated", "Roar")
    world.enter("unrated", "Rikke", "lead", "researcher")


def _judges(world: World) -> None:
    """People and two models on the same comparisons, for Dora."""
    store, slug = world.site.store, "models"
    create_campaign(store, slug, title="Flyt i norsk, med modelldommere")
    rows = [
        {"prompt_id": f"p{number}", "prompt": f"Skriv om dag {number}.", "model_a": "furu", "model_b": "gran"}
        | {"response_a": f"Kort om dag {number}.", "response_b": f"Noe mer, og litt lenger, om dag {number}."}
        | {"winner": ("model_a", "model_b", "tie")[(number * 7 + (number * place) % 5 // 4) % 3]}
        | {"annotator_id": name, "annotator_kind": "judge" if "eksempel" in name else "human"}
        for number in range(60)
        for place, name in enumerate(("Berit", "Jon", "Siri", "gpt-eksempel", "llama-eksempel"))
    ]
    import_judgments(store, _rows_in_file(rows), slug)
    world.enter(slug, "Dora", "lead", "researcher")


def rate(keys: str) -> Callable[[Page], None]:
    """Press keys at the rating desk once it stands, each after the one before was taken."""

    def act(page: Page) -> None:
        desk = Desk(page).stands("rate")
        settle(page)
        desk.look()
        for one in keys:
            page.keyboard.press(one)
            page.wait_for_timeout(60)

    return act


def save_unfinished(page: Page) -> None:
    """Choose a little and save."""
    rate("30")(page)
    desk = Desk(page)
    expect(desk.at("[role=radio][aria-checked=true]")).to_have_count(2)
    desk.do("save")
    page.locator(".desk .line.trouble").wait_for()


def results(page: Page) -> None:
    """Ask for the results where judging is still open."""
    button = page.locator(".st-key-show_results button")
    page.locator(".st-key-show_results button, .verdict, [data-testid=stRadioGroup]").first.wait_for()
    settle(page)
    if button.count():
        button.click()
        button.wait_for(state="detached")


def setup_rules(page: Page) -> None:
    """The step with the plan's rules."""
    rules = page.locator("[class*=st-key-setup_step_] label").nth(3)  # the first is the field's own
    rules.wait_for()
    settle(page)
    rules.click()
    page.locator("[class*=st-key-preview_]").wait_for()
    page.locator(".st-key-save_rules").wait_for()


RATER = (
    Scene("rating", "Rolf", "annotate", ".desk[data-mode=rate]", rows=2000),
    Scene("rating-filled", "Rolf", "", ".desk[data-mode=rate]", rate("33n40123332"), rows=2000),
    Scene("rating-skip", "Rolf", "", ".desk aside[data-panel=skip]", do("skip")),
    Scene("rating-ask", "Rolf", "annotate", ".desk aside[data-panel=ask]", do("ask")),
    Scene("rating-missing", "Ragnar", "annotate", ".desk .line.trouble", save_unfinished),
    Scene("rating-drawer", "Rolf", "annotate", ".desk aside[data-panel=guidelines]", do("guidelines")),
    Scene("rating-beside", "Bodil", "annotate", ".desk[data-mode=rate]", rows=1400),
    Scene("rating-beside-skip", "Bodil", "", ".desk aside[data-panel=skip]", do("skip")),
    Scene("rating-reasons", "Rune", "annotate", ".desk[data-mode=rate]", rows=2000),
    Scene("rating-empty", "Roar", "annotate", ".st-key-stage .finish"),
    Scene("rating-guidelines", "Rolf", "guidelines", ".guidelines", rows=1600),
    Scene("rating-guidelines-scales", "Rune", "guidelines", ".guidelines", rows=2600),
    Scene("my-ratings", "Rolf", "my_work", "[class*=st-key-work_row_]", rows=1600),
    Scene("my-rating", "Rolf", "", ".st-key-rerating", press("[class*=st-key-open_] button"), rows=2200),
    Scene("my-ratings-empty", "Roar", "my_work", ".verdict"),
)
RATED_STAFF = (
    Scene("inbox-rated", "Rita", "inbox", ".st-key-inbox_answer", rows=1400),
    Scene(
        "inbox-rated-skip",
        "Rita",
        "",
        ".who.skipped",
        press(".st-key-inbox_entry [data-testid=stRadioGroup] > :nth-child(2)"),
    ),
    Scene("setup-rated", "Rita", "setup", ".plan", setup_rules, rows=2600),
    Scene("gold-rated", "Rita", "gold", ".verdict"),
    Scene("controls-rated", "Rita", "gold_ratings", ".gold-text"),
    Scene("quality-rated", "Rita", "quality", "table.plain", rows=1600),
    Scene("people-rated", "Rita", "people", ".verdict", rows=1600),
    Scene("progress-rated", "Rita", "progress", ".verdict", rows=1200),
    Scene("ranking-rated", "Rita", "ranking", ".js-plotly-plot", results, rows=3600),
    Scene("analysis-rated", "Rita", "analysis", "details.gold", rows=2400),
    Scene("ranking-rated-empty", "Rikke", "ranking", ".verdict"),
    Scene("judges-rated", "Rita", "judges", ".js-plotly-plot", results, rows=2600),
    Scene("judges", "Dora", "judges", "table.plain", results, rows=2600),
    Scene("judges-empty", "Lise", "judges", ".st-key-judges"),
)
