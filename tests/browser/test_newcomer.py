"""A newcomer's whole way: invitation, letter, guidelines, training, test, thirty judgments with reasons, the end.

In three languages, on a desktop and on a phone; with marks, a tunnel of ten minutes and a skip that was a slip.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import ndiff
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.content.import_texts import import_gold, import_responses
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.publishing.judgment_table import export_judgments, written_choices
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.locales import ngettext, use_language
from eval_core.protocols import DATA, load_guidelines, load_protocol
from eval_core.store import (
    Assignment,
    Comparison,
    Consent,
    GuidelineReading,
    Judgment,
    Person,
    Qualification,
    Question,
    Reason,
    Remark,
    Response,
    Store,
    System,
)
from tests.browser.conftest import Site
from tests.support.browser.acting import Received, settled
from tests.support.browser.axe_checks import PHONE
from tests.support.browser.desk import By
from tests.support.browser.speaking import foreign, words_of
from tests.support.browser.tunnel import tunnel
from tests.support.browser.walking import DWELL_MS, Given, Lead, Newcomer
from tests.support.checking import problems

SLUG, NAME, QUOTA, TRAINING, TEST, RIGHT = "spraak", "Kari", 30, 2, 3, 2
# The turns without network or server: as many as lie in the browser, but for one.
TUNNEL = (20, 21)
RULES: dict[str, Any] = {
    "gold_share": 0.1,
    "repeat_share": 0.2,
    "reasons": "all",
    "training": TRAINING,
    "test": TEST,
    "pass_mark": 0.6,
    "letter": {"responsible": "Målgruppa", "contact": "Unni, unni@maal.example", "pay": "250 kr"},
}
WORK = ("regular", "gold", "repeat")
CHOICES = ("A", "tie", "B", "A", "tie", "B")
# What would tell an annotator which comparison is gold or a repeat, which side the first, or who wrote what.
# `gold_ratings` is the address of a page, which is listed for everybody.
TELLING = re.compile(rb"swapped|canonical|gold_(?!ratings\b)|outcome|system_id|first_response|sequence")


@pytest.fixture
def site(serve: Callable[..., Site], tmp_path: Path) -> Iterator[Site]:
    """The demo's texts and gold, as a campaign with all that a newcomer meets; system names that no text has."""
    running = serve(PARVIS_DWELL_MS=str(DWELL_MS))
    rows = [json.loads(line) for line in (DATA / "demo" / "responses.jsonl").open(encoding="utf-8")]
    renamed = tmp_path / "responses.jsonl"
    renamed.write_text("\n".join(json.dumps(row | {"system": f"zq-{row['system']}-7b"}) for row in rows), "utf-8")
    create_campaign(running.store, SLUG, title="Språkprøven", per_annotator=QUOTA)
    import_responses(running.store, renamed, SLUG)
    import_gold(running.store, DATA / "demo" / "gold.jsonl", SLUG)
    change_rules(running.store, SLUG, RULES)
    yield running
    use_language("en")


@dataclass(frozen=True)
class Way:
    """How one newcomer goes: the language of the first half and of the second, and whether the first test is failed."""

    language: str
    later: str
    failing: bool
    phone: bool

    @property
    def browser(self) -> dict[str, Any]:
        """What their browser is like."""
        phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if self.phone else {}
        return {"locale": f"{self.language}-NO", **phone}

    def by(self, turn: int) -> By:
        """With what they press."""
        return "tap" if self.phone else "key" if turn % 2 == 0 else "mouse"


@pytest.mark.drawn
@pytest.mark.parametrize(
    "way",
    [
        pytest.param(Way("en", "en", failing=False, phone=False), id="en"),
        pytest.param(Way("nb", "nb", failing=True, phone=False), id="nb-failing-once"),
        pytest.param(Way("nn", "nb", failing=False, phone=False), id="nn-then-nb"),
        pytest.param(Way("en", "nn", failing=False, phone=True), id="en-then-nn-on-a-phone"),
        pytest.param(Way("nb", "nb", failing=False, phone=True), id="nb-on-a-phone"),
        pytest.param(Way("nn", "nn", failing=True, phone=True), id="nn-failing-once-on-a-phone"),
    ],
)
def test_a_newcomers_way(site: Site, serve: Callable[..., Site], visit: Callable[..., Page], way: Way) -> None:
    """From the invitation to the last screen in one language (and another from the middle on), nothing lost or told."""
    store = site.store
    links = {
        role: f"{site.url}/join/{add_person(store, name, [role], [SLUG]).token}"
        for name, role in ((NAME, "annotator"), ("Lise", "lead"))
    }
    newcomer = Newcomer(visit(**way.browser), store, way.language)
    lead = Lead(visit(locale=f"{way.language}-NO"), store, way.language)
    received = Received.by(newcomer.page)
    lead.go_in(links["lead"])
    newcomer.go_in(links["annotator"])
    newcomer.consent_and_read()
    newcomer.train(TRAINING, way.by(1))
    if way.failing:
        newcomer.be_tested(TEST, RIGHT, passing=False, by=way.by(1))
        newcomer.fail()
        lead.grant(site, NAME)
        newcomer.page.reload()
    newcomer.be_tested(TEST, RIGHT, passing=True, by=way.by(1))
    newcomer.begin("You have passed", way.by(0))
    made, skeletons = work(site, serve, newcomer, lead, way)
    finish(newcomer)
    check_database(store, made, way)
    check_blinding(store, received, skeletons)
    revised = check_my_work(newcomer, made, TRAINING + TEST * (1 + way.failing))
    check_export(store, made | {revised.assignment: revised})
    assert problems(store, SLUG) == []


def work(
    site: Site, serve: Callable[..., Site], newcomer: Newcomer, lead: Lead, way: Way
) -> tuple[dict[int, Given], dict[int, str]]:
    """The thirty judgments with all that happens between them; what was said, and how each screen was built."""
    made: dict[int, Given] = {}
    skeletons: dict[int, str] = {}

    def judge(turn: int) -> int:
        newcomer.look()
        skeletons[newcomer.desk.assignment] = newcomer.skeleton()
        choice = CHOICES[turn % 6]
        judged = newcomer.choose(choice, way.by(turn))
        made[judged] = newcomer.explain(choice, judged, turn, way.by(1))
        assert newcomer.desk.done == len(made) == turn + 1
        return judged

    def go_on(judged: int, turn: int) -> None:
        newcomer.go_on(judged, way.by(turn % 6 != 1))
        if turn + 1 < QUOTA:
            newcomer.comes_after(judged)

    for turn in range(QUOTA):
        if turn == 12 and way.later != newcomer.language:
            newcomer.switch(way.later)
        if turn == 18:
            newcomer.skip_and_take_back(way.by(1))
        if turn == TUNNEL[0]:
            newcomer.desk.all_saved()
            with tunnel(serve, site, newcomer.page, minutes=10, PARVIS_DWELL_MS=str(DWELL_MS)):
                for inside in TUNNEL:
                    go_on(judge(inside), inside)
                newcomer.desk.says(newcomer.say("Saved up to no. {done}, {count} waiting", done=TUNNEL[0], count=4))
                newcomer.look()
            newcomer.desk.all_saved()
        if turn in TUNNEL:
            continue
        judged = judge(turn)
        if turn == 8:
            newcomer.ask(way.by(1))
            newcomer.desk.all_saved()
            lead.answer(site, NAME)
            newcomer.go_on(judged, way.by(0))
            newcomer.read_news(way.by(1))
            continue
        go_on(judged, turn)
        if turn == 16:
            before = made.pop(judged)
            newcomer.take_back(before, way.by(0))
            again = newcomer.choose("tie", way.by(1))
            made[again] = newcomer.explain("tie", judged, 1, way.by(1))
            if before.choice == "tie":  # what was said of the same choice is there again
                made[again].reasons |= before.reasons
                made[again].comment = before.comment
            go_on(again, turn)
    return made, skeletons


def finish(newcomer: Newcomer) -> None:
    """Thanks, and the same count as everywhere."""
    newcomer.reads("Thank you!")
    use_language(newcomer.language)
    count = ngettext("{count} judgment is saved.", "{count} judgments are saved.", QUOTA)
    text = f"{newcomer.say('You have judged everything you were asked to judge.')} {count}"
    expect(newcomer.page.locator(".finish")).to_have_text(text)
    newcomer.look()
    newcomer.page.get_by_role("link", name=newcomer.say("See my work")).click()


def check_database(store: Store, made: dict[int, Given], way: Way) -> None:
    """What was said is what is stored; each judgment knows its protocol, guidelines and language."""
    protocol = load_protocol("norwegian_fluency")
    with store.read() as db:
        live = {
            one.assignment_id: (one, assignment)
            for one, assignment in db.execute(
                select(Judgment, Assignment)
                .join(Assignment, Assignment.id == Judgment.assignment_id)
                .where(Judgment.live, Judgment.choice.is_not(None))
            )
        }
        stream = [(one, assignment) for one, assignment in live.values() if assignment.kind in WORK]
        assert {one.assignment_id: stored(db, one, assignment) for one, assignment in stream} == made
        everything = db.scalars(select(Judgment)).all()
        assert {(one.protocol_version, one.protocol_hash) for one in everything} == {
            (protocol.version, protocol.content_hash)
        }
        base = load_guidelines(way.language).version
        in_order = [live[one][0] for one in made]
        assert [one.guideline_version for one in in_order] == [base] * 9 + [f"{base}+1"] * (QUOTA - 9)
        assert [one.language for one in in_order] == [way.language] * 12 + [way.later] * (QUOTA - 12)
        assert {one.layout for one in in_order} == {"switched" if way.phone else "side_by_side"}
        assert not any(one.late for one in in_order)  # the leases outlasted the tunnel
        kinds = [assignment.kind for _one, assignment in stream]
        assert kinds.count("gold") >= 2
        check_repeats([assignment for _one, assignment in stream])
        assert db.scalars(select(Question)).one().read_at is not None
        consent = db.scalars(select(Consent)).one()
        assert consent.language == way.language
        assert db.scalars(select(Person.first_standard).where(Person.name == NAME)).one() == "both"
        acknowledged = db.scalars(
            select(GuidelineReading.version).where(GuidelineReading.acknowledged).order_by(GuidelineReading.id)
        ).all()
        assert acknowledged == [base, f"{base}+1"]
        tries = db.scalars(select(Qualification).order_by(Qualification.attempt)).all()
        assert [one.passed for one in tries] == [False] * (len(tries) - 1) + [True]


def stored(db: Session, judgment: Judgment, assignment: Assignment) -> Given:
    """What the database has of a judgment and its reasons, as it was presented."""
    comparison = db.get_one(Comparison, judgment.comparison_id)
    shown = [comparison.first_response_id, comparison.second_response_id]
    sides = dict(zip(reversed(shown) if assignment.swapped else shown, "AB", strict=True))
    remark = db.scalars(select(Remark).where(Remark.judgment_id == judgment.id)).one_or_none()
    reasons = db.scalars(select(Reason).where(Reason.remark_id == remark.id)).all() if remark else []
    texts = {one.id: one.text for one in db.scalars(select(Response).where(Response.id.in_(shown)))}
    said = {(sides[one.response_id], one.issue, texts[one.response_id][one.start : one.end]) for one in reasons}
    return Given(
        judgment.assignment_id,
        judgment.choice or "",
        remark.quality if remark else None,
        said,
        remark.comment if remark else None,
    )


def check_repeats(stream: list[Assignment]) -> None:
    """At least one comparison came twice, its sides swapped, at least twenty later."""
    regular = {one.comparison_id: one for one in stream if one.kind == "regular"}
    repeats = [one for one in stream if one.kind == "repeat"]
    assert repeats
    for one in repeats:
        before = regular[one.comparison_id]
        assert one.swapped != before.swapped
        assert one.sequence - before.sequence >= 20


def check_blinding(store: Store, received: Received, skeletons: dict[int, str]) -> None:
    """Neither the bytes nor the screens tell who wrote what, what is gold, what is a repeat, and which side is first."""
    with store.read() as db:
        names = list(db.scalars(select(System.name)))
        kinds = dict(db.execute(select(Assignment.id, Assignment.kind)).all())
    assert len(names) == 5
    assert received.naming(names) == []
    assert telling(received) == []
    regular = {skeleton for one, skeleton in skeletons.items() if kinds[one] == "regular"}
    odd = [(kinds[one], skeleton) for one, skeleton in skeletons.items() if skeleton not in regular]
    assert odd == [], [line for line in ndiff(min(regular).split(">"), odd[0][1].split(">")) if line[0] in "+-"]


def telling(received: Received) -> list[bytes]:
    """What was received that would tell, the style sheet of all pages left out."""
    parts = [part for part in received.parts if b"<style>" not in part]
    return [part[max(0, hit.start() - 40) : hit.end() + 40] for part in parts for hit in TELLING.finditer(part)]


def check_my_work(newcomer: Newcomer, made: dict[int, Given], qualifying: int) -> Given:
    """The list has them all, the search finds one, which is revised; the hours count them. What it is now."""
    page = newcomer.page
    use_language(newcomer.language)
    everything = ngettext(
        "You have judged {count} comparison in this campaign",
        "You have judged {count} comparisons in this campaign",
        QUOTA,
    )
    expect(page.locator(".verdict")).to_contain_text(everything)
    left_out = ngettext(
        "Training and test are not in this number: {count} comparison. The hours include their time.",
        "Training and test are not in this number: {count} comparisons. The hours include their time.",
        qualifying,
    )
    newcomer.reads(left_out)
    # With several days, the last row is their total.
    assert int(page.locator(".st-key-hours tbody tr td:nth-child(5)").last.inner_text()) == QUOTA
    newcomer.look()
    listed = page.locator('[class*="st-key-work_row_"]')
    expect(newcomer.button("Older")).to_be_visible()
    first = listed.count()
    for _ in range((QUOTA - 1) // first):
        newest = listed.first.inner_text()
        newcomer.button("Older").click()
        expect(listed.first).not_to_have_text(newest)
        settled(page)
    expect(listed).to_have_count(QUOTA - (QUOTA - 1) // first * first)
    newcomer.look()
    wanted = next(one for one in made.values() if one.comment == "Merknad 14 <b>&")
    search = page.get_by_label(newcomer.say("Search in prompts, responses and your comments"))
    search.fill("MERKNAD 14 <b>")
    search.press("Enter")
    expect(listed).to_have_count(1)
    listed.get_by_role("button").click()
    expect(page.locator(".chosen")).to_have_text(
        newcomer.say("Your choice: {choice}", choice=newcomer.choice(wanted.choice))
    )
    newcomer.look()
    newcomer.button(newcomer.choice("A")).click()
    newcomer.reads("Changed. Your new choice is saved.")
    newcomer.look()
    page.go_back()  # closes the judgment, and not the page
    expect(newcomer.button("Back to My work")).to_be_hidden()
    expect(page.locator(".verdict").filter(has_text=everything)).to_be_visible()
    expect(listed).to_contain_text(newcomer.choice("A"))
    newcomer.look()
    return Given(wanted.assignment, "A")


def check_export(store: Store, made: dict[int, Given]) -> None:
    """The export has just these judgments, as they were presented."""
    one, two = aliased(Response), aliased(Response)
    with store.read() as db:
        rows = db.execute(
            select(Assignment.id, Assignment.swapped, one.text, two.text)
            .join(Comparison, Comparison.id == Assignment.comparison_id)
            .join(one, one.id == Comparison.first_response_id)
            .join(two, two.id == Comparison.second_response_id)
            .where(Assignment.id.in_(made))
        ).all()
    expected = Counter(
        (
            *((second, first) if swapped else (first, second)),
            written_choices("norwegian_fluency")[made[identity].choice],
        )
        for identity, swapped, first, second in rows
    )
    frame = export_judgments(store, SLUG)
    stream = frame[frame["kind"].isin(WORK)]
    assert Counter(zip(stream["response_a"], stream["response_b"], stream["choice"], strict=True)) == expected
    assert set(frame["annotator_id"]) == {NAME}


PLANTED = """
<main aria-label="Ask us"><p>Angre</p><p>Undo</p><p>Training 1 of 2</p><p>Lagret 3 av 30. Next comparison.</p>
<p>Hvorfor «Equally fluent»?</p><p>Hvorfor «Like godt språk»?</p><p>Lagret 3 of 30</p><p>Ordval</p><input placeholder="Comment (optional)">
<div class="reading"><div class="body">Undo</div></div><p class="words">Ask us</p><p hidden>Not connected.</p></main>
<script>document.querySelector("p").attachShadow({mode: "open"}).innerHTML = "<p>Go on</p>"</script>
"""


def test_the_checks_of_blinding_see_what_tells(visit: Callable[..., Page], tmp_path: Path) -> None:
    """The planted violation: a telling word among the bytes, and a screen that differs by one attribute, are found."""
    assert telling(Received([b"<style>.gold_row</style>", b'<div class="reading" data-swapped="1">'])) != []
    walker = Newcomer(visit(), Store(f"sqlite:///{tmp_path}/none.db"), "en")
    built = []
    for told in ("", ' data-kind="gold"'):
        walker.page.set_content(f'<div class="desk"><section{told}><p class="text">{told}</p></section></div>')
        built.append(walker.skeleton())
    assert built[0] != built[1]


def test_the_check_sees_foreign_words(visit: Callable[..., Page]) -> None:
    """The planted violation: words of another language are found in texts, names and shadows; people's words are not."""
    page = visit()
    page.set_content(PLANTED)
    assert set(foreign(words_of(page), "nb")) == {
        "Ask us",
        "Undo",
        "Training 1 of 2",
        "Lagret 3 av 30. Next comparison.",
        "Hvorfor «Equally fluent»?",
        "Lagret 3 of 30",
        "Ordval",
        "Comment (optional)",
        "Not connected.",
        "Go on",
    }
    assert {"Angre", "Hvorfor «Like godt språk»?"} <= set(foreign(words_of(page), "en"))
