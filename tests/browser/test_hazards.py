"""What goes wrong at a real desk: double clicks, held keys, revoked links, pairs that mix, text that jumps."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select
from sqlalchemy.orm import aliased

from eval_core.campaigns.people.persons import add_person, revoke_link
from eval_core.store import Assignment, Comparison, Judgment, Response
from tests.browser.conftest import Site, sign_in
from tests.support.browser.desk import LOOK_MS, Desk
from tests.support.building import Built, build_campaign
from tests.support.checking import everything, problems

NUMBERS = count()
DWELL_MS = 400


@pytest.fixture(scope="module")
def site(start: Callable[..., Site]) -> Site:
    return start()


@pytest.fixture(scope="module")
def careless(start: Callable[..., Site]) -> Site:
    """Without the dwell guard."""
    return start(PARVIS_DWELL_MS="0")


def new_trial(site: Site) -> Built:
    """A campaign of one's own on a server for all."""
    return build_campaign(site.store, slug=f"trial-{next(NUMBERS)}", prompts=8, overlap=2)


def seat(site: Site, trial: Built, page: Page) -> Desk:
    """A browser of the campaign's Kari with a comparison before her."""
    link = add_person(site.store, f"Kari of {trial.slug}", ["annotator"], [trial.slug])
    sign_in(page, f"{site.url}/join/{link.token}")
    return Desk(page).stands("judge")


@pytest.fixture
def trial(site: Site) -> Built:
    return new_trial(site)


@pytest.fixture
def desk(site: Site, trial: Built, visit: Callable[..., Page]) -> Desk:
    return seat(site, trial, visit())


def live(trial: Built) -> list[tuple[int, str | None]]:
    """(assignment, choice) of every live judgment that was not taken back."""
    query = select(Judgment.assignment_id, Judgment.choice).where(
        Judgment.live, Judgment.choice.is_not(None), Judgment.campaign_id == trial.id
    )
    with trial.store.read() as db:
        return [tuple(row) for row in db.execute(query)]


def unseen_votes(trial: Built) -> list[int]:
    """Judgments of comparisons that had been in sight for less time than anybody needs to read them."""
    query = select(Judgment.id, Judgment.active_ms).where(
        Judgment.choice.is_not(None), Judgment.campaign_id == trial.id
    )
    with trial.store.read() as db:
        return [row.id for row in db.execute(query) if row.active_ms < DWELL_MS]


def test_a_double_click_votes_once(trial: Built, desk: Desk) -> None:
    """The second click of a double click meets an unseen comparison: it does not count, and the line says so."""
    desk.look()
    desk.at("button[data-choice=A]").dblclick(delay=30)
    desk.says("Not counted: the comparison had only just appeared")
    desk.look(1000)
    desk.all_saved()
    assert ([choice for _, choice in live(trial)], desk.done) == (["A"], 1)
    assert unseen_votes(trial) == []
    assert problems(trial.store, trial.slug) == []


def test_clicks_a_moment_apart_never_vote_unseen(trial: Built, desk: Desk) -> None:
    """Two clicks 80 to 350 ms apart: whatever is recorded had been on the screen for 400 ms."""
    for gap in (80, 150, 250, 350):
        desk.look()
        button, before = desk.at("button[data-choice=B]"), desk.done
        button.click()
        desk.page.wait_for_timeout(gap)
        button.click()
        expect(desk.at(".count")).not_to_have_attribute("data-done", str(before))
        desk.look(700)
    desk.all_saved()
    assert unseen_votes(trial) == []
    assert problems(trial.store, trial.slug) == []
    assert len(live(trial)) == desk.done >= 4


def test_the_check_sees_unseen_votes(careless: Site, visit: Callable[..., Page]) -> None:
    """The planted violation: without the guard, on both sides, clicks do vote on what nobody can have read."""
    trial = new_trial(careless)
    desk = seat(careless, trial, visit())
    for _ in range(4):
        desk.at("button[data-choice=B]").click()
    desk.all_saved()
    assert unseen_votes(trial)


@pytest.mark.parametrize("key", ["1", "2", "3"])
def test_a_held_key_votes_once(trial: Built, desk: Desk, key: str) -> None:
    """A key held down for a second and a half (thirty repeats) casts one vote."""
    desk.look()
    for _ in range(30):
        desk.page.keyboard.down(key)
        desk.page.wait_for_timeout(50)
    desk.page.keyboard.up(key)
    desk.look()
    desk.all_saved()
    assert len(live(trial)) == 1 == desk.done
    assert unseen_votes(trial) == []


def test_focus_and_place_stay(desk: Desk) -> None:
    """After a click the focus stays on the button, so that Enter judges the next one."""
    focused = "document.querySelector('*').ownerDocument.activeElement.shadowRoot?.activeElement?.dataset.choice"
    desk.judge("tie")
    assert desk.page.evaluate(focused) == "tie"
    desk.look()
    desk.page.keyboard.press("Enter")
    expect(desk.at(".count")).to_have_attribute("data-done", "2")
    assert desk.page.evaluate(focused) == "tie"


def test_a_skip_is_no_tie_and_can_be_undone(trial: Built, desk: Desk) -> None:
    """A skip makes no judgment; Undo takes back just the skip, and not the judgment before it."""
    desk.judge("A")
    here, texts = desk.assignment, desk.texts
    desk.look()
    desk.skip("unreadable")
    desk.says("Skipped. It goes to somebody else.")
    desk.all_saved()
    query = select(Assignment.skip_reason).where(Assignment.status == "skipped", Assignment.campaign_id == trial.id)
    with trial.store.read() as db:
        assert list(db.scalars(query)) == ["unreadable"]
    assert [choice for _, choice in live(trial)] == ["A"]
    desk.undo()
    desk.says("Undone. The comparison is here again.")
    assert (desk.assignment, desk.texts, desk.done) == (here, texts, 1)
    desk.all_saved()
    with trial.store.read() as db:
        assert list(db.scalars(query)) == []
    assert [choice for _, choice in live(trial)] == ["A"]
    desk.undo()  # once more: now the judgment
    desk.says("Undone. Judge this comparison again.")
    desk.all_saved()
    assert (desk.done, live(trial)) == (0, [])


def test_panels_lock_nothing(desk: Desk) -> None:
    """Beside open guidelines and a question both texts can be scrolled and chosen from; nothing is modal."""
    before = desk.texts
    panel = desk.open("guidelines")
    expect(panel).to_contain_text("How to judge fluency")
    assert desk.page.locator("[aria-modal=true], dialog:modal").count() == 0
    desk.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    panel = desk.open("ask")
    panel.locator("[data-field=question]").fill("Om dette:")
    desk.word("B", 1).click()
    expect(panel.locator("[data-field=question]")).to_have_value("Om dette:")
    desk.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    # The button that opened it does not come back to life under the next Space.
    desk.page.keyboard.press("Space")
    desk.page.wait_for_timeout(300)
    expect(panel).to_be_hidden()
    assert desk.texts == before


def test_a_revoked_click_stores_and_draws_nothing(site: Site, trial: Built, desk: Desk) -> None:
    """Revoked while the page is open: the next click stores nothing, and no text stays on the screen."""
    before_texts = desk.texts
    desk.look(LOOK_MS)
    revoke_link(site.store, f"Kari of {trial.slug}")
    before = everything(site.store)
    desk.at("button[data-choice=A]").click()
    expect(desk.page.get_by_text("You are not signed in.")).to_be_visible()
    expect(desk.page.locator(".desk section[data-side] .body")).to_have_count(0)
    desk.page.reload()
    expect(desk.page.get_by_text("You are not signed in.")).to_be_visible()
    assert everything(site.store) == before
    assert before_texts[0] not in desk.page.content()


# Notes, at every frame that the browser paints, which texts stand there as A and B.
WATCH = """() => {
  window.painted = new Set()
  const desk = () => [...document.querySelectorAll('*')].map(one => one.shadowRoot?.querySelector('.desk')).find(Boolean)
  let found = desk()
  const look = () => {
    found = found?.isConnected ? found : desk()
    const bodies = [...(found?.querySelectorAll('section[data-side] .body') ?? [])]
    window.painted.add(bodies.map(body => body.textContent).join('\\u0000'))
    requestAnimationFrame(look)
  }
  look()
}"""


def mixed(page: Page, true_pairs: set[tuple[str, str]]) -> list[str]:
    """Painted pairs that are no comparison of the campaign."""
    painted = page.evaluate("() => [...window.painted]")
    return [pair for pair in painted if tuple(pair.split("\0")) not in true_pairs and pair]


def test_no_mixed_pair_is_ever_painted(trial: Built, desk: Desk) -> None:
    """Both texts change in one paint: at no frame does one comparison's A stand beside another's B."""
    with trial.store.read() as db:
        first, second = aliased(Response), aliased(Response)
        rows = db.execute(
            select(first.text, second.text)
            .select_from(Comparison)
            .join(first, first.id == Comparison.first_response_id)
            .join(second, second.id == Comparison.second_response_id)
            .where(Comparison.campaign_id == trial.id)
        ).all()
    true_pairs = {pair for a, b in rows for pair in ((a, b), (b, a))}
    page = desk.page
    page.evaluate(WATCH)
    for turn in range(6):
        desk.judge("A", by="key" if turn % 2 else "mouse")
    assert len(page.evaluate("() => [...window.painted]")) >= 6
    assert mixed(page, true_pairs) == []
    # The planted violation: one text changes a frame before the other, and is seen.
    desk.at("section[data-side=A] .body").evaluate("one => { one.textContent = 'Another comparison' }")
    page.wait_for_timeout(200)
    assert mixed(page, true_pairs) != []
