"""A question's whole way over the screens: asked next to the comparison, answered in the inbox, read, published."""

from __future__ import annotations

from collections.abc import Callable
from string import punctuation

import pytest
from sqlalchemy import select
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.audit import read_log
from eval_core.campaigns.people.persons import revoke_link
from eval_core.campaigns.talk import inbox as talk_inbox
from eval_core.campaigns.talk.desk_talk import carry_out_talk
from eval_core.campaigns.talk.inbox import answer_question, inbox
from eval_core.campaigns.talk.questions import ask_question, own_questions
from eval_core.store import Campaign, Clarification, Person, Qualification, Question, Response
from eval_core.web.shown_text import as_label
from tests.support.acts import action, open_desk, skip_comparison
from tests.support.building import Built
from tests.support.page_text import desk_data, sent

Open = Callable[..., AppTest]
MARKUP = "<script>alert(1)</script> ![x](https://example.org/x.png) :red[nei] www.example.org"


def asked(built: Built, session: str, text: str = "Hva gjør jeg her?") -> int:
    """A question about what lies on the annotator's desk."""
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    return ask_question(built.store, session, built.slug, task.assignment_id, text)


def questions(built: Built) -> list[tuple[str, str | None]]:
    """Every question with its answer."""
    with built.store.read() as db:
        return [(row.text, row.answer) for row in db.scalars(select(Question).order_by(Question.id))]


def test_from_the_desk_to_the_inbox_and_back(built: Built, open_page: Open) -> None:
    """Asked at the desk, answered by a click, announced at the desk, and read on My work."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    question = action("ask", task.assignment_id, question="Teller tegnsetting?", marks=[])
    assert carry_out_talk(built.store, kari, built.slug, question, "en").result == "recorded"

    page = open_page("inbox", lise)
    assert "1 person is waiting for an answer." in sent(page)
    assert "Teller tegnsetting?" in sent(page)
    assert task.response_a in sent(page)
    page.text_area(key="answer_1").set_value("Ja, litt.")
    page.button(key="inbox_answer").click().run()
    assert questions(built) == [("Teller tegnsetting?", "Ja, litt.")]
    assert "Nobody is waiting for an answer." in sent(page)
    assert page.text_area(key="answer_1").value == ""

    assert desk_data(open_page("annotate", kari))["pile"]["news"] == {"answers": 1, "messages": 0}
    (answered,) = own_questions(built.store, kari, built.slug)
    assert answered.unread, "what is announced has not been read yet"
    assert "Ja, litt." in sent(open_page("my_work", kari))
    (answered,) = own_questions(built.store, kari, built.slug)
    assert not answered.unread
    assert desk_data(open_page("annotate", kari))["pile"]["news"] == {"answers": 0, "messages": 0}


def test_an_answer_becomes_a_clarification(built: Built, open_page: Open) -> None:
    """Its text begins as the answer, may be changed, and is published once, next to the answer itself."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    number = asked(built, kari)
    page = open_page("inbox", lise)
    page.button(key="inbox_publish").click().run()
    assert "Not saved: write the clarification first." in sent(page)
    page.text_area(key=f"answer_{number}").set_value("Ja, her.").run()
    assert page.text_area(key=f"clarification_{number}").value == "Ja, her."
    page.text_area(key=f"clarification_{number}").set_value("Alltid.").run()
    page.text_area(key=f"answer_{number}").set_value("Ja, der.").run()
    assert page.text_area(key=f"clarification_{number}").value == "Alltid."
    page.button(key="inbox_publish").click().run()
    assert questions(built) == [("Hva gjør jeg her?", "Ja, der.")]
    with built.store.read() as db:
        assert [(row.text, row.question_id) for row in db.scalars(select(Clarification))] == [("Alltid.", number)]
    assert "Published as a clarification." in sent(page)
    assert not [one for one in page.button if one.key == "inbox_publish"]


def test_a_question_is_settled_without_an_answer(built: Built, open_page: Open) -> None:
    """One click, and no one waits; an empty answer is refused with its word."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    asked(built, kari)
    page = open_page("inbox", lise)
    page.button(key="inbox_answer").click().run()
    assert "Not sent: write the answer first." in sent(page)
    page.button(key="inbox_resolve").click().run()
    assert inbox(built.store, built.slug).waiting == ()
    assert "Nobody is waiting for an answer." in sent(page)


def test_all_questions_of_one_person_are_settled_together(built: Built, open_page: Open) -> None:
    """Where a person has several; what others asked waits on, and one question has no such button."""
    kari, ola, lise = built.enter("Kari"), built.enter("Ola"), built.enter("Lise", "lead")
    for number in range(3):
        ask_question(built.store, kari, built.slug, None, f"Spam {number}")
    asked(built, ola)
    page = open_page("inbox", lise)
    button = page.button(key="inbox_resolve_all")
    assert button.label == "Resolve all 3 from Kari without an answer"
    button.click().run()
    assert [row.annotator for row in inbox(built.store, built.slug).waiting] == ["Ola"]
    assert "Resolved." in sent(page)
    page.radio(key="inbox_entry").set_value(f"question-{inbox(built.store, built.slug).waiting[0].id}").run()
    assert "inbox_resolve_all" not in [one.key for one in page.button]


def test_what_is_not_listed_is_counted(built: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """More questions than the list holds: how many wait, and how the list was drawn."""
    kari, ola, lise = built.enter("Kari"), built.enter("Ola"), built.enter("Lise", "lead")
    for number in range(4):
        ask_question(built.store, kari, built.slug, None, f"Spam {number}")
    asked(built, ola)
    monkeypatch.setattr(talk_inbox, "_WAITING", 3)
    page = open_page("inbox", lise)
    assert "5 questions wait. 3 are listed, in turns between those who asked." in sent(page)
    assert "2 people are waiting for an answer." in sent(page)
    monkeypatch.setattr(talk_inbox, "_WAITING", 5)
    assert "are listed" not in sent(open_page("inbox", lise))


def test_the_chosen_line_stays_chosen_when_it_is_settled(built: Built, open_page: Open) -> None:
    """Two questions that look alike are two lines, and answering one shows that one's answer."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    numbers = [ask_question(built.store, kari, built.slug, None, text) for text in ("Hva?", "Hva? ")]
    assert len(set(numbers)) == 1
    numbers.append(ask_question(built.store, kari, built.slug, None, "Hva nå?"))
    page = open_page("inbox", lise)
    assert len(set(page.radio(key="inbox_entry").options)) == 2
    page.radio(key="inbox_entry").set_value(f"question-{numbers[-1]}").run()
    page.text_area(key=f"answer_{numbers[-1]}").set_value("Dette.")
    page.button(key="inbox_answer").click().run()
    assert page.radio(key="inbox_entry").value == f"question-{numbers[-1]}"
    assert "Dette." in sent(page)


def test_a_newcomer_gets_another_try(built: Built, open_page: Open) -> None:
    """A failed test is in the inbox; without enough unseen gold the click says what is missing."""
    built.enter("Nils")
    lise = built.enter("Lise", "lead")
    with built.store.write() as db:
        row = db.scalars(select(Campaign)).one()
        row.settings = {"training": 1, "test": 3}
        db.add(
            Qualification(
                person_id=db.scalars(select(Person.id).where(Person.name == "Nils")).one(),
                campaign_id=row.id,
                attempt=1,
                asked=3,
                correct=1,
                passed=False,
                finished_at=built.store.now(),
            )
        )
    page = open_page("inbox", lise)
    assert "1 of 3 right. This was try no. 1." in sent(page)
    page.button(key="inbox_grant").click().run()
    assert "Not saved: there are too few gold comparisons" in sent(page)
    with built.store.write() as db:
        db.query(Campaign).update({"settings": {}})
    page.button(key="inbox_grant").click().run()
    assert "Nobody is waiting for an answer." in sent(page)


def test_an_empty_inbox_says_so(built: Built, open_page: Open) -> None:
    """Without anything there is one sentence and no list."""
    page = open_page("inbox", built.enter("Lise", "lead"))
    assert "Nobody is waiting for an answer." in sent(page)
    assert not page.radio


def test_markup_of_people_stays_text(built: Built, open_page: Open) -> None:
    """Tags, images, directives and addresses in questions, answers and comments reach no browser as such."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    number = asked(built, kari, MARKUP)
    answer_question(built.store, built.slug, number, MARKUP)
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    skip_comparison(built.store, kari, built.slug, task.assignment_id, 0, "other", MARKUP)
    page = open_page("inbox", lise)
    page.toggle(key="inbox_settled").set_value(True).run()
    for key in (f"question-{number}", f"skip-{task.assignment_id}"):
        page.radio(key="inbox_entry").set_value(key).run()
        bodies = [one.proto.body for one in page.get("html")]
        assert any("&lt;script&gt;" in body for body in bodies)
        assert not any("<script>" in body for body in bodies)
    shown = [*page.radio(key="inbox_entry").options, *page.radio(key="inbox_entry").proto.captions]
    assert not [one for one in shown if "![x]" in one or ":red[" in one or "www.example" in one or "<script" in one]
    work = open_page("my_work", kari)
    assert any("&lt;script&gt;" in one.proto.body for one in work.get("html"))
    assert "<script>" not in sent(work)


def test_a_question_shows_the_words_that_it_is_about(built: Built, open_page: Open) -> None:
    """The marked words stand below the question, each with its side, as text, and are marked in both responses."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    number = asked(built, kari, "Er dette rett?")
    with built.store.write() as db:
        db.query(Response).update({"text": "Eg <b>gjekk</b> heim."})
        marks = [{"side": side, "start": 3, "end": 15} for side in "AB"]
        db.get_one(Question, number).marks = [*marks, {"side": "A", "start": 0, "end": 99}]
    bodies = "".join(one.proto.body for one in open_page("inbox", lise).get("html"))
    for side in "AB":
        assert f"Marked in {side}: “&lt;b&gt;gjekk&lt;/b&gt;”" in bodies
    assert bodies.count('class="words marked"') == 2
    marked = '<mark title="Er dette rett?">&lt;b&gt;gjekk&lt;/b&gt;</mark>'
    assert bodies.count(f"Eg {marked} heim.") == 2


def test_a_label_reads_as_it_was_written() -> None:
    """Every mark of punctuation is escaped and followed by an invisible joiner; letters and spaces are kept."""
    assert as_label("Åse  og\nOla") == "Åse og Ola"
    assert as_label(":a:") == "\\:\N{WORD JOINER}a\\:\N{WORD JOINER}"
    assert as_label(punctuation).replace("\N{WORD JOINER}", "")[::2] == "\\" * 32


def test_no_system_reaches_the_leads_inbox(built: Built, open_page: Open) -> None:
    """Neither open, settled nor skipped comparisons name a system on the wire; a planted name is found."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    answer_question(built.store, built.slug, asked(built, kari, "en"), "Svar")
    asked(built, kari, "to")
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    skip_comparison(built.store, kari, built.slug, task.assignment_id, 0, "other")
    page = open_page("inbox", lise)
    page.toggle(key="inbox_settled").set_value(True).run()
    for key in ("question-1", "question-2", f"skip-{task.assignment_id}"):
        page.radio(key="inbox_entry").set_value(key).run()
        assert task.response_a in sent(page)
        assert not [name for name in built.systems if name in sent(page)]
    with built.store.write() as db:
        db.query(Response).update({"text": built.systems[0]})
    assert built.systems[0] in sent(page.run())


@pytest.mark.parametrize("key", ["inbox_answer", "inbox_resolve"])
def test_a_revoked_leads_click_does_nothing(built: Built, open_page: Open, key: str) -> None:
    """The link is revoked while the inbox lies open: nothing is answered, nothing drawn."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    number = asked(built, kari)
    page = open_page("inbox", lise)
    page.text_area(key=f"answer_{number}").set_value("Svar")
    revoke_link(built.store, "Lise")
    page.button(key=key).click().run()
    assert len(inbox(built.store, built.slug).waiting) == 1
    assert "You are not signed in." in sent(page)
    assert "Hva gjør jeg her?" not in sent(page)


def test_a_skipped_comparison_is_withdrawn_and_put_back(built: Built, open_page: Open) -> None:
    """From the skip itself: one click takes the comparison out, the next puts it back; both stand in the log."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    skip_comparison(built.store, kari, built.slug, task.assignment_id, task.revision, "unreadable")
    page = open_page("inbox", lise)
    page.button(key="inbox_withdraw").click().run()
    assert "Withdrawn: nobody is asked about it" in sent(page)
    assert not [one for one in page.button if one.key == "inbox_withdraw"]
    page.button(key="inbox_restore").click().run()
    assert "Withdrawn: nobody" not in sent(page)
    assert [entry.action for entry in read_log(built.store, built.slug)] == [
        "comparison_restored",
        "comparison_withdrawn",
    ]
    assert not [name for name in built.systems if name in sent(page)]


def badge(page: AppTest) -> str:
    """The style sheet that draws the number at Inbox, '' where none is drawn."""
    bodies = [one.proto.body for one in page.get("html")]
    return next((body for body in bodies if body.startswith("<style>.st-key-pages")), "")


def test_skips_are_settled_together_and_fold_away(built: Built, open_page: Open) -> None:
    """All of one reason by one click, and none that came later; settled ones fold, and wait again on request."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    for reason in ("unreadable", "unreadable", "other"):
        task = open_desk(built.store, kari, built.slug).task
        assert task is not None
        skip_comparison(built.store, kari, built.slug, task.assignment_id, task.revision, reason)
    page = open_page("inbox", lise)
    assert "3 skips wait to be settled." in sent(page)
    assert 'content: "3" / ", 3 wait"' in badge(page)
    page.radio(key="inbox_entry").set_value("skip-1").run()
    page.button(key="skip_settle_reason").click().run()
    assert "Settled." in sent(page)
    assert 'content: "1"' in badge(page)
    assert page.radio(key="inbox_entry").value == "skip-1", "what is being looked at stays"
    assert len(page.radio(key="inbox_entry").options) == 2
    page.button(key="skip_unsettle").click().run()
    assert "2 skips wait to be settled." in sent(page)
    page.button(key="skip_settle").click().run()
    page.radio(key="inbox_entry").set_value("skip-3").run()
    assert len(page.radio(key="inbox_entry").options) == 1
    page.button(key="skip_settle").click().run()
    assert badge(page) == ""
    page.toggle(key="inbox_settled").set_value(True).run()
    assert len(page.radio(key="inbox_entry").options) == 3
    actions = [entry.action for entry in read_log(built.store, built.slug)]
    assert actions == ["skips_settled", "skips_settled", "skips_unsettled", "skips_settled"]


@pytest.mark.parametrize("page_name", ["inbox", "guidelines"])
def test_a_clarification_needs_no_question(built: Built, open_page: Open, page_name: str) -> None:
    """Written on either page, seen as annotators will see it, published once; annotators read it before going on."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    page = open_page(page_name, lise)
    page.button(key="clarification_publish").click().run()
    assert "Not saved: write the clarification first." in sent(page)
    page.text_area(key="clarification_new_trial").set_value("Tegn <b>teller</b>.").run()
    shown = "".join(one.proto.body for one in page.get("html"))
    assert "As annotators will see it:" in shown
    assert '<li value="1"><p class="clarification" dir="auto">Tegn &lt;b&gt;teller&lt;/b&gt;.</p>' in shown
    with built.store.read() as db:
        assert db.scalars(select(Clarification)).all() == []
    for _click in range(2):
        page.button(key="clarification_publish").click().run()
        assert "Published. All annotators read it before they go on." in sent(page)
    with built.store.read() as db:
        assert [(row.text, row.question_id) for row in db.scalars(select(Clarification))] == [
            ("Tegn <b>teller</b>.", None)
        ]
    assert read_log(built.store, built.slug)[0].action == "clarification_published"
    assert "Tegn &lt;b&gt;teller&lt;/b&gt;." in "".join(
        one.proto.body for one in open_page("guidelines", kari).get("html")
    )
    assert not [one for one in open_page("guidelines", kari).button if one.key == "clarification_publish"]
