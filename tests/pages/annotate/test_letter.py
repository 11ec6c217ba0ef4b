"""The letter on the screen: agreeing in any language, and withdrawing on My work."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select, update
from streamlit.testing.v1 import AppTest

import eval_core.ui.session as session
from eval_core.campaigns.joining.consent import read_participation
from eval_core.campaigns.rules import change_rules
from eval_core.store import Consent
from tests.support.building import Built
from tests.support.page_text import sent, words

Open = Callable[..., AppTest]
FACTS = {"responsible": "Språklaget", "contact": "post@sprak.example", "pay": "250 kroner <script>alert(1)</script>"}


@pytest.fixture
def kari(built: Built) -> str:
    """A newcomer to a campaign with a letter."""
    change_rules(built.store, built.slug, {"letter": FACTS})
    return built.enter("Kari")


def consents(built: Built) -> list[tuple[str, str]]:
    with built.store.read() as db:
        return [(row.letter_version, row.language) for row in db.scalars(select(Consent).order_by(Consent.id))]


def background(built: Built, who: str) -> tuple[str | None, str | None]:
    participation = read_participation(built.store, who, built.slug)
    return participation.first_standard, participation.dialect_area


def test_a_newcomer_reads_the_letter_and_no_comparison(built: Built, kari: str, open_page: Open) -> None:
    """Its facts are shown as written, no answer is chosen beforehand, and reading stores nothing."""
    test = open_page("annotate", kari)
    assert "Would you like to take part?" in words(test)
    assert "&lt;script&gt;" in words(test)
    assert "<script>alert" not in words(test)
    assert "Dette er svar" not in sent(test)
    assert [box.value for box in test.radio if box.key.startswith("letter_")] == ["", ""]
    assert (consents(built), background(built, kari)) == ([], (None, None))


def test_answers_outlive_a_change_of_language(built: Built, kari: str, open_page: Open) -> None:
    """An answer given in one language is stored when the person agrees in another language."""
    test = open_page("annotate", kari)
    test.radio(key="letter_first_standard_en").set_value("nn").run()
    assert background(built, kari) == (None, None)
    test.selectbox(key="first_language_choice").select("nb").run()
    assert "Vil du være med?" in words(test)
    assert test.radio(key="letter_first_standard_nb").value == "nn"
    test.button(key="letter_agree").click().run()
    assert consents(built) == [("1.1.1", "nb")]
    assert background(built, kari) == ("nn", None)
    assert "Vil du være med?" not in words(test)


def test_a_letter_changed_under_the_reader_is_read_again(built: Built, kari: str, open_page: Open) -> None:
    """A click on the old letter is refused with a message and the new letter is shown; the next click counts."""
    test = open_page("annotate", kari)
    change_rules(built.store, built.slug, {"letter": {"pay": "300 kroner"}})
    test.button(key="letter_agree").click().run()
    assert "the letter has been changed since you opened it" in words(test)
    assert "300 kroner" in words(test)
    assert consents(built) == []
    test.button(key="letter_agree").click().run()
    assert consents(built) == [("1.1.2", "en")]


def test_a_new_letter_says_so_and_marks_what_is_new(built: Built, kari: str, open_page: Open) -> None:
    """Who agreed to an earlier one sees what is gone and what is new, then the whole letter; a newcomer the letter alone."""
    open_page("annotate", kari).button(key="letter_agree").click().run()
    change_rules(built.store, built.slug, {"letter": {"pay": "300 kroner"}})
    test = open_page("annotate", kari)
    text = words(test)
    assert "The letter has a new version" in text
    assert "to version 1.1.1 of the letter. Please read it, and agree again before you go on." in text
    assert '<div class="change gone"><span class="sign">Gone:</span> <del><p>250 kroner &lt;script&gt;' in text
    assert '<div class="change new"><span class="sign">New:</span> <ins><p>300 kroner</p>' in text
    assert text.count('class="change') == 2
    assert text.index("Show the whole letter") < text.index("Would you like to take part?")
    newcomer = words(open_page("annotate", built.enter("Ola")))
    assert "The letter has a new version" not in newcomer
    assert "Would you like to take part?" in newcomer
    test.button(key="letter_agree").click().run()
    assert consents(built) == [("1.1.1", "en"), ("1.1.2", "en")]


def test_a_new_letter_whose_old_one_is_not_known_is_shown_whole(built: Built, kari: str, open_page: Open) -> None:
    """It is said that it changed, and nothing is marked."""
    open_page("annotate", kari).button(key="letter_agree").click().run()
    change_rules(built.store, built.slug, {"letter": {"pay": "300 kroner"}})
    with built.store.write() as db:
        db.execute(update(Consent).values(letter_hash="0" * 64))
    text = words(open_page("annotate", kari))
    assert "The letter has a new version" in text
    assert 'class="change' not in text
    assert "Show the whole letter" not in text
    assert "Would you like to take part?" in text


def test_withdrawing_asks_once_more(built: Built, kari: str, open_page: Open) -> None:
    """The first click only asks, No changes nothing, Yes withdraws; the answers can be changed and removed."""
    open_page("annotate", kari).button(key="letter_agree").click().run()
    test = open_page("my_work", kari)
    test.radio(key="mine_dialect_area_en").set_value("north").run()
    assert background(built, kari) == (None, "north")
    test.radio(key="mine_dialect_area_en").set_value("").run()
    assert background(built, kari) == (None, None)
    test.button(key="withdraw").click().run()
    test.button(key="withdraw_no").click().run()
    assert read_participation(built.store, kari, built.slug).withdrawn_at is None
    test.button(key="withdraw").click().run()
    test.button(key="withdraw_yes").click().run()
    assert read_participation(built.store, kari, built.slug).withdrawn_at is not None
    assert "You withdrew on" in words(test)
    assert "Would you like to take part?" in words(open_page("annotate", kari))


def test_a_signed_out_reader_agrees_to_nothing(
    built: Built, kari: str, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A click after the session has ended stores nothing and shows no letter."""
    test = open_page("annotate", kari)
    monkeypatch.setattr(session, "_cookies", dict)
    test.button(key="letter_agree").click().run()
    assert consents(built) == []
    assert "Would you like to take part?" not in words(test)


def test_the_letter_is_read_again(built: Built, kari: str, open_page: Open) -> None:
    """From My work, with the date, in the language in which it was agreed to; a later change is said."""
    assert "read_letter" not in {button.key for button in open_page("my_work", kari).button}
    open_page("annotate", kari).button(key="letter_agree").click().run()
    test = open_page("my_work", kari)
    test.button(key="read_letter").click().run()
    assert test.query_params["open"] == "letter"
    assert "You agreed on" in words(test)
    assert "Would you like to take part?" in words(test)
    assert "The letter has changed since" not in words(test)
    change_rules(built.store, built.slug, {"letter": {"pay": "300 kroner"}})
    test.run()
    assert "The letter has changed since: this is version 1.1.2." in words(test)
    change_rules(built.store, built.slug, {"letter": {"pay": ""}})
    test.run()
    assert "The campaign has no letter any more." in words(test)
    test.button(key="close_entry").click().run()
    assert "You agreed on" in words(test)
    assert "Would you like to take part?" not in words(test)
