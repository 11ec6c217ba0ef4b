"""The screens of open doors: what a stranger meets at an open link, how leads set it up, and the public results."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.joining.native_screen import answer_screen, approve_pair, begin_screen
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.provider_accounts import change_account_by_name, claim_of
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.demo.load import RULES
from eval_core.protocols.native_screen import ITEMS, load_pairs
from eval_core.store import Store
from tests.browser.conftest import Site
from tests.ports import free_port
from tests.support.arriving import CODES, PIDS, STUDY, arrive
from tests.support.browser.scenes import Scene, World, judge, press, settle, small_campaign, take_part
from tests.support.building import Built

# A provider that is only named: nothing asks it before somebody goes there.
PROVIDER = {
    "PARVIS_OIDC_ISSUER": "https://provider.example",
    "PARVIS_OIDC_CLIENT_ID": "parvis",
    "PARVIS_OIDC_CLIENT_SECRET": "none",
    "PARVIS_OIDC_NAME": "Feide",
}
SAMPLE = Path(__file__).resolve().parents[3] / "data" / "sample" / "judgments.csv"
SENT = f"PROLIFIC_PID=5f0a1b2c3d4e5f6071829304&STUDY_ID={STUDY}&SESSION_ID=s9"


def with_provider(serve: Callable[..., Site]) -> Site:
    """A dashboard whose staff may sign in at a provider."""
    port = free_port()
    return serve(port=port, PARVIS_BASE_URL=f"http://127.0.0.1:{port}", PARVIS_DWELL_MS="0", **PROVIDER)


def build_doors(world: World) -> None:
    """Campaigns with an open link in every state, people at each step behind it, and one with public results."""
    store = world.site.store
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**PROVIDER, "PARVIS_BASE_URL": world.site.url, "PARVIS_DWELL_MS": "0"}.items():
            patch.setenv(name, value)
        _crowd(world)
        _people_on_their_way(world)
    _campaign(store, "full-door", open_link_people=1)
    arrive(Built(store, "full-door", ()), "Elin", None)
    _campaign(store, "later-door", open_link_opens="2100-01-01T08:00:00+00:00")
    create_campaign(store, "published", title="Fem språkmodeller, våren")
    import_judgments(store, SAMPLE, "published")
    move_campaign(store, "published", "closed")
    change_rules(store, "published", {"public_results": "full"})
    world.enter("published", "Pia", "lead")


def _campaign(store: Store, slug: str, **rules: Any) -> None:
    small_campaign(store, slug, "Flyt i norsk, for alle")
    change_rules(store, slug, {"letter": RULES["letter"], "open_link": True, **rules})


def _crowd(world: World) -> None:
    """People come from a platform, are screened, and are in every state of a payment."""
    store, slug = world.site.store, "door"
    _campaign(store, slug, open_link_judgments=2, crowd=CODES)
    for pair in load_pairs():
        approve_pair(store, slug, pair.key)
    change_rules(store, slug, {"native_screen": True})
    world.enter(slug, "Dag", "lead")
    add_person(store, "Ragna", ["researcher"], [slug])
    change_account_by_name(store, "Ragna", claim_of("ragna@uni.example"))


def _people_on_their_way(world: World) -> None:
    store = world.site.store
    built = Built(store, "door", ())
    for number, name in enumerate(("Screened", "Turned", "Ended")):
        who = world.sessions[name] = arrive(built, name, PIDS[number])
        take_part(store, "door", who, read=False)
    _screen(store, world.sessions["Turned"], right=False)
    ended = world.sessions["Ended"]
    _screen(store, ended, right=True)
    take_part(store, "door", ended)
    for _ in range(2):
        judge(store, "door", ended)


def _screen(store: Store, who: str, *, right: bool) -> None:
    good = {pair.right for pair in load_pairs()}
    view = begin_screen(store, who, "door", "nb")
    for number in range(1, ITEMS + 1):
        assert view.texts is not None
        is_a = (view.texts[0] in good) == right
        view = answer_screen(store, who, "door", number, "A" if is_a else "B")


def agree(page: Page) -> None:
    """Take part: the button below the letter."""
    page.locator("form button[type=submit], form button").last.click()
    page.locator("#own-link").wait_for()


def open_parts(page: Page) -> None:
    """Unfold what the page People keeps folded about the open link."""
    for key in ("open_link_limits", "screen_pairs", "crowd_rules"):
        page.locator(f".st-key-{key} summary").click()
        settle(page)


STRANGER = (
    Scene("door", "", f"take-part/door?{SENT}", "h1", rows=2600),
    Scene("door-welcome", "", "", "#own-link", agree, rows=1600),
    Scene("door-known", "Screened", "take-part/door", "h1"),
    Scene("door-damaged", "", "take-part/door?PROLIFIC_PID=%3Cb%3E", "h1, main p"),
    Scene("door-full", "", "take-part/full-door", "h1"),
    Scene("door-later", "", "take-part/later-door", "h1"),
    Scene("door-nowhere", "", "take-part/nowhere", "h1, main p"),
    Scene("screen", "Screened", "annotate", ".st-key-native_screen h1"),
    Scene("screen-pair", "Screened", "", ".screen-title", press(".st-key-screen_nb button")),
    Scene("screened-out", "Turned", "annotate", ".st-key-way_back"),
    Scene("finish-code", "Ended", "annotate", ".st-key-stage h1"),
    Scene("staff-way-in", "", "ranking", "main h1"),
    Scene("results", "", "results/published/", "h1", rows=2600),
    Scene("results-pairs", "", "results/published/pairs.html", ".pair", rows=2600),
    Scene("results-people", "", "results/published/people.html", "h1", rows=1600),
    Scene("results-method", "", "results/published/method.html", "h1", rows=2600),
    Scene("results-data", "", "results/published/data.html", "h1", rows=2000),
)
DOORKEEPER = (
    Scene("people", "Dag", "people", ".st-key-open_link_limits", rows=3600),
    Scene("people-doors", "Dag", "people", ".st-key-crowd_rules", open_parts, rows=6400),
    Scene("new-campaign", "Dag", "new_campaign", "main h1, .verdict", rows=1400),
    Scene("trial", "Dag", "trial", ".desk"),
    Scene("judge-desk", "Dag", "judge_desk", "main h1, .verdict", rows=2400),
    Scene("about", "Dag", "about", "main h1, .verdict", rows=1600),
    Scene("export-closed", "Pia", "export", ".verdict", rows=3000),
)
