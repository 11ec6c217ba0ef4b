"""Every screen as someone meets it: campaigns in every state, made by services, and the few clicks that remain."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, Route, expect
from sqlalchemy import update

from eval_core.campaigns.content.import_texts import import_gold, import_responses
from eval_core.campaigns.desk.compare import Task
from eval_core.campaigns.joining.consent import give_consent, read_letter
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, publish_clarification, read_guidelines
from eval_core.campaigns.my_work.hours import note_hours
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import choose_language, sign_in
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.campaigns.talk.desk_talk import carry_out_talk
from eval_core.campaigns.talk.inbox import answer_question
from eval_core.campaigns.talk.questions import ask_question
from eval_core.demo.load import FOLDER, RULES, demo_links, load_demo
from eval_core.store import Assignment, Campaign, Comparison, Store
from eval_core.web.cookie import COOKIE
from tests.browser.conftest import Site
from tests.support.acts import open_desk, record_judgment, skip_comparison
from tests.support.browser.acting import settled
from tests.support.browser.desk import Desk
from tests.support.building import Built

MARKED = "Er dette ordet godt norsk?"
QUESTION = "Skal jeg trekke for engelske ord i svar A, når oppgaven selv har dem?"
ANSWER = "Nei. Ord som står i oppgaven, skal ikke telle mot svaret."
# Training and test of two; one of two right is enough.
COURSE = RULES | {"training": 2, "test": 2, "pass_mark": 0.5, "reasons": "all", "gold_share": 0.0, "repeat_share": 0.0}


@dataclass(frozen=True)
class Scene:
    """One screen.

    Attributes:
        who: whose browser; '' for a stranger's.
        path: the address; '' goes on from the scene before, as the same person.
        act: what that person does there.
        ready: what must show before one looks.
        rows: pixels of height that show all of it; 0 for one window.
    """

    name: str
    who: str
    path: str
    ready: str
    act: Callable[[Page], None] | None = None
    rows: int = 0


@dataclass
class World:
    """A running dashboard with people in every state."""

    site: Site
    sessions: dict[str, str] = field(default_factory=dict)

    def enter(self, slug: str, name: str, *roles: str) -> str:
        """Add someone to a campaign; their session."""
        self.sessions[name] = Built(self.site.store, slug, ()).enter(name, *roles)
        return self.sessions[name]

    def speak(self, language: str) -> None:
        """Everybody reads in this language from now on: an emulated one does not reach Chromium's websockets."""
        for session in self.sessions.values():
            choose_language(self.site.store, session, language)

    def become(self, page: Page, name: str) -> None:
        """Let a browser be that person's from the next address on."""
        page.context.clear_cookies()
        if name:
            page.context.add_cookies([{"name": COOKIE, "value": self.sessions[name], "url": self.site.url}])

    def show(self, page: Page, scene: Scene) -> None:
        """Bring a browser to a scene, and wait until it stands still."""
        if scene.path:
            self.become(page, scene.who)
            page.goto(f"{self.site.url}/{scene.path}")
        if scene.act:
            scene.act(page)
        expect(page.locator(scene.ready).first).to_be_visible()
        settle(page)


# Streamlit fades what a long run has not drawn again; in a folded part no transition ever leaves the list.
STILL = """!document.querySelector('[data-stale=true]') && !document.getAnimations().some(one =>
  one instanceof CSSTransition && one.playState !== 'finished' && one.effect.target.checkVisibility())"""


def settle(page: Page) -> None:
    """Wait until Streamlit has drawn everything and nothing fades; a field's own script may come after its place."""
    page.wait_for_timeout(150)
    expect(page.locator('[data-testid="stSkeleton"]')).to_have_count(0)
    settled(page)
    page.wait_for_function(STILL)
    page.wait_for_timeout(100)


def build(site: Site, *, demo: bool = True) -> World:
    """Small campaigns of the demo's texts for every state of an annotator; for the leads' pages the demo itself."""
    world, store = World(site), site.store
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARVIS_DWELL_MS", "0")
        if demo:
            load_demo(store)
            world.enter("demo", "Dina", "lead")
            _, visitor, _ = demo_links(store)
            world.sessions["Demo"] = str(sign_in(store, visitor.token))
        _lead_and_worker(world)
        _newcomers(world)
        _finisher(world)
    create_campaign(store, "empty", title="Ikke fylt ennå")
    world.enter("empty", "Lise", "lead")
    world.enter("empty", "Kari")
    create_campaign(store, "paused", title="På pause")
    world.enter("paused", "Pål")
    with store.write() as db:
        db.execute(update(Campaign).where(Campaign.slug == "paused").values(status="paused"))
    return world


def enter_link(world: World) -> str:
    """Where a new annotator's personal link leads."""
    return f"join/{add_person(world.site.store, 'Gjest', ['annotator'], ['work']).token}"


def small_campaign(store: Store, slug: str, title: str, **settings: Any) -> None:
    """A campaign of the demo's texts and gold comparisons."""
    create_campaign(store, slug, title=title, **settings)
    import_responses(store, FOLDER / "responses.jsonl", slug)
    import_gold(store, FOLDER / "gold.jsonl", slug)


def take_part(store: Store, slug: str, who: str, *, read: bool = True) -> None:
    """Agree to the letter and, where asked, read the guidelines."""
    give_consent(store, who, slug, read_letter(store, who, slug, "nb").version, "nb")
    if read:
        acknowledge_guidelines(store, who, slug, read_guidelines(store, who, slug, "nb").version, "nb")


def judge(store: Store, slug: str, who: str, *, right: bool = True) -> Task:
    """Judge what lies there: gold rightly or wrongly, the rest as A."""
    task = open_desk(store, who, slug).task
    assert task is not None
    with store.read() as db:
        row = db.get_one(Assignment, task.assignment_id)
        gold, swapped = db.get_one(Comparison, row.comparison_id).gold_outcome, row.swapped
    expected = gold if gold in (None, "tie") else "AB"[(gold == "first") == swapped]
    choice = expected or "A" if right else "B" if expected == "A" else "A"
    record_judgment(store, who, slug, task.assignment_id, task.revision, choice)
    return task


def _lead_and_worker(world: World) -> None:
    """Anna works in a campaign of her own with questions, skips, hours and judgments; Leif leads it and the demo."""
    store, slug = world.site.store, "work"
    small_campaign(store, slug, "Flyt i norsk, våren", per_annotator=60)
    change_rules(store, slug, RULES | {"training": 0, "test": 0})
    anna = world.enter(slug, "Anna")
    take_part(store, slug, anna)
    for _ in range(4):
        task = judge(store, slug, anna)
        question = ask_question(store, anna, slug, task.assignment_id, QUESTION)
    answer_question(store, slug, question, ANSWER)
    publish_clarification(store, slug, ANSWER, question)
    acknowledge_guidelines(store, anna, slug, read_guidelines(store, anna, slug, "nb").version, "nb")
    ask_question(store, anna, slug, None, "Når blir den neste runden med tekster lagt ut?")
    task = open_desk(store, anna, slug).task
    assert task is not None
    mark = {"side": "A", "start": 0, "end": 4, "issue": ""}
    asked = {"id": str(uuid4()), "kind": "ask", "assignment": task.assignment_id, "question": MARKED, "marks": [mark]}
    assert carry_out_talk(store, anna, slug, asked, "nb").result == "recorded"
    skip_comparison(store, anna, slug, task.assignment_id, task.revision, "unreadable")
    note_hours(store, anna, slug, store.now().date(), 90, "Jeg leste retningslinjene på papir.")
    world.enter(slug, "Leif", "lead")


def _newcomers(world: World) -> None:
    """One person at each step of the way in."""
    store, slug = world.site.store, "course"
    small_campaign(store, slug, "Flyt i norsk, høsten")
    change_rules(store, slug, COURSE)
    world.enter(slug, "Letter")
    take_part(store, slug, world.enter(slug, "Reader"), read=False)
    for name, judged, right in (("Practice", 0, True), ("Test", 2, True), ("Nearly", 3, True), ("Failed", 4, False)):
        who = world.enter(slug, name)
        take_part(store, slug, who)
        for _ in range(judged):
            judge(store, slug, who, right=right)
        if judged == 4:
            open_desk(store, who, slug)  # closes the test
    why = world.enter(slug, "Why")
    take_part(store, slug, why)
    for _ in range(4):
        judge(store, slug, why)
    world.enter(slug, "Lars", "lead")


def _finisher(world: World) -> None:
    store, slug = world.site.store, "short"
    small_campaign(store, slug, "En kort runde", per_annotator=2)
    done = world.enter(slug, "Done")
    for _ in range(2):
        judge(store, slug, done)


def press(selector: str) -> Callable[[Page], None]:
    """Click on something, once it is there."""
    return lambda page: page.locator(selector).first.click()


def key(name: str) -> Callable[[Page], None]:
    """Press a key once the desk stands, after a look at both texts."""

    def act(page: Page) -> None:
        desk = Desk(page).stands("judge", "why", "answer", "intro")
        settle(page)
        desk.look(0)
        page.keyboard.press(name)

    return act


def do(name: str) -> Callable[[Page], None]:
    """Press one of the desk's own buttons, once nothing else is under way."""

    def act(page: Page) -> None:
        desk = Desk(page).stands("judge", "why", "answer", "intro", "rate")
        settle(page)
        desk.do(name)

    return act


def mark(page: Page) -> None:
    """Say why: two words of one text, one of the other, and a comment."""
    desk = Desk(page).stands("why")
    desk.mark("A", 1, "grammar", last=2)
    desk.mark("B", 0, "word_choice")
    desk.at(".why [data-field=comment]").fill("Bøyningen stemmer ikke.")


def select(page: Page) -> None:
    """Press a word, so that the issues lie there to choose from."""
    Desk(page).stands("why").word("B", 1).click()


def unfold(page: Page) -> None:
    """Open the first comparison to read, so that its texts are looked at too."""
    page.locator("details.gold > summary").first.click()


def search(page: Page) -> None:
    """Open the guidelines next to the comparison and search them."""
    do("guidelines")(page)
    page.locator(".desk aside [type=search], .desk aside input").first.fill("ord")


def ask(page: Page) -> None:
    """Ask about two words of one text, without sending it yet."""
    desk = Desk(page)
    do("ask")(page)
    desk.word("A", 0).click()
    desk.at("[data-field=question]").fill(QUESTION)
    page.mouse.move(0, 0)


def take_back(page: Page) -> None:
    """Take the choice back."""
    Desk(page).undo("mouse")


def refuse(page: Page) -> None:
    """Make a choice that the server refuses, because someone closed the comparison meanwhile."""

    def answer(route: Route) -> None:
        sent = route.request.post_data_json
        found = route.fetch(post_data=json.dumps(sent | {"actions": []}))
        told = found.json()
        told["answers"] = [{"id": one["id"], "result": "refused", "word": "lease_lost"} for one in sent["actions"]]
        route.fulfill(response=found, json=told)

    page.route(
        re.compile(r"/desk/work\b"),
        lambda route: answer(route) if route.request.method == "POST" else route.continue_(),
    )
    key("1")(page)
    page.locator(".desk .line.trouble").wait_for()
    page.unroute_all()


def tunnel(page: Page) -> None:
    """Judge once without a connection."""
    desk = Desk(page).stands("judge")
    page.context.set_offline(True)
    key("3")(page)
    desk.says(re.compile(r"\b1 "))


def back(page: Page) -> None:
    """Out of the tunnel."""
    page.context.set_offline(False)
    Desk(page).all_saved()


ANNOTATOR = (
    Scene("letter", "Letter", "annotate", ".letter", rows=2000),
    Scene("first-reading", "Reader", "annotate", ".first-read", rows=2600),
    Scene("practice-intro", "Practice", "annotate", ".desk[data-mode=intro]"),
    Scene("practice", "Practice", "", ".desk[data-mode=judge][data-stage=training]", key("Enter")),
    Scene("practice-answer", "Practice", "", ".desk[data-mode=answer]", key("1")),
    Scene("test-intro", "Test", "annotate", ".desk[data-mode=intro]"),
    Scene("test", "Test", "", ".desk[data-mode=judge][data-stage=test]", key("Enter")),
    Scene("failed", "Failed", "annotate", ".st-key-stage h1"),
    Scene("nearly-passed", "Nearly", "annotate", ".desk[data-stage=test]"),
    Scene("after-the-test", "Nearly", "", ".desk[data-stage=work]", key("1")),
    Scene("work", "Anna", "annotate", ".desk[data-mode=judge]"),
    Scene("work-saved", "Anna", "", ".desk [data-do=undo]", key("1")),
    Scene("work-undone", "Anna", "", ".desk[data-mode=judge]", take_back),
    Scene("work-refused", "Anna", "", ".desk .line.trouble", refuse),
    Scene("skip", "Anna", "", ".desk aside[data-panel=skip]", do("skip")),
    Scene("menu", "Anna", "annotate", ".desk aside[data-panel=menu]", do("menu")),
    Scene("keys", "Anna", "annotate", ".desk aside[data-panel=keys]", key("?")),
    Scene("answers", "Anna", "annotate", ".desk aside[data-panel=ask]", do("ask")),
    Scene("ask-words", "Anna", "annotate", ".desk aside[data-panel=ask]", ask),
    Scene("ask-sent", "Anna", "", ".desk aside .asked-one", do("send")),
    Scene("drawer", "Anna", "annotate", ".desk aside[data-panel=guidelines]", search),
    Scene("waiting", "Anna", "annotate", ".desk[data-waiting='1']", tunnel),
    Scene("sent", "Anna", "", ".desk[data-waiting='0']", back),
    Scene("reasons", "Why", "annotate", ".desk[data-mode=why]", key("1")),
    Scene("reasons-word", "Why", "", ".desk .issues", select),
    Scene("reasons-marked", "Why", "annotate", ".desk .mark", mark),
    Scene("reasons-saved", "Why", "", ".desk[data-mode=judge]", do("go-on")),
    Scene("my-judgment-marked", "Why", "my_work", ".reading mark", press("[class*=st-key-open_] button"), rows=1200),
    Scene("reasons-tie", "Why", "annotate", ".desk [data-tie=both_well]", key("2")),
    Scene("demo", "Demo", "annotate", ".desk[data-mode=judge]"),
    Scene("finish", "Done", "annotate", ".st-key-stage h1"),
    Scene("nothing-yet", "Kari", "annotate", ".st-key-stage .finish"),
    Scene("paused", "Pål", "annotate", ".st-key-stage .finish"),
    Scene("refused", "Anna", "setup", ".st-key-refusal"),
    Scene("signed-out", "", "annotate", "main h1"),
    Scene("guidelines", "Anna", "guidelines", ".guidelines", rows=2600),
    Scene("my-work", "Anna", "my_work", ".st-key-judgments, [class*=st-key-work_row_]", rows=2000),
    Scene("my-work-note", "Anna", "", ".st-key-note_text", press(".st-key-add_note button")),
    Scene(
        "my-judgment", "Anna", "my_work", ".st-key-judged .reading", press("[class*=st-key-open_] button"), rows=1200
    ),
    Scene("my-letter", "Anna", "my_work", ".letter", press(".st-key-read_letter button"), rows=2000),
    Scene("my-work-empty", "Kari", "my_work", ".verdict", rows=1400),
)
STAFF = (
    Scene("inbox-question", "Leif", "inbox", ".st-key-inbox_answer", rows=1400),
    Scene(
        "inbox-marked",
        "Leif",
        "",
        ".reading mark",
        press(".st-key-inbox_entry label:has-text(' 6 ')"),
    ),
    Scene(
        "inbox-skip",
        "Leif",
        "",
        ".who.skipped",
        press(".st-key-inbox_entry [data-testid=stRadioGroup] > :last-child"),
    ),
    Scene("inbox-newcomer", "Lars", "inbox", ".st-key-inbox_grant"),
    Scene("inbox-empty", "Lise", "inbox", ".verdict"),
    Scene("setup", "Leif", "setup", ".plan", rows=3000),
    Scene(
        "setup-plan", "Leif", "", ".st-key-study_sums", press("[class*=st-key-setup_step_] label >> nth=2"), rows=2000
    ),
    Scene(
        "setup-rules",
        "Leif",
        "",
        ".st-key-rules_outlook",
        press("[class*=st-key-setup_step_] label >> nth=3"),
        rows=4400,
    ),
    Scene("gold", "Dina", "gold", "details.gold", rows=2000),
    Scene("gold-planting", "Dina", "", ".st-key-gold_add", press(".st-key-gold_next button"), rows=2600),
    Scene("gold-empty", "Lise", "gold", ".verdict"),
    Scene("campaigns", "Dina", "campaigns", ".st-key-campaigns", rows=1200),
    Scene("progress", "Dina", "progress", ".js-plotly-plot", rows=1200),
    Scene("progress-empty", "Lise", "progress", ".verdict"),
    Scene("ranking", "Dina", "ranking", ".js-plotly-plot", rows=2600),
    Scene("ranking-empty", "Lise", "ranking", ".verdict"),
    Scene("quality", "Dina", "quality", ".js-plotly-plot", rows=2600),
    Scene("case", "Dina", "quality", ".case-verdict", press(".way[href*=annotator]"), rows=3000),
    Scene("case-judgment", "Dina", "", ".reading", press("[class*=st-key-case_judged_] summary"), rows=3000),
    Scene("quality-empty", "Lise", "quality", ".sentence"),
    Scene("analysis", "Dina", "analysis", "details.gold", unfold, rows=2600),
    Scene("analysis-empty", "Lise", "analysis", "h2.section"),
    Scene("method", "Dina", "method", "[data-testid=stCode]", rows=3000),
    Scene("export", "Dina", "export", ".verdict"),
    Scene("export-empty", "Lise", "export", ".verdict"),
    Scene("lead-guidelines", "Dina", "guidelines", ".guidelines"),
)
