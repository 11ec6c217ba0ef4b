"""The Export page: what each role may download, and tokens for programs."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from contextvars import Context

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.access import Program, authorise
from eval_core.campaigns.people.api_tokens import list_tokens
from eval_core.campaigns.publishing.public_results import public_results
from eval_core.campaigns.publishing.release_facts import change_release_facts
from eval_core.campaigns.results.early_results import show_results
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.errors import RefusedError
from eval_core.store import Campaign
from eval_core.ui import session
from tests.support.building import Built
from tests.support.judging import judge
from tests.support.page_text import sent

Files = dict[str, Callable[[], bytes]]


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Files:
    """The page's downloads by their file name."""
    downloads: Files = {}
    monkeypatch.setattr(st, "download_button", lambda _label, data, name, *_, **__: downloads.update({name: data}))
    return downloads


def test_a_lead_takes_everything(built: Built, open_page: Callable[..., AppTest], files: Files) -> None:
    """The archive and the data set come as zips, without names unless asked for, and the page lists what is missing."""
    judge(built, built.enter("Kari Nordmann"))
    close(built)
    change_release_facts(built.store, built.slug, {"licence": "mit"})
    page = open_page("export", built.enter("Lea", "lead"))
    assert not page.exception
    assert "Not filled in: recruitment, pay basis, ethics reference, contact." in sent(page)
    names = zipfile.ZipFile(io.BytesIO(files["trial-dataset.zip"]())).namelist()
    assert "trial-dataset/README.md" in names
    assert "Kari Nordmann" not in people_in(files)
    page.checkbox(key="named").check().run()
    assert "Kari Nordmann" in people_in(files)


def close(built: Built) -> None:
    """End the judging, after which results are no secret."""
    with built.store.write() as db:
        db.get_one(Campaign, built.id).status = "closed"


def people_in(files: Files) -> str:
    """The people of the archive that the page gives now."""
    return zipfile.ZipFile(io.BytesIO(files["trial.zip"]())).read("person.jsonl").decode()


def test_a_researcher_takes_judgments(built: Built, open_page: Callable[..., AppTest], files: Files) -> None:
    """What only leads read, and tokens, are not offered to researchers."""
    judge(built, built.enter("Kari"))
    close(built)
    page = open_page("export", built.enter("Rolf", "researcher"))
    judgments = {f"trial-judgments.{suffix}" for suffix in ("csv", "xlsx", "jsonl", "parquet")}
    assert set(files) == {*judgments, "trial-results.zip", "trial-report.html"}
    assert "Create a token" not in sent(page)


@pytest.mark.slow
def test_one_button_writes_the_results_section(
    built: Built, open_page: Callable[..., AppTest], files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A zip and a report in the reader's language, where there is a ranking."""
    judge(built, built.enter("Kari"))
    close(built)
    monkeypatch.setattr(session, "_languages", lambda: "nb")
    page = open_page("export", built.enter("Rolf", "researcher"))
    assert "Til en artikkel" in sent(page)
    report = Context().run(files["trial-report.html"])  # as Streamlit does, far from the page's language
    assert b'<html lang="nb">' in report
    packed = zipfile.ZipFile(io.BytesIO(files["trial-results.zip"]()))
    assert "trial-results/main.tex" in packed.namelist()
    assert "Hvem som vurderte" in packed.read("trial-results/tables/people.tex").decode()


def test_before_the_first_judgment(built: Built, open_page: Callable[..., AppTest], files: Files) -> None:
    """There is nothing to export, but the campaign can be archived."""
    page = open_page("export", built.enter("Lea", "lead"))
    assert "There are no judgments to export yet." in sent(page)
    assert set(files) == {"trial.zip", "trial-dataset.zip"}


def test_a_token_is_shown_once(built: Built, open_page: Callable[..., AppTest]) -> None:
    """Made, shown, gone with the next click, listed by its name, and dead after one more; a second one is refused."""
    page = open_page("export", built.enter("Lea", "lead"))
    page.text_input(key="token_name").set_value("loop")
    create(page)
    token = page.code[0].value
    with built.store.read() as db:
        assert authorise(db, Program(token), built.slug, "lead").program == "loop"
    page.text_input(key="token_name").set_value("loop")
    create(page)
    assert not page.code
    assert "Not saved: there is already a token with this name." in sent(page)
    (row,) = list_tokens(built.store, built.slug)
    page.button(key=f"revoke_{row.token_id}").click().run()
    assert list_tokens(built.store, built.slug)[0].revoked_at is not None
    assert not [button for button in page.button if button.key == f"revoke_{row.token_id}"]
    with built.store.read() as db, pytest.raises(RefusedError):
        authorise(db, Program(token), built.slug, "lead")


def create(page: AppTest) -> None:
    next(button for button in page.button if button.label == "Create a token").click().run()
    assert not page.exception


def test_a_lead_publishes(built: Built, open_page: Callable[..., AppTest], files: Files) -> None:
    """Before the end a word says what to wait for; then the site comes as a zip, and the switch shows the address."""
    judge(built, built.enter("Kari Nordmann"))
    lead = built.enter("Lea", "lead")
    show_results(built.store, built.slug, lead)
    page = open_page("export", lead)
    assert "This waits until the campaign is closed" in sent(page)
    assert "trial-site.zip" not in files
    close(built)
    page.run()
    names = zipfile.ZipFile(io.BytesIO(files["trial-site.zip"]())).namelist()
    assert {"trial-site/index.html", "trial-site/nn/pairs.html", "trial-site/pairs/texts-0.js"} <= set(names)
    assert public_results(built.store, built.slug) is None
    page.radio(key="public_trial").set_value("without_texts").run()
    assert "/results/trial/" in sent(page)
    shown = public_results(built.store, built.slug)
    assert shown is not None
    assert not shown.texts
    page.checkbox(key="site_texts").uncheck().run()
    names = zipfile.ZipFile(io.BytesIO(files["trial-site.zip"]())).namelist()
    assert "trial-site/pairs/texts-0.js" not in names


def test_the_switch_is_refused_when_judging_goes_on(built: Built, open_page: Callable[..., AppTest]) -> None:
    """Another lead has opened the campaign meanwhile: nothing is switched on, and the page says why."""
    judge(built, built.enter("Kari Nordmann"))
    close(built)
    page = open_page("export", built.enter("Lea", "lead"))
    move_campaign(built.store, built.slug, "reopened")
    page.radio(key="public_trial").set_value("full").run()
    assert not page.exception
    assert public_results(built.store, built.slug) is None
