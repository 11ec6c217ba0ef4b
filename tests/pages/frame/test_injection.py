"""Script and Markdown in everything that somebody can write, on every page: it is only ever text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import streamlit as st
from google.protobuf.message import Message as Proto
from sqlalchemy import select, update
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.store import (
    Assignment,
    Campaign,
    Clarification,
    Comparison,
    Exclusion,
    HoursNote,
    JudgeReply,
    Judgment,
    Message,
    Person,
    ProgramToken,
    Prompt,
    Question,
    RatingAssignment,
    Remark,
    Response,
    System,
)
from eval_core.ui.frame import sidebar
from eval_core.ui.lead import needs
from eval_core.ui.lead.setup import facts
from eval_core.ui.registry import PAGES
from eval_core.ui.research import analysis
from eval_core.web import desk_json
from tests.support.building import Built, build_campaign
from tests.support.full_campaign import furnish
from tests.support.judging import judge
from tests.support.page_text import _nodes, desk_data

Open = Callable[..., AppTest]
# What people, leads and files bring in.
WRITTEN = {
    Campaign: ("title",),
    Prompt: ("text", "category", "document", "reference"),
    System: ("name",),
    Response: ("text",),
    Comparison: ("gold_explanation",),
    Assignment: ("skip_comment",),
    Remark: ("comment",),
    Question: ("text", "answer"),
    Clarification: ("text",),
    HoursNote: ("text",),
    Message: ("text",),
    Exclusion: ("reason",),
    ProgramToken: ("name",),
    Person: ("name",),
}
# Fields that Streamlit's browser side shows to the letter; every other is HTML, Markdown or unknown to us.
PLAIN = {
    "text.body",
    "textinput.default",
    "textinput.value",
    "textarea.value",
    "selectbox.options",
    "multiselect.options",
    "script.text",
}


MARKUP = ("<img src=x", "![", ":red[", "**fett", "$x^", ":material/key", ":smile:", "www.e.ex")


def nasty(place: str) -> str:
    """Runs as HTML, loads a stranger's picture as Markdown, and is coloured, set and drawn by Streamlit's own."""
    return (
        f"<img src=x onerror=alert(1)>![{place}](https://e.example/x.png)[x](javascript:alert(2)) :red[{place}]"
        " **fett** $x^2$ :material/key: :smile: www.e.example"
    )


@pytest.fixture
def hostile(built: Built) -> Built:
    """A campaign with something in every table, each word of it hostile."""
    furnish(built)
    with built.store.write() as db:
        for table in (RatingAssignment, JudgeReply):  # of a protocol that there is
            db.execute(update(table).values(protocol_key="adequacy_fluency"))
        for table, columns in WRITTEN.items():
            for row in db.scalars(select(table)):
                for column in columns:
                    if getattr(row, column):
                        setattr(row, column, nasty(f"{table.__tablename__}-{column}-{row.id}"))
    return built


def strings(proto: Proto, path: str) -> Iterator[tuple[str, str]]:
    """(message.field, text) of everything in an element."""
    for field, value in proto.ListFields():
        for one in value if field.is_repeated else [value]:
            if isinstance(one, Proto):
                yield from strings(one, field.name)
            elif isinstance(one, str) and field.name == "json":
                yield from given(json.loads(one), "")
            elif isinstance(one, str):
                yield f"{path}.{field.name}", one


def given(data: object, key: str) -> Iterator[tuple[str, str]]:
    """(sink, text) of everything that a script is given: what it calls HTML, it draws as HTML, and the rest as text."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from given(value, "html" if key == "html" else name)
    elif isinstance(data, list):
        for value in data:
            yield from given(value, key)
    elif isinstance(data, str):
        yield "html.body" if key == "html" else "script.text", data


def live(sink: str, text: str) -> bool:
    """Whether hostile words would be more than text where they stand."""
    if sink in PLAIN or sink.endswith(".id"):
        return False
    # Plotly reads a few tags in labels, and no Markdown.
    markup = ("<img src=x",) if sink in ("html.body", "plotlychart.spec") else MARKUP
    return any(mark in text for mark in markup)


def sinks(test: AppTest) -> set[tuple[str, str]]:
    """Each field of the page where hostile words would be more than text, with its beginning."""
    found = set()
    for node in _nodes(test._tree):
        proto: Any = getattr(node, "proto", None)
        if isinstance(proto, Proto):
            texts = strings(proto, proto.DESCRIPTOR.name.lower())
            found |= {(sink, text[:160]) for sink, text in texts if live(sink, text)}
    return found


def test_hostile_words_are_text_on_every_page(hostile: Built, open_page: Open) -> None:
    """Names, titles, prompts, responses, comments, questions and notes are text on each page; most pages show some."""
    who = hostile.enter("All", "annotator", "researcher", "lead")
    seen = {page.name: open_page(page.name, who) for page in PAGES}
    assert [name for name, test in seen.items() if test.exception] == []
    assert {name: found for name, test in seen.items() if (found := sinks(test))} == {}
    escaped = [name for name, test in seen.items() if any("&lt;img src=x" in getattr(one.proto, "body", "")
               for one in _nodes(test._tree) if getattr(one, "proto", None) is not None)]  # fmt: skip
    assert {"quality", "people", "analysis"} <= set(escaped)
    assert sinks(working(seen["annotate"])) == set()
    assert "<img src=x" in json.dumps(desk_data(seen["annotate"])["pile"]["sheets"])


@pytest.mark.parametrize("roles", [("annotator",), ("researcher",), ("lead",), ("annotator", "researcher", "lead")])
def test_hostile_names_of_the_readers_are_text(hostile: Built, open_page: Open, roles: tuple[str, ...]) -> None:
    """Who reads has a hostile name too, and a second campaign to change to, in every role and on every page of it."""
    build_campaign(hostile.store, slug="second", prompts=1)
    who = sign_in(hostile.store, add_person(hostile.store, "The reader", roles, [hostile.slug, "second"]).token)
    with hostile.store.write() as db:
        db.execute(update(Person).where(Person.name == "The reader").values(name=nasty("reader")))
        for campaign in db.scalars(select(Campaign)):
            campaign.title = nasty(f"title-{campaign.id}")
    seen = {page.name: open_page(page.name, who) for page in PAGES if set(page.roles) & set(roles)}
    assert [name for name, test in seen.items() if test.exception] == []
    assert {name: found for name, test in seen.items() if (found := sinks(test))} == {}
    if roles != ("annotator",):  # who have no sidebar, which shows the name
        assert [name for name, test in seen.items() if "[reader]" in "".join(words(test))] == list(seen)


def test_a_hostile_name_on_a_button_is_text(built: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who stays away is named on a button of *Progress*; without the escaping of labels the same search finds it."""
    judge(built, built.enter("Kari"), at_most=3)
    long_ago = built.store.now() - timedelta(days=6)
    with built.store.write() as db:
        db.execute(update(Judgment).values(shown_at=long_ago, decided_at=long_ago))
        db.execute(update(Assignment).values(shown_at=long_ago, first_shown_at=long_ago))
        db.execute(update(Person).values(name=nasty("away")))
    lise = built.enter("Lise", "lead")
    page = open_page("progress", lise)
    (button,) = [one for one in page.button if one.key and one.key.startswith("look_")]
    assert "away" in button.label
    assert sinks(page) == set()
    monkeypatch.setattr(needs, "as_label", lambda text: text)
    assert {sink for sink, _ in sinks(open_page("progress", lise))} == {"button.label"}


def test_a_hostile_system_as_a_fields_label_is_text(
    hostile: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*Setup* asks how each system's texts were made; planted as above."""
    lise = hostile.enter("Lise", "lead")

    def labels() -> list[str]:
        test = open_page("setup", lise).radio(key="setup_step_en").set_value("facts").run()
        return [one.label for one in test.text_input if "/facts/decoding/" in str(one.key)]

    assert labels()
    assert [label for label in labels() if live("textinput.label", label)] == []
    monkeypatch.setattr(facts, "as_label", lambda text: text)
    assert [label for label in labels() if live("textinput.label", label)] == labels()


def words(test: AppTest) -> Iterator[str]:
    """Every text of the page."""
    for node in _nodes(test._tree):
        if isinstance(proto := getattr(node, "proto", None), Proto):
            yield from (text for _, text in strings(proto, ""))


def test_a_name_as_markdown_is_found(hostile: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted violation: a sidebar that writes the reader's name as a caption, as ours once did."""
    who = hostile.enter("The reader", "lead")
    with hostile.store.write() as db:
        db.execute(update(Person).where(Person.name == "The reader").values(name=nasty("reader")))
    monkeypatch.setattr(sidebar, "note", st.caption)
    assert {sink for sink, _ in sinks(open_page("progress", who))} == {"markdown.body"}


def working(test: AppTest) -> AppTest:
    """Through the letter and the guidelines to what is judged."""
    for key in ("letter_agree", "acknowledge"):
        if any(button.key == key for button in test.button):
            test.button(key=key).click().run()
    assert desk_data(test)["gate"] is None
    return test


def test_the_formatted_view_of_the_desk_has_no_markup_of_others(hostile: Built, open_page: Open) -> None:
    """Where texts are sent as HTML too, nothing of theirs is more than text."""
    with hostile.store.write() as db:
        db.execute(update(Campaign).values(text_view="formatted"))
    test = working(open_page("annotate", hostile.enter("Kari")))
    assert "&lt;img src=x" in json.dumps(desk_data(test)["pile"]["sheets"])
    assert sinks(test) == set()


def test_the_search_sees_markup(hostile: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted violation: where a page forgets to escape, the same search finds it."""
    who = hostile.enter("All", "annotator", "researcher", "lead")
    monkeypatch.setattr(analysis, "plain", lambda text: text)
    assert {sink for sink, _ in sinks(open_page("analysis", who))} == {"html.body"}


def test_the_search_sees_into_the_desk(hostile: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for what the desk's script draws as HTML."""
    with hostile.store.write() as db:
        db.execute(update(Campaign).values(text_view="formatted"))
    monkeypatch.setattr(desk_json, "as_html", lambda text, view: text)
    assert {sink for sink, _ in sinks(working(open_page("annotate", hostile.enter("Kari"))))} == {"html.body"}
