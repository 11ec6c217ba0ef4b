"""What a distrustful visitor sends: other people's pages, buttons, fragments and actions, and dead sessions."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from sqlalchemy import delete
from streamlit.elements.exception import _GENERIC_UNCAUGHT_EXCEPTION_TEXT
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.exceptions import ConnectionClosed, InvalidStatus

from eval_core.campaigns.access import find_person
from eval_core.campaigns.people.persons import add_person, revoke_link
from eval_core.campaigns.people.sign_ins.sign_in import current_visitor
from eval_core.store import Membership
from eval_core.ui.registry import PAGES
from tests.browser.conftest import Site
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built, build_campaign
from tests.support.checking import everything
from tests.support.desk_client import DeskClient, action, choice
from tests.support.streamlit_client import Run, StreamlitClient, ask

# What a campaign's data looks like on the wire.
SECRETS = ("alfa-modell", "Oppgave", "Dette er svar", "Kari", "Lise")
REFUSALS = ("This page is not for your role.", "You are not signed in.")


@pytest.fixture(scope="module")
def site(start: Callable[..., Site]) -> Site:
    """A process that no one has asked for anything yet."""
    return start(PARVIS_DWELL_MS="0")


@pytest.fixture(scope="module")
def built(site: Site) -> Built:
    """A campaign with a judgment, an annotator and a lead."""
    found = build_campaign(site.store, prompts=8)
    kari, _ = found.enter("Kari"), found.enter("Lise", "lead")
    task = open_desk(site.store, kari, found.slug).task
    assert task is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARVIS_DWELL_MS", "0")
        record_judgment(site.store, kari, found.slug, task.assignment_id, 0, "A")
    return found


def told(run: Run) -> list[str]:
    """Which secrets a run's bytes hold."""
    return [secret for secret in SECRETS if secret in run.text]


def refused(run: Run) -> bool:
    return any(word in run.text for word in REFUSALS)


def test_a_cold_process_refuses_pages_of_other_roles(site: Site, built: Built) -> None:
    """The first message that a fresh process gets asks for a page of leads: it refuses, as it does every other one."""
    with StreamlitClient(site.port, built.sessions["Kari"]) as tab:
        for page in [page for page in PAGES if "annotator" not in page.roles]:
            by_address = tab.open(page.name)
            assert refused(by_address), page.name
            assert told(by_address) == []
            assert refused(tab.click("", page.name)), page.name


def test_strangers_reach_no_session(site: Site, built: Built) -> None:
    """No websocket without a live sign-in; every page is ours, says where to go, and shows nothing."""
    for cookie in (None, "x" * 43):
        with pytest.raises(InvalidStatus) as answered, StreamlitClient(site.port, cookie):
            pass
        assert answered.value.response.status_code == 403
    for page in PAGES:
        status, _, body = ask(site.port, "GET", f"/{page.name}", Accept="text/html")
        assert (status, "You are not signed in." in body) == (403, True), page.name
        assert [secret for secret in SECRETS if secret in body] == []


@pytest.mark.parametrize(
    ("code", "frame"),
    [
        (1009, BackMsg(stop_script=True).SerializeToString() + b"\0" * 2**20),
        (1008, BackMsg(clear_cache=True).SerializeToString()),
        (1008, b"no message at all"),
    ],
)
def test_what_no_page_sends_ends_the_websocket(site: Site, built: Built, code: int, frame: bytes) -> None:
    """Too much, everyone's caches, and nonsense: the socket is closed with a code, and the next one opens as before."""
    lines = site.log.read_text().count("closed with")
    with StreamlitClient(site.port, built.sessions["Kari"]) as tab, pytest.raises(ConnectionClosed) as end:
        tab.open("my_work")
        tab.throw(frame)
    assert end.value.rcvd
    assert end.value.rcvd.code == code
    log = site.log.read_text()
    assert log.count("closed with") == lines + 1
    assert "Traceback" not in log
    with StreamlitClient(site.port, built.sessions["Kari"]) as tab:
        assert told(tab.open("my_work"))


STAFF = tuple(page.name for page in PAGES if "annotator" not in page.roles)


def pressed(tab: StreamlitClient, page: str, drawn: Run) -> list[Run]:
    """Every button of a page that was drawn before, by a rerun of its fragments and then by full reruns."""
    buttons = [*drawn.widgets.values(), ""]
    return [tab.click(one, page, fragment) for fragment in (*drawn.fragments, "") for one in buttons]


def test_a_leads_buttons_and_fragments_are_nothing_to_an_annotator(site: Site, built: Built) -> None:
    """With page, button and fragment ids copied from a lead's browser an annotator stores nothing and sees nothing."""
    with StreamlitClient(site.port, built.sessions["Lise"]) as lead:
        opened = {page: lead.open(page) for page in STAFF}
    # The check sees data, and there is something to press.
    assert all(told(opened[page]) for page in ("progress", "people"))
    fragments = {name: page for page, run in opened.items() for name in run.fragments}
    buttons = [(name, page) for page, run in opened.items() for name in run.widgets.values()]
    assert len(buttons) >= 6
    assert fragments
    before = everything(site.store)
    with StreamlitClient(site.port, built.sessions["Kari"]) as tab:
        tab.open("my_work")
        runs = [tab.click(button, page) for button, page in buttons]
        for fragment, page in list(fragments.items())[:2]:
            with pytest.raises(TimeoutError):  # not a word: this session has no such fragment
                tab.click(buttons[0][0], page, fragment, seconds=0.5)
    assert [told(run) for run in runs if told(run)] == []
    assert everything(site.store) == before


def taken_away(site: Site, name: str, how: str) -> None:
    """The link is revoked, or the role taken."""
    if how == "revoked":
        revoke_link(site.store, name)
    else:
        with site.store.write() as db:
            db.execute(delete(Membership).where(Membership.person_id == find_person(db, name).id))


@pytest.mark.parametrize("how", ["revoked", "without the role"])
@pytest.mark.parametrize("role", ["annotator", "lead"])
def test_a_click_after_revocation(site: Site, built: Built, role: str, how: str) -> None:
    """The link is revoked, or the role taken, while pages lie open: each click, by fragment and by full rerun, does nothing."""
    name = f"A {role} to be {how}"
    who = built.enter(name, role)
    with ExitStack() as stack:
        drawn = {}
        for page in ("annotate", "my_work") if role == "annotator" else STAFF:
            tab = stack.enter_context(StreamlitClient(site.port, who))
            drawn[page] = tab, tab.open(page)
        assert any(told(run) for _, run in drawn.values())
        assert not any(refused(run) for _, run in drawn.values())
        taken_away(site, name, how)
        before = everything(site.store)
        for page, (tab, run) in drawn.items():
            runs = pressed(tab, page, run)
            assert [one.text[-300:] for one in runs if not refused(one)] == [], page
            assert [told(one) for one in runs if told(one)] == [], page
        assert everything(site.store) == before


@pytest.mark.parametrize("how", ["revoked", "without the role"])
def test_an_action_after_revocation(site: Site, built: Built, how: str) -> None:
    """The same at the desk's own routes: no action is carried out, and nothing of the pile is sent any more."""
    name = f"At the desk, {how}"
    client = DeskClient(site.url, built.slug, built.enter(name))
    sheets = client.pile().sheets
    taken_away(site, name, how)
    before = everything(site.store)
    replies = [client.choose(sheets, "A"), client.pile(), client.ask("GET", f"/desk/{built.slug}/talk")]
    assert {reply.status for reply in replies} == {401 if how == "revoked" else 403}
    assert [found for reply in replies for found in SECRETS if found in reply.text] == []
    assert everything(site.store) == before


def test_the_presses_do_something_while_one_may(site: Site, built: Built) -> None:
    """The planted violation: the same presses and actions by someone who was not revoked do store and show."""
    who = built.enter("Unni")
    client = DeskClient(site.url, built.slug, who)
    before = everything(site.store)
    reply = client.choose(client.pile().sheets, "A")
    assert (reply.status, reply.results) == (200, [("recorded", None)])
    assert "Dette er svar" in reply.text
    judged = everything(site.store)
    assert judged != before
    with StreamlitClient(site.port, who) as tab:
        assert any(map(told, pressed(tab, "my_work", tab.open("my_work"))))


def test_anothers_actions_are_nothing(site: Site, built: Built) -> None:
    """What one browser has sent, sent again from another person's: refused with a word, and no work is touched."""
    kari, ola = (
        DeskClient(site.url, built.slug, built.enter(name)) for name in ("Kari of the desk", "Ola of the desk")
    )
    sheets = kari.pile().sheets
    done = [choice(sheets[0], "A"), action("skip", sheets[1], reason="other", comment="")]
    later = [action("undo", sheets[0] | {"revision": 1}), choice(sheets[2], "B")]
    assert [result for result, _ in kari.act(*done, holding=[sheets[2]["assignment"]]).results] == ["recorded"] * 2
    ola.pile()
    before = everything(site.store)
    reply = ola.act(*done, *later, holding=[one["assignment"] for one in sheets])
    assert [result for result, _ in reply.results] == ["refused"] * 4
    assert all(word for _, word in reply.results)
    assert everything(site.store)["judgment"] == before["judgment"]
    assert [result for result, _ in kari.act(*done).results] == ["known"] * 2
    assert [result for result, _ in kari.act(later[1]).results] == ["recorded"]


@pytest.mark.parametrize(
    ("status", "method", "headers", "body"),
    [
        (403, "POST", {"Origin": "https://elsewhere.example"}, b'{"actions": []}'),
        (403, "POST", {"Origin": "null"}, b'{"actions": []}'),
        (403, "GET", {"Sec-Fetch-Site": "cross-site"}, b""),
        (403, "GET", {"Sec-Fetch-Site": "same-site"}, b""),
        (415, "POST", {"Content-Type": "text/plain"}, b'{"actions": []}'),
        (415, "POST", {"Content-Type": "application/x-www-form-urlencoded"}, b"actions="),
        (413, "POST", {}, b'{"actions": ["' + b"x" * 2**21 + b'"]}'),
    ],
)
def test_the_desk_answers_its_own_page_only(
    site: Site, built: Built, status: int, method: str, headers: dict[str, str], body: bytes
) -> None:
    """Pages of other origins, what a form could send, and too much of anything: refused, and nothing of the pile is sent."""
    client = DeskClient(site.url, built.slug, built.sessions["Kari"])
    assert client.pile().status == 200
    said = {"Content-Type": "application/json"} | headers
    reply = client.ask(method, f"/desk/{built.slug}", body, said)
    assert reply.status == status
    assert [found for found in SECRETS if found in reply.text] == []
    assert "no-store" in reply.headers["cache-control"]


# What Streamlit itself says where a page fails, and what a traceback begins with.
STREAMLITS = (_GENERIC_UNCAUGHT_EXCEPTION_TEXT[:30], "Traceback", "JSONDecodeError", "site-packages")


def test_values_that_no_page_sends(site: Site, built: Built) -> None:
    """Garbage for every element of a page: one line of ours in the reader's language, with a number that the log has
    once; no traceback, and none of Streamlit's sentences; and the tab goes on."""
    kinds = {"json_value": "{", "string_value": "\x1b[2J\n", "int_value": 7, "bytes_value": b"\xff", "bool_value": True}
    with StreamlitClient(site.port, built.enter("Garbage"), {"Accept-Language": "nn"}) as tab:
        drawn = tab.open("my_work")
        named = sorted(set(re.findall(r"\$\$ID-[0-9a-f]{32}-[a-z_]+", drawn.text)))
        assert named
        failed = []
        for kind, value in kinds.items():
            message = BackMsg()
            message.rerun_script.page_script_hash = tab.pages["my_work"]
            message.rerun_script.widget_states.widgets.extend(WidgetState(id=one, **{kind: value}) for one in named)
            run = tab.send(message)
            assert [said for said in STREAMLITS if said in run.text] == [], kind
            failed += re.findall(r"Noko gjekk gale her.*?nummeret ([0-9a-f]{8})", run.text)
        assert failed
        assert not refused(tab.open("guidelines"))
    log = site.log.read_text()
    assert [log.count(f"failure {number}: ") for number in failed] == [1] * len(failed)
    assert [said for said in ("Traceback", "\x1b") if said in log] == []


def test_a_planted_cookie_is_never_adopted(site: Site, built: Built) -> None:
    """Session fixation: who signs in with another session in the cookie gets a new one, and the planted one nothing."""
    mallory = built.enter("Mallory")
    link = add_person(site.store, "Victor", ["annotator"], [built.slug])
    for planted in (mallory, "x" * 43):
        status, headers, _ = ask(site.port, "POST", f"/join/{link.token}", Cookie=f"parvis_session={planted}")
        given = headers["set-cookie"].partition("=")[2].partition(";")[0]
        found = [current_visitor(site.store, one) for one in (given, planted)]
        assert status == 303
        assert [one and one.name for one in found] == ["Victor", "Mallory" if planted == mallory else None]


def websocket(site: Site, session: str, origin: str) -> int:
    """The answer to a page of this origin that asks for a websocket with a visitor's cookie."""
    key = {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
    upgrade = {"Cookie": f"parvis_session={session}", "Upgrade": "websocket", "Connection": "Upgrade", **key}
    return ask(site.port, "GET", "/_stcore/stream", **upgrade, Origin=origin)[0]


def test_other_sites_open_nothing(site: Site, built: Built) -> None:
    """A page of another origin gets no websocket with the visitor's cookie, and no upload without the server's own token."""
    own = f"http://{urlsplit(site.url).netloc}"
    origins = (own, "https://elsewhere.example", "http://127.0.0.1.elsewhere.example", "null")
    asked = {origin: websocket(site, built.sessions["Kari"], origin) for origin in origins}
    assert asked == {own: 101, "https://elsewhere.example": 403, "http://127.0.0.1.elsewhere.example": 403, "null": 403}
    lead = f"parvis_session={built.sessions['Lise']}"
    status, _, body = ask(site.port, "PUT", "/_stcore/upload_file/any/any", b"x", Cookie=lead, Origin=own)
    assert (status, "XSRF" in body) == (403, True)


def uploaded(site: Site, built: Built, who: str | None) -> int:
    """The answer to an upload into a tab of one's own, with Streamlit's own token, as a browser does it."""
    _, headers, _ = ask(site.port, "GET", "/_stcore/health")
    token = headers["set-cookie"].partition("=")[2].partition(";")[0]
    body = b'--x\r\nContent-Disposition: form-data; name="f"; filename="f.csv"\r\n\r\na\r\n--x--\r\n'
    with StreamlitClient(site.port, who or built.sessions["Kari"]) as tab:  # a stranger may know someone's tab
        path = f"/_stcore/upload_file/{tab.open().session}/0b0c-1"
        said = {"Content-Type": "multipart/form-data; boundary=x", "X-Xsrftoken": token}
        cookie = f"_streamlit_xsrf={token}; parvis_session={who or ''}"
        return ask(site.port, "PUT", path, body, Cookie=cookie, **said)[0]


def test_only_leads_upload(site: Site, built: Built) -> None:
    """Strangers and annotators cannot fill the server's memory with files; the same request by a lead is taken."""
    who = {name: built.sessions.get(name) for name in ("a stranger", "Kari", "Lise")}
    assert {name: uploaded(site, built, one) for name, one in who.items()} == {
        "a stranger": 403,
        "Kari": 403,
        "Lise": 204,
    }


def leaks(log: str, sought: list[str]) -> list[str]:
    """What of the sought is in a log."""
    return [one for one in sought if one in log]


@pytest.mark.slow
def test_the_log_names_nobody(site: Site, built: Built) -> None:
    """After all that, the server's log has no link, session, name, prompt or response in it; the same search finds one."""
    link = add_person(site.store, "Hemmelig Hansen", ["annotator"], [built.slug])
    for method, path in (("GET", link.token), ("POST", link.token), ("GET", f"{link.token}x"), ("GET", "%00")):
        ask(site.port, method, f"/join/{path}")
    with StreamlitClient(site.port, built.sessions["Kari"]) as tab:
        tab.open(f"annotate?token={link.token}")
    assert websocket(site, built.sessions["Kari"], "https://elsewhere.example") == 403
    log = site.log.read_text()
    assert "Rejecting WebSocket connection" in log  # what the server says does come here
    sought = [link.token, "Hansen", *built.sessions, *built.sessions.values(), *SECRETS]
    assert leaks(log, sought) == []
    assert leaks(f"{log} GET /join/{link.token} for Hansen", sought) == [link.token, "Hansen"]
