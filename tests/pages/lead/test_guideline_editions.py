"""Setup's step for the guidelines: a lead edits them, sees what is new, publishes; annotators read what has changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.joining.guideline_editions import publish_guidelines, read_guideline_texts
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.page_text import words

Open = Callable[..., AppTest]
OLD, NEW = "Whether the content is true or right.", "Whether **names** are right."


@pytest.fixture
def page(built: Built, open_page: Open) -> AppTest:
    """The step as a lead of the campaign opens it."""
    return open_page("setup", built.enter("Lise", "lead")).radio(key="setup_step_en").set_value("guidelines").run()


def told(page: AppTest) -> str:
    """The page's words as they are read, without tags, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", words(page))).split())


def field(page: AppTest, built: Built) -> str:
    """The key of the English text."""
    return f"{built.slug}/guidelines/en"


def typed(page: AppTest, built: Built) -> AppTest:
    """The page once the lead has changed a passage."""
    area = page.text_area(key=field(page, built))
    assert OLD in str(area.value)
    return area.set_value(str(area.value).replace(OLD, NEW)).run()


def test_a_lead_sees_what_is_new_and_publishes_it(page: AppTest, built: Built) -> None:
    """What annotators will read is shown before it is published; then the version has the edition's number."""
    assert "Nothing is changed in this language." in told(page)
    typed(page, built)
    said = told(page)
    assert f"Gone: {OLD}" in said
    assert "New: Whether names are right." in said
    page.button(key="guidelines_publish").click().run()
    assert "Published." in told(page)
    assert NEW in read_guideline_texts(built.store, built.slug, built.sessions["Lise"]).texts["en"]
    assert not page.exception


def test_two_leads(page: AppTest, built: Built) -> None:
    """Another lead's text in between is neither overwritten nor lost, and what was typed stays until it is discarded."""
    typed(page, built)
    other = built.enter("Mari", "lead")
    texts = read_guideline_texts(built.store, built.slug, other).texts
    publish_guidelines(built.store, built.slug, {**texts, "nn": f"{texts['nn']}\n\nLes to gonger."}, 0, other)
    page.button(key="guidelines_publish").click().run()
    assert "another lead has published guidelines" in told(page)
    assert NEW in str(page.text_area(key=field(page, built)).value)
    page.button(key="guidelines_discard").click().run()
    assert OLD in str(page.text_area(key=field(page, built)).value)
    typed(page, built).button(key="guidelines_publish").click().run()
    after = read_guideline_texts(built.store, built.slug, other)
    assert after.edition == 2
    assert "Les to gonger." in after.texts["nn"]
    assert NEW in after.texts["en"]


def test_an_annotator_reads_what_has_changed(built: Built, open_page: Open) -> None:
    """Before the next comparison: what is gone and what is new, all of it below; not the whole text once more on top."""
    lead, kari = built.enter("Lise", "lead"), built.enter("Kari")
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    assert record_judgment(built.store, kari, built.slug, task.assignment_id, task.revision, "A")
    texts = read_guideline_texts(built.store, built.slug, lead).texts
    hostile = texts["en"].replace(OLD, "<script>alert(1)</script> ![x](http://a.example/x.png)")
    publish_guidelines(built.store, built.slug, {**texts, "en": hostile}, 0, lead)
    page = open_page("annotate", kari)
    said = told(page)
    assert "The guidelines have a new version" in said
    assert said.index(f"Gone: {OLD}") < said.index("New: <script>alert(1)</script>") < said.index("Show all")
    assert "<script>alert" not in words(page)
    assert "<img" not in words(page)
    page.button(key="acknowledge").click().run()
    assert "new version" not in told(page)


@pytest.mark.parametrize("step", ["guidelines", "letter"])
def test_previews_leave_the_page_one_title(page: AppTest, step: str) -> None:
    """What is a page of its own for annotators is a part of this one: its headings come below the step's."""
    shown = words(page.radio(key="setup_step_en").set_value(step).run())
    assert shown.count("<h1") == 1
    assert "<h3>" in shown
