"""What goes wrong at a real desk: double clicks, held keys, two tabs, revoked links, killed servers."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select
from sqlalchemy.orm import aliased

from eval_core.campaigns.people.persons import add_person, revoke_link
from eval_core.store import Assignment, Comparison, Judgment, Response
from tests.browser.conftest import Site, sign_in
from tests.support.browser.acting import AT_THE_TOP, LABELS, LOOK_MS, judge, saved, settled, shown
from tests.support.building import Built, build_campaign
from tests.support.checking import everything, problems

NUMBERS = count()


@pytest.fixture(scope="module")
def site(start: Callable[..., Site]) -> Site:
    return start()


def new_trial(site: Site) -> Built:
    """A campaign of one's own on a server for all."""
    return build_campaign(site.store, slug=f"trial-{next(NUMBERS)}", prompts=8, overlap=2)


def seat(site: Site, trial: Built, page: Page) -> Page:
    """A browser of the campaign's Kari with a comparison before her."""
    link = add_person(site.store, f"Kari of {trial.slug}", ["annotator"], [trial.slug])
    sign_in(page, f"{site.url}/join/{link.token}")
    shown(page)
    settled(page)
    return page


@pytest.fixture
def trial(site: Site) -> Built:
    return new_trial(site)


@pytest.fixture
def desk(site: Site, trial: Built, visit: Callable[..., Page]) -> Page:
    return seat(site, trial, visit())


def live(trial: Built) -> list[tuple[int, str | None]]:
    """(assignment, choice) of every live judgment."""
    query = select(Judgment.assignment_id, Judgment.choice).where(Judgment.live, Judgment.campaign_id == trial.id)
    with trial.store.read() as db:
        return [tuple(row) for row in db.execute(query)]


def unseen_votes(trial: Built, within_s: float = 0.4) -> list[int]:
    """Judgments made so soon after the comparison's appearance that nobody can have read it."""
    query = select(Judgment.id, Judgment.shown_at, Judgment.decided_at).where(
        Judgment.choice.is_not(None), Judgment.campaign_id == trial.id
    )
    with trial.store.read() as db:
        return [row.id for row in db.execute(query) if (row.decided_at - row.shown_at).total_seconds() < within_s]


@pytest.mark.quick
def test_a_double_click_votes_once(serve: Callable[..., Site], visit: Callable[..., Page]) -> None:
    """The second click of a double click meets an unseen comparison: it is refused and says so.

    With a longer guard than usual, since on a busy machine the two clicks may lie half a second apart.
    """
    running = serve(PARVIS_DWELL_MS="4000")
    trial = new_trial(running)
    desk = seat(running, trial, visit())
    desk.wait_for_timeout(4200)
    desk.get_by_role("button", name=re.compile("^A is more fluent")).dblclick(delay=60)
    expect(desk.locator(".saved").first).to_contain_text("Not counted")
    expect(desk.locator(".count")).to_have_text(re.compile(r"^1\b"))
    desk.wait_for_timeout(1000)
    assert [choice for _, choice in live(trial)] == ["A"]
    assert unseen_votes(trial, within_s=4) == []
    assert problems(trial.store, trial.slug) == []


def test_clicks_a_moment_apart_never_vote_unseen(trial: Built, desk: Page) -> None:
    """Two clicks 80 to 350 ms apart: whatever is recorded had been on the screen for 400 ms."""
    for gap in (80, 150, 250, 350):
        desk.wait_for_timeout(LOOK_MS)
        button, before = desk.get_by_role("button", name=re.compile("^B is more fluent")), saved(desk)
        button.click()
        desk.wait_for_timeout(gap)
        button.click()
        desk.wait_for_function("before => parseInt(document.querySelector('.count').textContent) > before", arg=before)
        desk.wait_for_timeout(700)
        settled(desk)
    assert unseen_votes(trial) == []
    assert problems(trial.store, trial.slug) == []
    assert len(live(trial)) == saved(desk) >= 4


def test_the_check_sees_unseen_votes(serve: Callable[..., Site], visit: Callable[..., Page]) -> None:
    """The planted violation: without the dwell guard clicks do vote on comparisons that a guard of 4 s keeps from them.

    On a busy machine one click's way alone takes longer than the usual 400 ms.
    """
    running = serve(PARVIS_DWELL_MS="0")
    trial = new_trial(running)
    page = seat(running, trial, visit())
    page.wait_for_timeout(LOOK_MS)
    for _ in range(4):
        page.get_by_role("button", name=re.compile("^B is more fluent")).click()
        page.wait_for_timeout(150)
    expect(page.locator(".count")).not_to_have_text(re.compile(r"^0\b"))
    assert unseen_votes(trial, within_s=4)


def test_a_held_key_votes_once(trial: Built, desk: Page) -> None:
    """A key held down for a second and a half (thirty repeats) casts one vote."""
    desk.wait_for_timeout(LOOK_MS)
    for _ in range(30):
        desk.keyboard.down("1")
        desk.wait_for_timeout(50)
    desk.keyboard.up("1")
    expect(desk.locator(".count")).to_have_text(re.compile(r"^1\b"))
    desk.wait_for_timeout(500)
    assert unseen_votes(trial) == []
    assert len(live(trial)) == 1 == saved(desk)


@pytest.mark.quick
def test_a_second_tab_cannot_double(site: Site, trial: Built, desk: Page) -> None:
    """Both tabs show the same comparison; the second tab's click is refused with a word, and it catches up."""
    other = desk.context.new_page()
    other.goto(f"{site.url}/annotate")
    assert shown(other) == shown(desk)
    judge(desk, "A", by_key=False)
    other.get_by_role("button", name=re.compile(f"^{LABELS['B']}")).click()
    expect(other.locator(".saved").first).to_contain_text("Not counted")
    assert [choice for _, choice in live(trial)] == ["A"]
    assert shown(other) == shown(desk)


def test_focus_and_place_stay(desk: Page) -> None:
    """After a click the focus stays on the button, so that Enter judges the next one; the page is at its top."""
    judge(desk, "tie", by_key=False)
    assert str(desk.evaluate("document.activeElement.innerText")).startswith("Equally fluent")
    desk.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 500)")
    judge(desk, "A", by_key=True)
    desk.wait_for_function(AT_THE_TOP)


def test_a_skip_is_no_tie_and_goes_on(trial: Built, desk: Page) -> None:
    """A skip with its reason makes no judgment, and another comparison comes up."""
    before = shown(desk)
    desk.wait_for_timeout(LOOK_MS)
    desk.get_by_role("button", name=re.compile("^Skip")).click()
    desk.get_by_role("button", name="A text is missing or cannot be read").click()
    expect(desk.locator(".saved").first).to_contain_text("Skipped")
    assert shown(desk) != before
    assert live(trial) == []
    query = select(Assignment.skip_reason).where(Assignment.status == "skipped", Assignment.campaign_id == trial.id)
    with trial.store.read() as db:
        assert list(db.scalars(query)) == ["unreadable"]


def test_guidelines_keep_the_place(desk: Page) -> None:
    """The guidelines open beside the comparison, which is the same afterwards."""
    before = shown(desk)
    desk.get_by_role("button", name="Guidelines").click()
    expect(desk.get_by_role("dialog")).to_contain_text("How to judge fluency")
    desk.keyboard.press("Escape")
    expect(desk.get_by_role("dialog")).to_have_count(0)
    assert shown(desk) == before


def test_a_revoked_click_stores_and_draws_nothing(site: Site, trial: Built, desk: Page) -> None:
    """Revoked while the page is open: a fragment's rerun and a full rerun store nothing and show no text."""
    before_texts = shown(desk)
    desk.wait_for_timeout(LOOK_MS)
    revoke_link(site.store, f"Kari of {trial.slug}")
    before = everything(site.store)
    desk.get_by_role("button", name=re.compile("^A is more fluent")).click()
    expect(desk.get_by_text("You are not signed in.")).to_be_visible()
    expect(desk.locator(".reading")).to_have_count(0)
    desk.reload()
    expect(desk.get_by_text("You are not signed in.")).to_be_visible()
    assert everything(site.store) == before
    assert before_texts[0] not in desk.content()


def test_a_killed_server_loses_nothing(serve: Callable[..., Site], visit: Callable[..., Page]) -> None:
    """Killed and started again: the page comes back by itself, signed in, on the same comparison; all is there."""
    site = serve()
    trial = new_trial(site)
    desk = seat(site, trial, visit())
    made = [judge(desk, choice, by_key=False) for choice in ("A", "tie", "B")]
    before = shown(desk)
    site.stop(signal.SIGKILL)
    serve(site.store.url.render_as_string(hide_password=False), port=site.port)
    desk.wait_for_timeout(3000)
    assert shown(desk) == before
    # The first click after a restart may meet a session that is still being rebuilt: it is saved or it is not,
    # and the count on the screen tells which.
    desk.reload()
    assert shown(desk) == before
    judge(desk, "A", by_key=False)
    assert len(live(trial)) == len(made) + 1 == saved(desk)
    assert problems(trial.store, trial.slug) == []


# Notes, at every frame that the browser paints, which texts stand there as A and B.
WATCH = """() => {
  window.painted = new Set()
  const look = () => {
    const bodies = [...document.querySelectorAll('.reading .body')]
    window.painted.add(bodies.map(body => body.textContent).join('\\u0000'))
    requestAnimationFrame(look)
  }
  look()
}"""


def mixed(page: Page, true_pairs: set[tuple[str, str]]) -> list[str]:
    """Painted pairs that are no comparison of the campaign."""
    painted = page.evaluate("() => [...window.painted]")
    return [pair for pair in painted if tuple(pair.split("\0")) not in true_pairs and pair]


def test_no_mixed_pair_is_ever_painted(trial: Built, desk: Page) -> None:
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
    desk.evaluate(WATCH)
    for turn in range(6):
        judge(desk, "A", by_key=turn % 2 == 0)
    assert len(desk.evaluate("() => [...window.painted]")) >= 6
    assert mixed(desk, true_pairs) == []
    # The planted violation: one text changes a frame before the other, and is seen.
    desk.evaluate("document.querySelector('.reading .body').textContent = 'Another comparison'")
    desk.wait_for_timeout(200)
    assert mixed(desk, true_pairs) != []
