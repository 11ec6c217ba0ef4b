"""People on the screen: who is here, adding by paste, links that are shown once, roles, messages and the log."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
import streamlit as st
from sqlalchemy import select
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.access import find_person
from eval_core.campaigns.audit import ACTIONS as ALL_ACTIONS
from eval_core.campaigns.people.invited import InvitedTo
from eval_core.campaigns.people.persons import add_person, revoke_link
from eval_core.campaigns.people.roster import Place, list_roster
from eval_core.campaigns.people.sign_ins.sign_in import choose_language, current_visitor, sign_in
from eval_core.campaigns.quality.pauses import pause_person
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.talk.inbox import answer_question
from eval_core.campaigns.talk.messages import send_message
from eval_core.campaigns.talk.questions import ask_question
from eval_core.errors import RefusedError
from eval_core.locales import gettext, use_language
from eval_core.store import Event, Message, Person, Store
from eval_core.ui.lead.people import person
from eval_core.ui.lead.people.invitations import invitation_text
from eval_core.ui.lead.people.labels import ACTIONS
from eval_core.ui.lead.people.log import log_file
from eval_core.ui.lead.people.log_words import about_text
from eval_core.ui.lead.people.people_state import people_state
from tests.support.building import Built, build_campaign
from tests.support.checking import everything
from tests.support.judging import judge
from tests.support.page_text import desk_data, sent, words

Open = Callable[..., AppTest]
NASTY = "![x](https://evil.example/x.png) :red[nei] **stor**"


@pytest.fixture
def lise(built: Built) -> str:
    """The session of a lead."""
    return built.enter("Lise", "lead")


def names(store: Store) -> list[str]:
    return [one.name for one in list_roster(store, "trial")]


def id_of(store: Store, name: str) -> int:
    with store.read() as db:
        return db.scalars(select(Person.id).where(Person.name == name)).one()


def paste(test: AppTest, text: str) -> AppTest:
    return test.text_area(key="people_paste").set_value(text).run()


def keys(test: AppTest) -> set[str | None]:
    return {button.key for button in test.button}


def choose(test: AppTest, store: Store, name: str) -> AppTest:
    return test.selectbox(key="people_person").set_value(id_of(store, name)).run()


def test_who_is_here(built: Built, open_page: Open, lise: str) -> None:
    """A sentence, and a row for each: role, standard, whether the link was opened, how much is judged."""
    built.enter("Kari")
    add_person(built.store, "Ola", ["annotator"], ["trial"])
    pause_person(built.store, "trial", id_of(built.store, "Ola"))
    seen = words(open_page("people", lise))
    assert "3 people are here. 2 of them judge. 1 has not opened their link yet." in seen
    assert ">Ola (paused)</a></td><td>Annotator</td><td>Both</td><td>Not opened yet</td>" in seen
    assert "<td>Lise (you)</td><td>Lead</td><td></td><td>In use</td>" in seen


def test_a_list_is_looked_at_and_added(built: Built, open_page: Open, lise: str) -> None:
    """Nothing is added before the list is looked at; then each new person's link is shown and works."""
    test = paste(open_page("people", lise), "Kari, nn\nOla\nEva, researcher")
    assert names(built.store) == ["Lise"]
    assert "<td>Kari</td><td>New: gets a link</td><td>Annotator</td><td>Nynorsk</td>" in words(test)
    test.button(key="people_add").click().run()
    assert names(built.store) == ["Eva", "Kari", "Lise", "Ola"]
    assert "3 people are added." in words(test)
    assert test.text_area(key="people_paste").value == ""
    texts = [code.value for code in test.code]
    assert len(texts) == 3
    for text, name in zip(texts, ("Kari", "Ola", "Eva"), strict=True):
        found = re.search(r"http://127\.0\.0\.1:8501/join/(\S+)\?campaign=trial\n", text)
        assert found
        visitor = current_visitor(built.store, sign_in(built.store, found[1]))
        assert visitor is not None
        assert visitor.name == name
    assert "with this role: Researcher" in texts[2]


def test_links_are_shown_once(built: Built, open_page: Open, lise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put away, a link does not come back, and another session of the same lead never sees it. It begins as set."""
    monkeypatch.setenv("PARVIS_BASE_URL", "https://host.example/parvis/")
    test = paste(open_page("people", lise), "Kari")
    test.button(key="people_add").click().run()
    assert len(test.code) == 1
    assert "\nhttps://host.example/parvis/join/" in test.code[0].value
    assert test.code[0].value.endswith("https://host.example/parvis/guide/en")
    test.button_group(key="people_language").set_value("nn").run()
    assert test.code[0].value.endswith("på éi side: https://host.example/parvis/guide/nn")
    assert not open_page("people", lise).code
    test = open_page("people", lise)
    paste(test, "Ola").button(key="people_add").click().run()
    test.button(key="people_hide").click().run()
    assert not test.code
    assert "join/" not in sent(test)


def test_a_bad_line_keeps_the_button_away(built: Built, open_page: Open, lise: str) -> None:
    """What is wrong is said in its line, and there is nothing to press."""
    test = paste(open_page("people", lise), "Kari\nOla, sjef\nKari")
    assert "⚠ “sjef” is neither a role nor nb or nn" in words(test)
    assert words(test).count("⚠ This name is in another line too") == 2
    assert "fix the marked lines first" in words(test)
    assert "people_add" not in keys(test)
    assert names(built.store) == ["Lise"]


def test_what_was_looked_at_is_what_is_added(built: Built, open_page: Open, lise: str) -> None:
    """A name that someone took meanwhile is not quietly made a member: the lead looks once more."""
    other = build_campaign(built.store, slug="other")
    test = paste(open_page("people", lise), "Kari")
    kari = other.enter("Kari", "lead")
    test.button(key="people_add").click().run()
    assert names(built.store) == ["Lise"]
    assert "somebody else has added one of these people in the meantime" in words(test)
    assert "keeps their own link, which you cannot see" in words(test)
    test.button(key="people_add").click().run()
    assert names(built.store) == ["Kari", "Lise"]
    assert not test.code
    choose(test, built.store, "Kari")
    assert "Opens campaigns that you do not lead" in words(test)
    assert not keys(test) & {"people_renew", "people_revoke"}
    assert current_visitor(built.store, kari) is not None


def test_roles_and_standard_are_changed(built: Built, open_page: Open, lise: str) -> None:
    """A click stores both; nothing chosen is refused with a word; a removed person is out after a second click."""
    built.enter("Kari")
    test = choose(open_page("people", lise), built.store, "Kari")
    stored = f"{id_of(built.store, 'Kari')}_annotator_None"
    test.button_group(key=f"roles_{stored}").set_value(["annotator", "researcher"])
    test.button_group(key=f"standard_{stored}").set_value("nn")
    test.button(key="people_save").click().run()
    (kari, _lise) = list_roster(built.store, "trial")
    assert kari.place == Place(("researcher", "annotator"), "nn")
    assert "Saved." in words(test)
    assert "Kari judges, and has a role that may see system names." in words(test)
    stored = f"{kari.person_id}_researcher-annotator_nn"
    test.button_group(key=f"roles_{stored}").set_value([])
    test.button(key="people_save").click().run()
    assert "choose a role, or remove the person" in words(test)
    test.button(key="people_remove").click().run()
    assert names(built.store) == ["Lise"]
    assert "Removed from the campaign." in words(test)


def test_another_lead_was_faster(built: Built, open_page: Open, lise: str) -> None:
    """A change on top of someone else's is refused with a word, and the page shows the current state."""
    from eval_core.campaigns.people.memberships import change_place

    built.enter("Kari")
    kari = id_of(built.store, "Kari")
    test = choose(open_page("people", lise), built.store, "Kari")
    change_place(built.store, "trial", kari, Place(("annotator",)), Place(("annotator",), "nb"))
    test.button_group(key=f"roles_{kari}_annotator_None").set_value(["annotator", "lead"])
    test.button(key="people_save").click().run()
    assert "somebody else has changed this person in the meantime" in words(test)
    assert list_roster(built.store, "trial")[0].place == Place(("annotator",), "nb")


def test_a_link_is_renewed_and_revoked(built: Built, open_page: Open, lise: str) -> None:
    """The new link is shown and works, the old one is dead; a revoked one is shown no more."""
    kari = built.enter("Kari")
    test = choose(open_page("people", lise), built.store, "Kari")
    test.button(key="people_renew").click().run()
    assert current_visitor(built.store, kari) is None
    (text,) = (code.value for code in test.code)
    token = text.split("/join/")[1].split("?")[0]
    assert sign_in(built.store, token)
    assert "The old one no longer works." in words(test)
    test.button(key="people_revoke").click().run()
    assert not test.code
    assert sign_in(built.store, token) is None
    assert "<td>Revoked</td>" in words(test)


def test_a_double_click_makes_one_link(built: Built, lise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same click once more, sent before the page was drawn anew, neither makes another link nor complains."""
    built.enter("Kari")
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(person, "session_id", lambda: lise)
    kari = list_roster(built.store, "trial", lise)[0]
    person._renew("trial", kari)
    memory = people_state()
    ((name, _roles, token),) = memory.invitations["trial"]
    stored = everything(built.store)
    person._renew("trial", kari)
    assert (memory.invitations["trial"], everything(built.store)) == ([(name, _roles, token)], stored)
    assert name == "Kari"
    assert st.session_state["notices"]["people"].done.startswith("The new link")
    assert sign_in(built.store, token)
    # Another lead's renewal is no double click: the page says so.
    memory.last = None
    person._renew("trial", kari)
    assert st.session_state["notices"]["people"].refused == "stale_link"


def test_a_message_goes_and_is_read(built: Built, open_page: Open, lise: str) -> None:
    """Written by the lead, shown on My work, and then known to be read."""
    kari = built.enter("Kari")
    test = choose(open_page("people", lise), built.store, "Kari")
    key = f"message_{id_of(built.store, 'Kari')}"
    test.button(key="people_send").click().run()
    assert "write the message first" in words(test)
    test.text_area(key=key).set_value(NASTY).run()
    test.button(key="people_send").click().run()
    assert test.text_area(key=key).value == ""
    assert "The message is not read yet." in words(test)
    work = open_page("my_work", kari)
    assert NASTY in words(work)
    with built.store.read() as db:
        assert db.scalars(select(Message.read_at)).one() is not None
    assert "The message was read" in words(choose(open_page("people", lise), built.store, "Kari"))
    assert "Messages" not in words(open_page("my_work", built.enter("Ola")))


@pytest.mark.parametrize(
    ("messages", "answers", "label"),
    [
        (1, 0, "A message for you"),
        (2, 0, "2 messages for you"),
        (1, 1, "2 answers and messages for you"),
        (0, 1, "Your question was answered"),
        (0, 0, None),
    ],
)
def test_what_is_new_is_noticed_on_my_work(
    built: Built, open_page: Open, messages: int, answers: int, label: str | None
) -> None:
    """The desk learns what is new; My work says it at the top and marks each, also after a rerun. Then all is read."""
    kari = built.enter("Kari")
    for number in range(messages):
        send_message(built.store, "trial", id_of(built.store, "Kari"), f"Hei nr. {number}")
    for number in range(answers):
        question = ask_question(built.store, kari, "trial", None, f"Spørsmål {number}?")
        answer_question(built.store, "trial", question, "Svaret")
    desk = open_page("annotate", kari)
    assert desk_data(desk)["pile"]["news"] == {"answers": answers, "messages": messages}
    work = open_page("my_work", kari)
    for test in (work, work.run()):
        seen = words(test)
        assert seen.count('<p class="is-new">New</p>') == messages + answers
        assert (f"{label}. Read it below." in seen) if label else ("Read it below" not in seen)
        assert seen.count("The lead wrote") == messages
    assert desk_data(open_page("annotate", kari))["pile"]["news"] == {"answers": 0, "messages": 0}
    assert "New</p>" not in words(open_page("my_work", kari))  # another visit


def test_the_log_tells_and_is_filtered(built: Built, open_page: Open, lise: str) -> None:
    """Each action with who, what and whom; a name leaves what that person did and what was done about them."""
    test = paste(open_page("people", lise), "Kari, nn\nOla")
    test.button(key="people_add").click().run()
    seen = words(test)
    assert "<td>Lise</td><td>Person added</td><td>Kari · roles: Annotator · written standard: Nynorsk</td>" in seen
    test.selectbox(key="people_log_of").set_value("Ola").run()
    log = next(node for node in words(test).split("\n") if "Person added" in node)
    assert "<td>Ola · roles: Annotator</td>" in log
    assert "Kari" not in log


def test_the_log_as_a_file(built: Built, lise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The download has the program's own words, runs no formula, and checks permission again."""
    from eval_core.campaigns.people.invitations import add_people

    add_people(built.store, "trial", "=1+1", [], lise)
    lines = log_file(lise, "trial").decode().splitlines()
    assert lines[0].replace('"', "") == "at,by,action,person,what,old,new,about"
    assert ",person_added,'=1+1," in lines[1].replace('"', "")
    with pytest.raises(RefusedError, match="needs the role"):
        log_file(built.enter("Rolf", "researcher"), "trial")
    revoke_link(built.store, "Lise")
    with pytest.raises(RefusedError) as refusal:
        log_file(lise, "trial")
    assert refusal.value.code == "signed_out"


def test_every_action_has_words() -> None:
    """An action without words, or words for an action that there is not, fails here."""
    assert set(ACTIONS) == set(ALL_ACTIONS)
    assert {*ALL_ACTIONS, "planted"} - set(ACTIONS) == {"planted"}


@pytest.mark.parametrize("language", ["nb", "nn"])
def test_every_action_speaks_norwegian(language: str, request: pytest.FixtureRequest) -> None:
    """In either written standard no word of the log is left in English."""
    request.addfinalizer(lambda: use_language("en"))
    use_language(language)
    for text in ACTIONS.values():
        assert gettext(text) != text


def test_what_an_action_tells_is_never_lost() -> None:
    """Parts without words of their own are shown as they are, numbers and lists too; empty ones are left out."""
    about = {"person": "Kari", "number": 3, "weight": [1, 2], "reason": "", "final": True, "message": 9}
    assert about_text(about) == "Kari · no. 3 · weight: 1, 2 · final: True"


KARIS = InvitedTo("proven", "Prøven", "Språkrådet.", frozenset({"annotator"}), rates=False, quota=60)


@pytest.mark.parametrize(
    ("language", "words_there"),
    [
        ("en", ["Welcome to Parvis, Kari!", "from Språkrådet.", "60 comparisons. Most take less than a minute"]),
        ("nb", ["Velkommen til Parvis, Kari!", "fra Språkrådet.", "60 sammenligninger. De fleste tar mindre enn ett"]),
        ("nn", ["Velkomen til Parvis, Kari!", "frå Språkrådet.", "60 samanlikningar. Dei fleste tek mindre enn eitt"]),
    ],
)
def test_invitations_speak_the_readers_language(language: str, words_there: list[str]) -> None:
    """In each language there are name, who asks, campaign, work and link; the page's own language is left as it was."""
    use_language("en")
    guide = f"https://x.example/guide/{language}"
    text = invitation_text("Kari", KARIS, "https://x.example/join/abc", language, guide)
    assert [words for words in words_there if words not in text] == []
    assert {"Prøven", "https://x.example/join/abc", guide} <= set(re.findall(r"https\S+|Prøven", text))
    assert gettext("Undo") == "Undo"


def test_the_guide_goes_to_those_who_compare(store: Store, open_page: Open) -> None:
    """A researcher's invitation has no guide, and where responses are rated no one's has one."""
    researcher = replace(KARIS, roles=frozenset({"researcher"}))
    assert "/guide/" not in invitation_text("Kari", researcher, "a", "en", "https://x.example/guide/en")
    rated = build_campaign(store, protocol="heval")
    test = paste(open_page("people", rated.enter("Lise", "lead")), "Kari")
    test.button(key="people_add").click().run()
    assert "/join/" in test.code[0].value
    assert "/guide/" not in test.code[0].value


@pytest.mark.parametrize("language", ["nb", "nn"])
def test_the_page_speaks_norwegian(
    built: Built, open_page: Open, lise: str, language: str, request: pytest.FixtureRequest
) -> None:
    """In either written standard no English is left of the page's own words."""
    built.enter("Kari")
    choose_language(built.store, lise, language)
    use_language(language)
    request.addfinalizer(lambda: use_language("en"))
    test = paste(choose(open_page("people", lise), built.store, "Kari"), "Ola\nPer, xx")
    seen = words(test)
    assert {"nb": "2 personer er med.", "nn": "2 personar er med."}[language] in seen
    for word in ("people", "Written", "Link", "judge", "Annotator", "Roles", "Nothing"):
        assert word not in seen


def test_names_are_only_text(built: Built, open_page: Open, lise: str) -> None:
    """Markup in a name draws nothing: neither in the table, the preview, the log nor any label."""
    test = paste(open_page("people", lise), NASTY)
    test.button(key="people_add").click().run()
    assert NASTY in words(test)
    assert not [button.label for button in test.button if "evil" in button.label]


def test_another_campaigns_lead_and_the_revoked_do_nothing(built: Built, open_page: Open, lise: str) -> None:
    """A click of someone whose link was revoked meanwhile stores nothing and draws nothing."""
    built.enter("Karianne")
    test = choose(open_page("people", lise), built.store, "Karianne")
    revoke_link(built.store, "Lise")
    before = everything(built.store)
    test.button(key="people_renew").click().run()
    assert everything(built.store) == before
    assert "You are not signed in." in sent(test)
    assert "join/" not in sent(test)
    other = build_campaign(built.store, slug="other")
    elsewhere = open_page("people", other.enter("Elsewhere", "lead"))
    assert "Karianne" not in sent(elsewhere)


def test_who_saw_results_is_warned_of(built: Built, open_page: Open, lise: str) -> None:
    """An annotator to whom results were shown is named with advice; others are not."""
    built.enter("Kari")
    with built.store.write() as db:
        db.add(Event(campaign_id=built.id, person_id=id_of(built.store, "Kari"), action="results_shown", about={}))
    seen = words(open_page("people", lise))
    assert "Kari judges, and has seen the results. Judge blind" in seen
    assert "Lise judges" not in seen


def test_a_person_is_erased(built: Built, open_page: Open, lise: str) -> None:
    """After the second button the name is nowhere on the page, and the judgments stay under another one."""
    kari = built.enter("Kari Nordmann")
    judge(built, kari, at_most=2)
    test = open_page("people", lise)
    with built.store.read() as db:
        person = find_person(db, "Kari Nordmann").id
    test.selectbox(key="people_person").set_value(person).run()
    test.button(key="people_erase").click().run()
    assert not test.exception
    assert "Kari Nordmann" not in sent(test)
    assert "Kari Nordmann" not in sent(open_page("people", lise))
    assert len(read_votes(built.store, built.slug)) == 2
    assert open_page("annotate", kari).text[0].value.startswith("You are not signed in")
