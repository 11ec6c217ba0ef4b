"""A pairwise protocol of one's own: its words are on every page, and none of the Norwegian fluency protocol's is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
import sqlalchemy as sql
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.joining.consent import declare_background
from eval_core.campaigns.joining.guideline_editions import publish_guidelines, read_guideline_texts
from eval_core.campaigns.joining.guidelines import read_guidelines
from eval_core.campaigns.publishing.dataset import write_dataset
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.rules import change_rules
from eval_core.store import Prompt, Store
from eval_core.ui import session
from eval_core.ui.registry import PAGES
from tests.support.acts import explain_judgment, open_desk, record_judgment
from tests.support.building import Built, build_campaign
from tests.support.page_text import desk_data, sent
from tests.support.reading import ROOT, blocks, text_of

Open = Callable[..., AppTest]
# What is said of fluency, in the three languages of the interface.
FLUENCY = re.compile(
    r"fluen|språkflyt|flytende språk|flytande språk|(best|betre|bedre|godt|dårlig|dårleg) språk|better Norwegian|read well",
    re.IGNORECASE,
)
PAIR = next(block.body for block in blocks(text_of(ROOT / "docs" / "protocols.md")) if block.kind == "pair")
ISSUES = {"helpfulness": "wrong", "norwegian_fluency": "grammar"}


def judged(store: Store, protocol: str) -> Built:
    """A campaign under a protocol: a letter, judgments of two people with every choice, reasons, and a disagreement."""
    built = build_campaign(store, protocol=protocol)
    letter = {"responsible": "Språklaget", "contact": "post@sprak.example", "pay": "250 kroner"}
    kari, ola = built.enter("Kari"), built.enter("Ola")
    for who, choices in ((kari, "AAB"), (ola, "ABt")):
        for place in range(6):
            task = open_desk(store, who, built.slug).task
            assert task is not None
            choice = {"t": "tie"}.get(choices[place % 3], choices[place % 3])
            record_judgment(store, who, built.slug, task.assignment_id, task.revision, choice)
    change_rules(store, built.slug, {"reasons": "all"})
    task = open_desk(store, ola, built.slug).task
    assert task is not None
    record_judgment(store, ola, built.slug, task.assignment_id, task.revision, "A")
    issue = ISSUES[protocol]
    explain_judgment(store, ola, built.slug, task.assignment_id, 1, {"A": [issue]}, comment="Fordi.")
    change_rules(store, built.slug, {"letter": letter})
    built.enter("Lise", "lead")
    return built


@pytest.fixture
def helpful(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Built:
    """A judged campaign under the protocol that docs/protocols.md prints."""
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "helpfulness.toml").write_text(PAIR, encoding="utf-8")
    monkeypatch.setenv("PARVIS_PROTOCOLS", str(folder))
    return judged(store, "helpfulness")


def pages_of(built: Built, open_page: Open) -> dict[str, str]:
    """What every page sends to the browser, to the annotator Kari or to the lead Lise."""
    shown = {}
    for page in PAGES:
        if page.kind == "rating" or page.name in ("new_campaign", "campaigns", "trial", "judge_desk"):
            continue  # these list all protocols, or have none of this campaign's words
        who = "Kari" if page.roles == ("annotator",) else "Lise"
        test = open_page(page.name, built.sessions[who])
        shown[page.name] = sent(test)
    return shown


def said_of_fluency(shown: dict[str, str]) -> list[str]:
    """The pages that speak of fluency, each with the words around the first place."""
    found = []
    for page, text in shown.items():
        if place := FLUENCY.search(text):
            found.append(f"{page}: …{text[max(0, place.start() - 60) : place.end() + 40]}…")
    return found


@pytest.mark.parametrize("language", ["en", "nb", "nn"])
def test_no_page_speaks_of_fluency(
    helpful: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Any reader, in any language: the question, choices and guidelines are the protocol's, on all pages."""
    monkeypatch.setattr(session, "_languages", lambda: language)
    shown = pages_of(helpful, open_page)
    assert said_of_fluency(shown) == []
    assert "Would you like to take part?" in shown["annotate"] or language != "en"
    assert "A is more helpful" in shown["quality"]
    assert "what the answer says is not so" in shown["guidelines"]


def test_the_words_of_fluency_would_be_found(store: Store, open_page: Open) -> None:
    """The same pages of a campaign under the Norwegian protocol are caught: the search above sees such words."""
    found = " ".join(said_of_fluency(pages_of(judged(store, "norwegian_fluency"), open_page)))
    for page in ("annotate", "guidelines", "quality"):
        assert f"{page}: " in found


def test_the_desk_asks_the_protocols_question(helpful: Built, open_page: Open) -> None:
    """Sheet, reasons and panel of the desk: every word of the question comes from the file."""
    change_rules(helpful.store, helpful.slug, {"letter": {"responsible": "", "contact": "", "pay": ""}})
    data = desk_data(open_page("annotate", helpful.enter("Nils")))
    protocol = data["pile"]["protocol"]
    assert protocol["question"] == "Which answer is more helpful?"
    assert protocol["choices"] == {"A": "A is more helpful", "tie": "Equally helpful", "B": "B is more helpful"}
    assert [issue["label"] for issue in protocol["issues"]] == ["Wrong", "Does not answer"]
    assert protocol["tie"] == {"both_well": "Both help", "both_badly": "Neither helps"}
    assert "what the answer says is not so" in data["guidelines"]["html"]
    assert not FLUENCY.search(json.dumps(data, ensure_ascii=False))


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [("da,en;q=0.5", "Hvilket svar"), ("nb", "Which answer"), ("da-DK,nb;q=0.9", "Hvilket svar"), ("ko", "Which")],
)
def test_a_person_sees_their_own_language_or_the_first(
    helpful: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch, accepted: str, expected: str
) -> None:
    """The interface speaks no Danish, but the protocol does; a reader of neither of its languages sees the first."""
    monkeypatch.setattr(session, "_languages", lambda: accepted)
    data = desk_data(open_page("annotate", helpful.enter("Nils")))
    assert data["pile"]["protocol"]["question"].startswith(expected)
    assert data["language"] == ("nb" if "nb" in accepted else "en")
    assert set(data["menu"]["languages"]) == {"en", "nb", "nn", "da"}


NO_STANDARD = sql.update(Prompt).values(written_standard=None)


@pytest.mark.parametrize("protocol", ["helpfulness", "norwegian_fluency"])
def test_texts_are_norwegian_only_where_norwegian_is_judged(
    request: pytest.FixtureRequest, store: Store, open_page: Open, protocol: str
) -> None:
    """A text that does not say its language is of an unknown one: a screen reader must not read English as Norwegian."""
    norwegian = protocol == "norwegian_fluency"
    built: Built = judged(store, protocol) if norwegian else request.getfixturevalue("helpful")
    with store.write() as db:
        db.execute(NO_STANDARD)
    shown = pages_of(built, open_page)
    for page in ("my_work", "quality"):
        assert ('lang="no"' in shown[page]) == norwegian, page
        assert ('lang=""' in shown[page]) != norwegian, page
    assert norwegian or not [page for page, text in shown.items() if 'lang="no"' in text]
    change_rules(store, built.slug, {"letter": {"responsible": "", "contact": "", "pay": ""}})
    protocol_shown = desk_data(open_page("annotate", built.enter("Nils")))["pile"]["protocol"]
    assert protocol_shown["text_language"] == ("no" if norwegian else "")


def test_only_campaigns_about_norwegian_ask_about_norwegian(helpful: Built, open_page: Open) -> None:
    """The letter asks which written standard came first where the prompts have one; an answer can always be removed."""
    nils = helpful.enter("Nils")

    def asked(page: str, who: str) -> list[str]:
        keys = [box.key or "" for box in open_page(page, who).radio]
        return [key.rsplit("_", 1)[0] for key in keys if "_first_standard_" in key]

    assert asked("annotate", nils) == ["letter_first_standard"]
    with helpful.store.write() as db:
        db.execute(NO_STANDARD)
    assert asked("annotate", nils) == []
    kari = helpful.sessions["Kari"]
    assert asked("my_work", kari) == []
    declare_background(helpful.store, kari, helpful.slug, "nn", None)
    assert asked("my_work", kari) == ["mine_first_standard"]


@pytest.mark.parametrize(("accepted", "reads", "written"), [("nb", "nb", "en"), ("da", "da", "da"), ("ko", "en", "en")])
def test_the_menu_shows_the_language_that_the_person_reads(
    helpful: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch, accepted: str, reads: str, written: str
) -> None:
    """Who reads Bokmål reads it though the protocol has none, and the guidelines say which language they are in."""
    monkeypatch.setattr(session, "_languages", lambda: accepted)
    change_rules(helpful.store, helpful.slug, {"letter": {"responsible": "", "contact": "", "pay": ""}})
    data = desk_data(open_page("annotate", helpful.enter("Nils")))
    assert (data["reads"], data["guidelines"]["language"]) == (reads, written)


def test_guidelines_are_edited_in_the_languages_of_the_protocol(
    helpful: Built, open_page: Open, tmp_path: Path
) -> None:
    """A lead changes the Danish text: those who read Danish read it, the others read what they read before."""
    lead, kari = helpful.sessions["Lise"], helpful.sessions["Kari"]
    stored = read_guideline_texts(helpful.store, helpful.slug, lead)
    assert list(stored.texts) == ["en", "da", "nb", "nn"]
    danish = stored.texts["da"] + "\n\nKun indholdet tæller."
    publish_guidelines(helpful.store, helpful.slug, stored.texts | {"da": danish}, 0, lead)
    read = {tag: read_guidelines(helpful.store, kari, helpful.slug, tag).guidelines for tag in ("en", "da", "nb")}
    assert [tag for tag, found in read.items() if found and "Kun indholdet" in found.body] == ["da"]
    write_dataset(helpful.store, helpful.slug, tmp_path / "data")
    table = pd.read_parquet(next((tmp_path / "data").rglob("guidelines*.parquet")))
    assert [*table["language"]] == ["en", "da", "en", "da"]  # the general text, and the lead's
    test = open_page("setup", lead).radio(key="setup_step_en").set_value("guidelines").run()
    fields = {area.label: area.value or "" for area in test.text_area}
    assert "Kun indholdet" in fields["Guidelines (dansk)"]
    assert "Kun indholdet" not in fields["Guidelines (English)"]


def test_exports_hold_the_choice_itself(helpful: Built) -> None:
    """A file of another question than fluency has A, tie and B, which every reader of judgments knows."""
    assert set(export_judgments(helpful.store, helpful.slug)["choice"]) == {"A", "tie", "B"}
