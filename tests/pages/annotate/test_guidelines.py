"""The guidelines: searched, filtered, recorded as read, and acknowledged before going on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from sqlalchemy import select
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, publish_clarification
from eval_core.campaigns.people.sign_ins.sign_in import choose_language
from eval_core.campaigns.rules import change_rules
from eval_core.protocols import load_guidelines, load_protocol
from eval_core.store import GuidelineReading
from eval_core.ui.annotate import guidelines
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.page_text import desk_data, words

Open = Callable[..., AppTest]

BASE = load_guidelines("en").version
EXAMPLE, EDGE = "skrivemappa", "Code and formulas"


def readings(built: Built) -> list[tuple[str, str, bool, bool]]:
    """Version, language, whether acknowledged, whether closed: of every reading."""
    with built.store.read() as db:
        rows = db.scalars(select(GuidelineReading).order_by(GuidelineReading.id))
        return [(row.version, row.language, row.acknowledged, row.closed_at is not None) for row in rows]


def search(test: AppTest, typed: str) -> str:
    """What the page says after a search."""
    test.text_input(key="guidelines_words").set_value(typed).run()
    return words(test)


def test_a_search_shows_what_it_finds_and_marks_it(built: Built, open_page: Open) -> None:
    """Passages with all the words stay, with the words marked and the passages counted; without words all stay."""
    test = open_page("guidelines", built.enter("Kari"))
    assert EXAMPLE in words(test)
    assert "<mark>" not in words(test)
    shown = search(test, "finite VERB")
    assert "<mark>finite</mark> <mark>verb</mark>" in shown
    assert "1 passage<" in shown
    assert EXAMPLE not in shown
    assert EXAMPLE in search(test, "")


def test_a_search_without_hits_says_so(built: Built, open_page: Open) -> None:
    """The words are shown as text, never as markup, with advice on what to try."""
    shown = search(open_page("guidelines", built.enter("Kari")), "<b>xylofon")
    assert "Nothing here contains “&lt;b&gt;xylofon”." in shown
    assert "<b>xylofon" not in shown


def test_a_category_shows_its_rule_and_its_examples(built: Built, open_page: Open) -> None:
    """A category and a search narrow the guidelines together."""
    test = open_page("guidelines", built.enter("Kari"))
    test.button_group(key="guidelines_category_en").set_value("grammar").run()
    assert EXAMPLE in words(test)
    assert '<span class="category">Grammar</span>' in words(test)
    assert EDGE not in words(test)
    assert "Nothing here" in search(test, "compound")
    test.button_group(key="guidelines_category_en").set_value("").run()
    assert "kaffe" in search(test, "compound")


def test_clarifications_come_last_with_their_date_and_escaped(built: Built, open_page: Open) -> None:
    """A lead's words are shown as written and are searched; their markup has no effect."""
    publish_clarification(built.store, built.slug, "Judge <img src=x onerror=alert(1)> as text.\nAlways.")
    test = open_page("guidelines", built.enter("Kari"))
    shown = words(test)
    assert "Judge &lt;img src=x onerror=alert(1)&gt; as text.\nAlways." in shown
    assert "<img" not in shown
    assert shown.index(EDGE) < shown.index("Clarifications in this campaign") < shown.index(f"Version {BASE}+1")
    assert "<img" not in search(test, "img src")
    assert "<mark>img</mark>" in words(test)


def test_the_page_records_what_was_read_and_until_when(built: Built, open_page: Open) -> None:
    """Searching adds no reading, another language does, and going on closes it."""
    test = open_page("guidelines", built.enter("Kari"))
    search(test, "verb")
    assert readings(built) == [(BASE, "en", False, False)]
    test.selectbox(key="language_choice").set_value("nn").run()
    assert "bryt V2-regelen" in words(test)
    assert readings(built) == [(BASE, "en", False, True), (BASE, "nn", False, False)]
    test.switch_page("../../pages/annotate/annotate.py").run()
    assert readings(built)[1] == (BASE, "nn", False, True)


def test_the_desk_has_them_for_its_panel(built: Built, open_page: Open) -> None:
    """The panel gets the guidelines in force, clarifications included, with what each passage is about, escaped."""
    publish_clarification(built.store, built.slug, "Names <b>do not</b> count.")
    given = desk_data(open_page("annotate", built.enter("Kari")))["guidelines"]
    assert given["version"] == f"{BASE}+1"
    assert EXAMPLE in given["html"]
    assert "Names &lt;b&gt;do not&lt;/b&gt; count." in given["html"]
    issues = {issue.key for issue in load_protocol("norwegian_fluency").issues}
    assert issues <= set(re.findall(r'data-category="(\w+)"', given["html"]))
    assert 'data-anchor="issue.grammar"' in given["html"]
    assert readings(built) == [], "what is sent is not read yet"


def test_a_newcomer_reads_first(built: Built, open_page: Open) -> None:
    """In a campaign with training newcomers see the guidelines before anything else; a click leads on."""
    change_rules(built.store, built.slug, {"training": 1})
    test = open_page("annotate", built.enter("Kari"))
    assert "Read the guidelines first" in words(test)
    assert EXAMPLE in words(test)
    assert "Dette er svar" not in words(test)
    test.button(key="acknowledge").click().run()
    assert "Read the guidelines first" not in words(test)
    assert (BASE, "en", True, True) in readings(built)
    assert all(closed for *_, closed in readings(built))


def test_an_acknowledgment_names_the_language_that_was_read(built: Built, open_page: Open) -> None:
    """Who reads in Nynorsk has acknowledged the guidelines in Nynorsk."""
    change_rules(built.store, built.slug, {"training": 1})
    kari = built.enter("Kari")
    choose_language(built.store, kari, "nn")
    open_page("annotate", kari).button(key="acknowledge").click().run()
    assert [language for _, language, acknowledged, _ in readings(built) if acknowledged] == ["nn"]


@pytest.mark.parametrize(
    ("language", "label", "rule"),
    [
        ("en", "Search the guidelines", "The rule in one line:"),
        ("nb", "Søk i retningslinjene", "Hovedregelen:"),
        ("nn", "Søk i retningslinene", "Hovudregelen:"),
    ],
)
def test_the_page_in_each_language(built: Built, open_page: Open, language: str, label: str, rule: str) -> None:
    """Its own words, the guidelines' text and the names of the categories are in the reader's language, and no other."""
    kari = built.enter("Kari")
    choose_language(built.store, kari, language)
    test = open_page("guidelines", kari)
    assert test.text_input(key="guidelines_words").label == label
    assert f'lang="{language}"><h2 class="title">' in words(test)
    assert rule in words(test)
    issues = load_protocol("norwegian_fluency").issues
    shown = test.button_group(key=f"guidelines_category_{language}").options
    assert shown == [{"en": "All"}.get(language, "Alle"), *(issue.label[language] for issue in issues)]


@pytest.fixture
def known(built: Built) -> str:
    """Someone who has judged under guidelines that they know; a clarification has been published since."""
    kari = built.enter("Kari")
    publish_clarification(built.store, built.slug, "The first one.")
    acknowledge_guidelines(built.store, kari, built.slug, f"{BASE}+1", "en")
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    record_judgment(built.store, kari, built.slug, task.assignment_id, 0, "A")
    publish_clarification(built.store, built.slug, "The second one.")
    return kari


def test_only_what_is_new_is_read_again(built: Built, open_page: Open, known: str) -> None:
    """Only the new clarification is shown, and acknowledging it leads to the comparison."""
    test = open_page("annotate", known)
    assert "New in the guidelines" in words(test)
    assert "The second one." in words(test)
    assert not [old for old in ("The first one.", EXAMPLE, "Dette er svar") if old in words(test)]
    test.button(key="acknowledge").click().run()
    assert desk_data(test)["pile"]["sheets"]


def test_a_clarification_is_not_acknowledged_unseen(built: Built, open_page: Open, known: str) -> None:
    """A third clarification between drawing and click: refused with a message, and the third is shown."""
    test = open_page("annotate", known)
    publish_clarification(built.store, built.slug, "The third one.")
    test.button(key="acknowledge").click().run()
    assert "The guidelines have changed in the meantime." in words(test)
    assert "The third one." in words(test)
    assert not [row for row in readings(built) if row[0] != f"{BASE}+1" and row[2]]
    test.button(key="acknowledge").click().run()
    assert desk_data(test)["pile"]["sheets"]
    assert (f"{BASE}+3", "en", True, True) in readings(built)


@pytest.mark.parametrize("language", ["en", "nb", "nn"])
def test_the_question_comes_before_the_rules(
    built: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """On the page, on the screen of a newcomer and in the desk's panel, in the reader's language; search finds it."""
    kari = built.enter("Kari")
    choose_language(built.store, kari, language)
    question = f"<strong>{load_protocol('norwegian_fluency').question[language]}</strong>"
    rule = load_guidelines(language).sections[0].items[1].text[:20]
    change_rules(built.store, built.slug, {"training": 1})
    test = open_page("guidelines", kari)
    newcomer = open_page("annotate", kari)
    shown = [words(test), words(newcomer), desk_data(newcomer)["guidelines"]["html"]]
    assert all(0 < text.find(question) < text.find(rule) for text in shown)
    assert "<mark>" in search(test, question.removeprefix("<strong>")[:6])
    monkeypatch.setattr(guidelines, "_sections", lambda view: view.guidelines.sections)
    assert question not in words(open_page("guidelines", kari))
