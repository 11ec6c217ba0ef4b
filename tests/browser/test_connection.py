"""A bad connection at a real desk: tunnels, cuts, half-open lines, killed servers. The work goes on, and nothing is lost."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from sqlite3 import connect

import pytest
from playwright.sync_api import Page, Route, expect
from sqlalchemy import select, update

from eval_core.campaigns.people.persons import add_person, revoke_link
from eval_core.store import Assignment, Campaign, Comparison, Judgment, Question, Remark
from eval_core.web.cookie import COOKIE
from tests.browser.conftest import serving, sign_in
from tests.ports import free_port
from tests.support.acts import open_desk, record_judgment
from tests.support.browser.desk import Desk
from tests.support.browser.line import AHEAD, Line, painted_dialogs, watch_dialogs
from tests.support.browser.wire import Wire
from tests.support.building import Built, build_campaign
from tests.support.checking import everything, problems

# Longer than Streamlit takes to find out, and to say so.
TUNNEL_MS = 6_000


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Line]:
    """One dashboard for all tests here: starting takes longer than they do."""
    port = free_port()
    wire = Wire(port)
    url = f"http://127.0.0.1:{wire.port}"
    with serving(tmp_path_factory.mktemp("line")) as serve:
        site = serve(port=port, PARVIS_BASE_URL=url, PARVIS_AHEAD=str(AHEAD))
        yield Line(site, wire, url, serve)
    wire.close()


@pytest.fixture
def line(running: Line) -> Iterator[Line]:
    """The dashboard with a campaign for this test."""
    running.slug = f"trial-{next(running.numbers)}"
    build_campaign(running.site.store, slug=running.slug, prompts=16, overlap=1)
    yield running
    running.wire.mend()
    if running.site.process.poll() is not None:
        running.start()


def seat(line: Line, page: Page, name: str = "Kari") -> Desk:
    """A browser of someone's with a comparison before them."""
    link = add_person(line.site.store, f"{name} {line.slug}", ["annotator"], [line.slug])
    sign_in(page, f"{line.url}/join/{link.token}")
    return Desk(page).stands("judge")


@pytest.fixture
def desk(line: Line, visit: Callable[..., Page]) -> Desk:
    return seat(line, visit())


def work(desk: Desk, number: int) -> list[int]:
    """So many judgments, now by key and now by mouse; what was judged."""
    made = []
    for turn in range(number):
        made.append(desk.assignment)
        desk.judge(("A", "tie", "B")[turn % 3], by="key" if turn % 2 else "mouse")
    return made


def test_a_tunnel_is_no_event(line: Line, desk: Desk) -> None:
    """No network and no server for a while: judging goes on, the line says what waits, nothing is painted over the page.

    Back again, everything is saved, once; what lies there stays where it is.
    """
    made = work(desk, 2)
    line.check(desk)
    watch_dialogs(desk.page)
    desk.page.context.set_offline(True)
    line.kill()  # offline alone leaves the websocket open
    made += work(desk, 3)
    desk.says("Saved up to no. 2, 3 waiting")
    desk.look(TUNNEL_MS)
    made += work(desk, 1)
    desk.says("Saved up to no. 2, 4 waiting")
    assert painted_dialogs(desk.page) == []
    here = desk.assignment
    desk.page.context.set_offline(False)
    line.start()
    line.check(desk)
    assert painted_dialogs(desk.page) == []
    assert (sorted(line.live()), desk.assignment) == (sorted(made), here)
    work(desk, 1)
    line.check(desk)


def test_the_check_sees_a_dialog(line: Line, desk: Desk) -> None:
    """The planted violation: on a page without the desk Streamlit paints its own words over it, and they are seen."""
    page = desk.page
    page.goto(f"{line.url}/my_work")
    expect(page.locator(".verdict")).to_be_visible()
    watch_dialogs(page)
    line.kill()
    page.wait_for_function("window.paintedDialogs.length > 0")
    assert any("onnection" in one for one in painted_dialogs(page))


def test_a_tunnel_longer_than_the_pile(line: Line, desk: Desk) -> None:
    """All that lay in the browser is judged: the desk says that it goes on later, Undo still works; and it goes on."""
    line.kill()
    made = work(desk, AHEAD)
    made.append(desk.assignment)
    desk.choose("A")
    desk.says("There is nothing more to judge here until you are connected again.")
    desk.page.keyboard.press("3")  # there is nothing to choose: it stays as it was
    desk.undo()
    desk.says("Undone")
    assert (desk.assignment, desk.done) == (made[-1], AHEAD)
    desk.choose("tie")
    desk.says("There is nothing more to judge here")
    line.start()
    expect(desk.page.locator(f".desk:not([data-assignment='{made[-1]}'])")).to_be_visible()
    line.check(desk)
    assert sorted(line.live()) == sorted(made)
    with line.site.store.read() as db:
        last = select(Judgment.choice).filter_by(assignment_id=made[-1], live=True)
        assert db.scalars(last).all() == ["tie"]


def test_cut_again_and_again(line: Line, desk: Desk) -> None:
    """Cut every second while someone judges: every click is recorded, once, and none has to be made again."""
    over = threading.Event()

    def cutting() -> None:
        while not over.wait(1.0):
            line.wire.cut()

    cutter = threading.Thread(target=cutting)
    cutter.start()
    try:
        made = work(desk, 14)
    finally:  # else it would go on to cut under the next tests
        over.set()
        cutter.join()
    assert line.wire.cuts >= 5
    line.check(desk)
    assert sorted(line.live()) == sorted(made)


def test_the_locked_phone(line: Line, desk: Desk) -> None:
    """Half-open for long, judgments into it: they wait, and are saved as soon as bytes go through again."""
    made = work(desk, 1)
    line.check(desk)
    watch_dialogs(desk.page)
    line.wire.swallow()
    made += work(desk, 2)
    desk.says("2 waiting")
    desk.look(TUNNEL_MS)
    line.wire.mend()
    line.check(desk)
    assert sorted(line.live()) == sorted(made)
    assert painted_dialogs(desk.page) == []


def test_an_answer_that_gets_lost(line: Line, desk: Desk) -> None:
    """The choice arrives, its answer does not: it is sent again, known, and stands there once."""
    line.wire.swallow("back")
    made = work(desk, 1)
    desk.look(1000)
    assert line.live() == made
    desk.says("1 waiting")
    line.wire.mend()
    line.check(desk)
    assert line.live() == made


def test_the_first_click_after_a_restart(line: Line, desk: Desk) -> None:
    """On a page that the new server has not drawn, the first click counts like any other."""
    made = work(desk, 1)
    line.kill()
    line.start()
    made += work(desk, 1)
    line.check(desk)
    assert sorted(line.live()) == sorted(made)


def test_a_closed_tab_loses_nothing(line: Line, desk: Desk) -> None:
    """Judged in a tunnel, the tab closed there, and opened again a day later: what waited is sent, as late work."""
    line.kill()
    made = work(desk, 2)
    page = desk.page.context.new_page()
    desk.page.close()
    with line.site.store.write() as db:
        day = timedelta(days=1)
        for one in db.scalars(select(Assignment).where(Assignment.status == "leased")):
            one.leased_until, one.shown_at = (at - day if at else None for at in (one.leased_until, one.shown_at))
    line.start()
    page.goto(f"{line.url}/annotate")
    again = Desk(page).stands("judge")
    line.check(again)
    assert sorted(line.live()) == sorted(made)
    assert again.assignment not in made


def test_a_reload_keeps_what_waits(line: Line, desk: Desk) -> None:
    """The page loads, the desk's own route does not answer: what was judged before the reload still waits, and is sent."""
    work(desk, 1)
    line.check(desk)
    hang = re.compile(r"/desk/[^/]+$")
    desk.page.route(hang, lambda route: route.abort())
    made = work(desk, 2)
    desk.says("2 waiting")
    desk.page.reload()
    desk.stands("judge")
    assert desk.assignment not in made
    desk.says("2 waiting")
    desk.page.unroute(hang)
    line.check(desk)
    assert set(made) <= set(line.live())


def test_the_check_sees_lost_work(line: Line, desk: Desk) -> None:
    """The planted violation: with the browser's store emptied behind the desk's back, a reload loses what waited."""
    hang = re.compile(r"/desk/[^/]+$")
    desk.page.route(hang, lambda route: route.abort())
    work(desk, 2)
    desk.page.goto("about:blank")
    kept = {"origin": line.url, "storageTypes": "indexeddb"}
    desk.page.context.new_cdp_session(desk.page).send("Storage.clearDataForOrigin", kept)
    desk.page.unroute(hang)
    desk.page.goto(f"{line.url}/annotate")
    desk.stands("judge")
    line.check(desk)
    assert line.live() == []


def test_marks_and_words_survive(line: Line, desk: Desk) -> None:
    """Marks, comment and a half-written question outlast a cut, a killed server and a reload."""
    with line.site.store.write() as db:
        db.execute(update(Campaign).where(Campaign.slug == line.slug).values(settings={"reasons": "all"}))
    desk.judge("A")  # leased before it was asked for
    desk.look(500)
    desk.page.reload()
    desk.stands("judge", "why")
    while desk.mode == "judge":
        desk.judge("B")
    line.check(desk)
    here = desk.assignment
    desk.mark("A", 1, "grammar")
    desk.at(".why [data-field=comment]").fill("Bøyningen i «Merknad»")
    panel = desk.open("ask")
    panel.locator("[data-field=question]").fill("Skal jeg trekke for")
    line.kill()
    desk.look(TUNNEL_MS)
    expect(panel.locator("[data-field=question]")).to_have_value("Skal jeg trekke for")
    line.start()
    desk.page.reload()
    desk.stands("why")
    assert desk.assignment == here
    expect(desk.at(".mark[data-issue=grammar]")).to_have_count(1)
    expect(desk.at(".why [data-field=comment]")).to_have_value("Bøyningen i «Merknad»")
    expect(desk.open("ask").locator("[data-field=question]")).to_have_value("Skal jeg trekke for")


def test_a_busy_database_is_waited_for(line: Line, desk: Desk) -> None:
    """No one can write for a while, and the route says 503: judging goes on, and what waits is saved afterwards."""
    made = work(desk, 1)
    line.check(desk)
    with closing(connect(str(line.site.store.url.database), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with desk.page.expect_response(lambda answer: answer.status == 503, timeout=60_000):
            made += work(desk, 2)
        desk.says("2 waiting")
    line.check(desk)
    assert sorted(line.live()) == sorted(made)


def test_revoked_in_the_tunnel(line: Line, desk: Desk) -> None:
    """The link is revoked while someone judges without a connection: nothing of theirs is stored or drawn any more."""
    work(desk, 1)
    line.check(desk)
    texts = desk.texts
    line.kill()
    work(desk, 2)
    revoke_link(line.site.store, f"Kari {line.slug}")
    before = everything(line.site.store)
    line.start()
    expect(desk.page.get_by_text(re.compile("You are not signed in|You have been signed out")).first).to_be_visible()
    desk.page.reload()
    expect(desk.page.get_by_text("You are not signed in.")).to_be_visible()
    expect(desk.page.locator(".desk")).to_have_count(0)
    assert texts[0] not in desk.page.content()
    assert everything(line.site.store) == before


def test_nobody_elses_work_shows(line: Line, desk: Desk) -> None:
    """Another person signs in in the same browser: nothing waits there, and what waits is sent for its owner only."""
    hang = re.compile(r"/desk/[^/]+$")
    stop: Callable[[Route], None] = lambda route: route.abort() if route.request.method == "POST" else route.continue_()  # noqa: E731 - a handler
    desk.page.route(hang, stop)
    made = work(desk, 2)
    desk.says("2 waiting")
    kari = next(one for one in desk.page.context.cookies() if one["name"] == COOKIE)
    desk.page.unroute(hang)
    desk.page.goto("about:blank")
    ola = seat(line, desk.page, "Ola")
    expect(ola.page.locator(".desk")).to_have_attribute("data-waiting", "0")
    assert (ola.done, line.live()) == (0, [])
    theirs = work(ola, 1)
    line.check(ola)
    assert line.live() == theirs
    assert not set(theirs) & set(made)
    ola.page.goto("about:blank")
    ola.page.context.add_cookies([{**kari, "sameSite": "Lax"}])  # as by her own link again
    ola.page.goto(f"{line.url}/annotate")
    Desk(ola.page).stands("judge").all_saved()
    assert sorted(line.live()) == sorted(theirs + made)
    query = select(Judgment.person_id, Judgment.assignment_id).where(Judgment.assignment_id.in_(theirs + made))
    with line.site.store.read() as db:
        by_person: dict[int | None, set[int]] = {}
        for person, assignment in db.execute(query):
            by_person.setdefault(person, set()).add(assignment)
    assert sorted(map(sorted, by_person.values())) == sorted([sorted(made), sorted(theirs)])


def test_two_tabs(line: Line, desk: Desk) -> None:
    """Two tabs of one person, judging in turn and at once: nothing is doubled, each catches up by itself."""
    other = Desk(desk.page.context.new_page())
    other.page.goto(f"{line.url}/annotate")
    other.stands("judge")
    assert other.texts == desk.texts
    desk.judge("A")
    desk.all_saved()
    other.choose("B")
    other.all_saved()
    for turn in range(4):
        (desk, other)[turn % 2].choose("tie")
    for one in (desk, other):
        one.all_saved()
    live = line.live()
    assert len(live) == len(set(live)) >= 3
    assert problems(line.site.store, line.slug) == []
    for one in (desk, other):
        one.page.reload()
        one.stands("judge")
    assert desk.assignment == other.assignment
    assert (desk.done, other.done) == (len(live), len(live))


def test_what_is_refused_comes_back_with_its_word(line: Line, desk: Desk) -> None:
    """Judged in a tunnel, and taken by others meanwhile or the campaign paused: the desk says so, and counts rightly."""
    made = work(desk, 1)
    line.check(desk)
    line.kill()
    work(desk, 2)
    with line.site.store.write() as db:
        db.execute(update(Campaign).where(Campaign.slug == line.slug).values(status="paused"))
    line.start()
    expect(desk.page.get_by_text(re.compile("Not counted: the campaign is paused")).first).to_be_visible()
    assert line.live() == made
    with line.site.store.write() as db:
        db.execute(update(Campaign).where(Campaign.slug == line.slug).values(status="open"))
    desk.page.reload()
    desk.stands("judge")
    work(desk, 1)
    line.check(desk)


def test_yesterdays_tab(line: Line, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tab that slept for a day, its comparison judged by someone else meanwhile: its click counts, as late work."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    made = work(desk, 1)
    line.check(desk)
    here = desk.assignment
    line.kill()
    store = line.site.store
    with store.write() as db:
        past = store.now() - timedelta(days=1)
        db.execute(update(Assignment).where(Assignment.status == "leased").values(leased_until=past, shown_at=past))
        comparison = db.get_one(Assignment, here).comparison_id
    other = Built(store, line.slug, ()).enter("Odd")
    while task := open_desk(store, other, line.slug).task:
        record_judgment(store, other, line.slug, task.assignment_id, task.revision, "A")
        with store.read() as db:
            if db.get_one(Comparison, comparison).done:
                break
    others = len(line.live()) - 1
    desk.judge("B")
    line.start()
    desk.all_saved()
    assert len(line.live()) == others + 2
    with store.read() as db:
        late = db.scalars(select(Judgment.assignment_id).where(Judgment.late)).all()
    assert late == [here]
    assert here not in made


def test_a_question_asked_in_the_tunnel(line: Line, desk: Desk) -> None:
    """It says that it is kept, and is sent once, in the end."""
    line.kill()
    desk.ask("Teller et manglende komma?")
    expect(desk.page.get_by_text("It is sent as soon as there is a connection")).to_be_visible()
    line.start()
    desk.all_saved()
    with line.site.store.read() as db:
        assert list(db.scalars(select(Question.text))).count("Teller et manglende komma?") == 1
        assert not db.scalars(select(Remark)).all()
