"""A bad connection at a real desk: offline, cut, half-open, a killed server. No click gets lost in silence."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from sqlite3 import connect

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update

from eval_core.campaigns.people.persons import add_person
from eval_core.store import Assignment, Comparison
from tests.browser.conftest import serving, sign_in
from tests.ports import free_port
from tests.support.acts import open_desk, record_judgment
from tests.support.browser.acting import LATE_SCRIPTS, judge, saved, settled, shown
from tests.support.browser.line import PATIENCE_MS, Line, click_into_nothing, clicked, connected, outcome, told_as_lost
from tests.support.browser.wire import Wire
from tests.support.building import Built, build_campaign
from tests.support.checking import problems


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Line]:
    """One dashboard for all tests here: starting takes longer than they do."""
    port = free_port()
    wire = Wire(port)
    url = f"http://127.0.0.1:{wire.port}"
    with serving(tmp_path_factory.mktemp("line")) as serve:
        site = serve(port=port, PARVIS_BASE_URL=url, PARVIS_PATIENCE_MS=str(PATIENCE_MS))
        yield Line(site, wire, url, serve)
    wire.close()


@pytest.fixture
def line(running: Line) -> Iterator[Line]:
    """The dashboard with a campaign for this test."""
    running.slug = f"trial-{next(running.numbers)}"
    build_campaign(running.site.store, slug=running.slug, prompts=16, overlap=1)
    yield running
    running.wire.mend()


@pytest.fixture
def desk(line: Line, visit: Callable[..., Page]) -> Page:
    """Kari's browser with a comparison before her."""
    page = visit()
    link = add_person(line.site.store, f"Kari {line.slug}", ["annotator"], [line.slug])
    sign_in(page, f"{line.url}/join/{link.token}")
    connected(page)
    return page


def spoken(page: Page) -> str:
    """What a screen reader is told at once."""
    return page.locator("#alert").inner_text()


@pytest.mark.quick
def test_offline_says_so_and_takes_no_choice(line: Line, desk: Page) -> None:
    """Without a network the words and the number show and are spoken, no choice is taken; later the next one counts."""
    judge(desk, "A", by_key=False)
    judge(desk, "B", by_key=True)
    before = shown(desk)
    offline, lost = desk.locator(".offline"), desk.locator(".lost")
    expect(offline).to_be_hidden()
    assert spoken(desk) == ""
    desk.context.set_offline(True)
    expect(offline).to_have_text("Not connected. Saved up to no. 2")
    expect(offline).to_be_visible()
    expect(lost).to_be_hidden()
    assert spoken(desk) == "Not connected. Saved up to no. 2"
    for choice in ("A", "tie", "B"):
        button = desk.locator(f".st-key-choice_{choice} button")
        expect(button).to_be_disabled()
        assert float(button.evaluate("one => getComputedStyle(one).opacity")) < 0.5
    assert outcome(desk, "A") == "refused"
    desk.keyboard.press("1")
    desk.context.set_offline(False)
    expect(offline).to_be_hidden()
    expect(desk.locator(".st-key-choice_A button")).to_be_enabled()
    assert (shown(desk), spoken(desk), saved(desk)) == (before, "", 2)
    judge(desk, "A", by_key=True)
    line.check(desk)


def test_cut_again_and_again(line: Line, desk: Page) -> None:
    """Cut every second while somebody judges: every click is recorded or visibly refused, nothing is doubled.

    After three cuts a click gets its answer: a busy machine may need more than a second to draw a page.
    """
    over, cuts = threading.Event(), 0

    def cutting() -> None:
        nonlocal cuts
        while not over.wait(1.0):
            if cuts < 3:
                line.wire.cut()
                cuts += 1

    cutter = threading.Thread(target=cutting)
    cutter.start()
    told: list[str] = []
    try:
        while len(told) < 14:
            cuts = 0
            told.append(outcome(desk, "AB"[len(told) % 2]))
            # Some clicks come while the comparison has hardly appeared, some after the cut, some into it.
            desk.wait_for_timeout((600, 900, 300)[len(told) % 3])
    finally:  # else it would go on to cut under the next tests
        over.set()
        cutter.join()
    assert line.wire.cuts >= 5
    assert "silent" not in told
    assert told.count("recorded") == len(line.live())
    connected(desk)
    line.check(desk)
    judge(desk, "tie", by_key=True)
    line.check(desk)


def test_a_page_just_drawn_anew_takes_no_choice(line: Line, desk: Page) -> None:
    """Connected again, the buttons drawn and still pale, and their run not yet told of: what looks disabled is."""
    desk.evaluate(
        """() => {
          window.parvisWatch.leave(window.parvisWatch.shown)
          window.parvisWatch.say('offline')
          document.querySelector('.st-key-choice_A button').click()
        }"""
    )
    desk.wait_for_timeout(2 * PATIENCE_MS)
    assert line.live() == []
    line.check(desk)


def test_a_click_that_meets_the_cut_is_told(line: Line, desk: Page) -> None:
    """A click at the very moment of the cut, before the browser knows of it: told; and the next one counts."""
    for _ in range(3):
        connected(desk)
        line.wire.cut()
        assert outcome(desk, "A") in ("recorded", "refused")
        line.check(desk)
    connected(desk)
    assert outcome(desk, "B") == "recorded"


def test_a_click_sooner_than_its_page_is_told(line: Line, desk: Page) -> None:
    """The next comparison is painted, its run not yet told of: a click then is watched over as the next one."""
    desk.evaluate(
        """() => {
          const watch = window.parvisWatch, told = watch.ran.bind(watch)
          watch.patience = 10000 // however slow the machine is, the first click counts as under way; then as before
          watch.ran = data => setTimeout(() => told(data), 700)
        }"""
    )
    judge(desk, "A", by_key=False)
    told_as_lost(line, desk)


def test_the_locked_phone(line: Line, desk: Page) -> None:
    """Half-open for long, a tap into it: shown as not connected, told as lost; the comparison stays, the next counts."""
    judge(desk, "A", by_key=False)
    connected(desk)
    before = shown(desk)
    click_into_nothing(line, desk)
    desk.wait_for_timeout(3 * PATIENCE_MS)
    assert shown(desk) == before
    line.wire.mend()
    expect(desk.locator(".lost")).to_be_visible()
    assert "Please repeat it" in spoken(desk)
    assert shown(desk) == before
    line.check(desk)
    connected(desk)
    judge(desk, "B", by_key=False)
    expect(desk.locator(".lost")).to_be_hidden()
    line.check(desk)


def test_watched_although_the_script_came_late(line: Line, desk: Page) -> None:
    """The page was drawn three times before the watch had arrived: a click that gets lost is told all the same."""
    desk.add_init_script(LATE_SCRIPTS)
    desk.reload()
    shown(desk)
    for _ in range(2):
        desk.wait_for_timeout(PATIENCE_MS)
        desk.evaluate("window.postMessage({ stCommVersion: 1, type: 'RERUN_SCRIPT' }, window.location.origin)")
    desk.wait_for_timeout(PATIENCE_MS)
    assert desk.evaluate("window.parvisWatch") is None
    desk.evaluate("window.letGo()")
    connected(desk)
    told_as_lost(line, desk)


def test_told_after_a_reload(line: Line, desk: Page) -> None:
    """The page of a lost click is loaded anew, and the watch is there before the count is painted: told all the same."""
    judge(desk, "A", by_key=False)
    connected(desk)
    before = shown(desk)
    click_into_nothing(line, desk)
    line.wire.mend()
    # What `st.html` writes is painted by a script of its own.
    desk.route(re.compile(r"/js/Html\."), lambda route: (desk.wait_for_timeout(3 * PATIENCE_MS), route.continue_()))
    desk.reload()
    expect(desk.locator(".lost")).to_be_visible()
    assert shown(desk) == before
    line.check(desk)


def test_what_was_told_stays_told(line: Line, desk: Page) -> None:
    """A page that says that a click was lost says so after a reload too, until the next click."""
    told_as_lost(line, desk)
    desk.reload()
    expect(desk.locator(".lost")).to_be_visible()
    expect(desk.locator("#alert")).to_contain_text("Please repeat it")
    connected(desk)
    judge(desk, "A", by_key=False)
    expect(desk.locator(".lost")).to_be_hidden()
    desk.reload()
    connected(desk)
    expect(desk.locator(".lost")).to_have_count(1)  # it would have been painted by now
    expect(desk.locator(".lost")).to_be_hidden()


def test_connected_again_it_is_not_loaded_anew(line: Line, desk: Page) -> None:
    """Whether the server answers is asked without a connection and told with one: the page that lies there stays."""
    connected(desk)
    desk.evaluate(
        """() => {
          const asked = window.fetch, here = window.location.href
          window.fetch = (url, more) => url !== here ? asked(url, more)
            : new Promise(resolve => { window.answer = () => resolve({ ok: true }) })
          window.parvisWatch.ran = () => {} // the click stays without an answer
        }"""
    )
    line.wire.swallow()
    clicked(desk, "B")
    desk.wait_for_function("Boolean(window.answer)")
    line.wire.mend()
    desk.wait_for_function("document.querySelector('.stApp').dataset.testConnectionState === 'CONNECTED'")
    desk.evaluate("window.answer()")
    desk.wait_for_timeout(PATIENCE_MS)
    assert desk.evaluate("Boolean(window.answer)")


def test_told_after_trouble(line: Line, desk: Page) -> None:
    """Loaded anew after a lost click, the page finds the database busy at first: told when it shows the work again."""
    connected(desk)
    before = shown(desk)
    click_into_nothing(line, desk)
    line.wire.mend()
    with closing(connect(str(line.site.store.url.database), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        desk.reload()
        expect(desk.get_by_role("heading", name="One moment, please")).to_be_visible()
        desk.wait_for_timeout(4 * PATIENCE_MS)
        expect(desk.get_by_role("heading", name="One moment, please")).to_be_visible()
    expect(desk.locator(".reading .body")).to_have_count(2)
    expect(desk.locator(".lost")).to_have_count(1)  # the page in trouble had one too
    expect(desk.locator(".lost")).to_be_visible()
    assert shown(desk) == before
    line.check(desk)


def test_an_answer_that_gets_lost(line: Line, desk: Page) -> None:
    """The click arrives, its answer does not: afterwards it stands as recorded, and nobody is asked to repeat it."""
    connected(desk)
    line.wire.swallow("back")
    clicked(desk, "B")
    expect(desk.locator(".offline")).to_be_visible()
    assert len(line.live()) == 1
    line.wire.mend()
    expect(desk.locator(".count")).to_have_text(re.compile(r"^1\b"))
    expect(desk.locator(".lost")).to_be_hidden()
    line.check(desk)


def test_the_first_click_after_a_restart(line: Line, desk: Page) -> None:
    """On a page that the new server has not drawn, the first click is recorded or refused with a word."""
    before = shown(desk)
    line.restart()
    desk.wait_for_function("document.querySelector('.stApp').dataset.testConnectionState === 'CONNECTED'")
    assert outcome(desk, "A") in ("recorded", "refused")
    line.check(desk)
    judged = len(line.live())
    assert (shown(desk) == before) == (judged == 0)
    connected(desk)
    judge(desk, "B", by_key=False)
    assert len(line.live()) == judged + 1


def test_yesterdays_tab(line: Line, desk: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tab whose session is gone and whose comparison went to somebody else: its first click is told as lost."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    judge(desk, "A", by_key=False)
    at = int(str(desk.locator(".reading").get_attribute("data-assignment")))
    store = line.site.store
    desk.evaluate("window.parvisWatch.beat = () => {}")  # a tab that sleeps asks nothing
    # What it asked before it slept has been answered.
    desk.wait_for_function("!window.parvisWatch.asked && document.body.dataset.parvis !== 'offline'")
    desk.wait_for_timeout(PATIENCE_MS)
    line.wire.swallow()
    line.site.stop(signal.SIGKILL)
    with store.write() as db:
        past = store.now() - timedelta(days=1)
        db.execute(update(Assignment).where(Assignment.id == at).values(leased_until=past, shown_at=past))
        comparison = db.get_one(Assignment, at).comparison_id
    other = Built(store, line.slug, ()).enter("Odd")
    while task := open_desk(store, other, line.slug).task:
        record_judgment(store, other, line.slug, task.assignment_id, task.revision, "A")
        with store.read() as db:
            if db.get_one(Comparison, comparison).done:
                break
    judged = len(line.live())
    line.start()
    before = shown(desk)
    clicked(desk, "B")
    line.wire.mend()
    expect(desk.locator(".lost")).to_be_visible()
    connected(desk)
    assert shown(desk) != before
    assert len(line.live()) == judged
    judge(desk, "B", by_key=False)
    assert len(line.live()) == judged + 1
    assert problems(store, line.slug) == []


def test_a_question_half_written_survives_a_cut(line: Line, desk: Page) -> None:
    """A cut while somebody writes a question leaves the dialog open, with what they wrote."""
    desk.get_by_role("button", name="Ask us").click()
    words = desk.locator(".st-key-ask_form textarea")
    words.fill("Skal jeg trekke for")
    settled(desk)  # a run that the cut meets is begun anew, and the dialog is no part of it
    line.wire.cut()
    desk.wait_for_timeout(2 * PATIENCE_MS)
    expect(words).to_have_value("Skal jeg trekke for")


def test_the_check_sees_a_click_lost_in_silence(line: Line, desk: Page) -> None:
    """The planted violation: without the watch, a click that meets the cut is lost, and nothing on the screen tells."""
    desk.evaluate("for (const duty of ['clicked', 'look', 'ran', 'tell']) window.parvisWatch[duty] = () => {}")
    line.wire.swallow()
    desk.wait_for_timeout(200)
    assert outcome(desk, "A", 4) == "silent"
    assert line.live() == []
