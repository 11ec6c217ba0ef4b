"""A dialogue at the desk, in My work, in a search and before a judge: what is said, never the form in which it came."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from sqlalchemy import update

from eval_core.campaigns.my_work.work_list import list_work
from eval_core.campaigns.talk.seen import AsSeen, words_marked
from eval_core.judges.prompts import messages_about
from eval_core.judges.work import ShownPair
from eval_core.protocols import load_protocol
from eval_core.store import Response
from eval_core.ui.parts.comparison import Pair, is_long, reading
from eval_core.web.desk_json import dialogues_document
from tests.support.acts import record_judgment
from tests.support.building import Built
from tests.support.desk_clicks import shown

TEXT = json.dumps(
    [{"role": "user", "content": "Hva er høyt?"}, {"role": "assistant", "content": "Et høyt <fjell> & is."}]
)
START = TEXT.index("<fjell>")
MARK = (START, START + len("<fjell>"), "Ordvalg")


def test_the_desk_gets_turns_with_their_places() -> None:
    """Each turn with its role and its places in the stored text; formatted where the campaign shows that."""
    found = dialogues_document("Skriv.", None, {"A": TEXT, "B": "Ja."}, "formatted")
    assert list(found) == ["A"]
    assert [(turn["role"], turn["text"]) for turn in found["A"]] == [
        ("user", "Hva er høyt?"),
        ("assistant", "Et høyt <fjell> & is."),
    ]
    assert "&lt;fjell&gt; &amp; is." in found["A"][1]["html"]
    assert json.dumps(found)
    assert dialogues_document(TEXT, TEXT, {}, "plain").keys() == {"prompt", "reference"}


def test_a_page_shows_it_with_its_marks() -> None:
    """Under its roles, escaped, with the marked words marked; the prompt is folded where it has several turns."""
    html = reading(Pair(1, TEXT, "nb", TEXT, "Ja."), "plain", "norwegian_fluency", expanded=True, marks={"A": [MARK]})
    assert '<span class="role">User</span>' in html
    assert 'Et høyt <mark title="Ordvalg">&lt;fjell&gt;</mark> &amp; is.' in html
    assert "content" not in html
    assert is_long(TEXT)
    assert not is_long('["Kort."]')


def test_marked_words_are_quoted_as_they_are_read() -> None:
    """A question about words of a dialogue quotes them without escapes."""
    at = TEXT.index("h\\u00f8yt <")
    seen = AsSeen(1, "p", None, TEXT, "", None, 1, True, False, "norwegian_fluency")
    mark = {"side": "A", "start": at, "end": at + len("h\\u00f8yt"), "issue": "x"}
    assert [one.words for one in words_marked(seen, [mark])] == ["høyt"]


def test_a_judge_is_told_who_says_what() -> None:
    """The roles in words, and nothing of the form."""
    pair = ShownPair(0, 0, False, TEXT, None, TEXT, "Nei.", None, None)
    (message,) = messages_about(load_protocol("norwegian_fluency"), pair)
    assert message["content"].count("User: Hva er høyt?\n\nAssistant: Et høyt <fjell> & is.") == 2
    assert "\\u00f8" not in message["content"]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_my_work_lists_and_finds_what_is_said(campaign: Callable[..., Built]) -> None:
    """A long dialogue is listed by its first words and found by its last; its form is found by nothing."""
    built = campaign(prompts=1)
    kari = built.enter("Kari")
    long = json.dumps([{"role": "assistant", "content": "Høyt oppe. " * 100 + "Slutten på visa."}])
    with built.store.write() as db:
        db.execute(update(Response).values(text=long))
    task = shown(built, kari)
    record_judgment(built.store, kari, built.slug, task.assignment_id, task.revision, "A")
    (row,) = list_work(built.store, kari, built.slug).rows
    assert all(text.startswith("Høyt oppe. Høyt oppe.") for text in row.responses)
    found = {
        word: list_work(built.store, kari, built.slug, search=word).found for word in ("SLUTTEN PÅ", "role", "u00f8")
    }
    assert found == {"SLUTTEN PÅ": 1, "role": 0, "u00f8": 0}
