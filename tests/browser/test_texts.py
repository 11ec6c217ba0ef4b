"""The step Texts of Setup, and the trial: a workbook with headings of its own gets in and out again, and is tried."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd
from playwright.sync_api import Page, expect

from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import sign_in as open_session
from eval_core.campaigns.setup.campaigns import campaign_names
from eval_core.campaigns.setup.lifecycle import draft_campaign
from tests.browser.conftest import Site, sign_in
from tests.support.browser.acting import pick
from tests.support.browser.axe_checks import PHONE, barriers, sideways
from tests.support.browser.scenes import settle
from tests.support.checking import everything

ROWS = pd.DataFrame(
    [
        {
            "Hva ble gitt": f"Skriv en hilsen nr. {number}.",
            "Modell": name,
            "Tekst": f"Hei, dette er hilsen {number}, {name}.",
        }
        for number in range(6)
        for name in ("fjell", "fjord")
    ]
)


def test_a_workbook_gets_in_is_tried_and_gets_out(
    serve: Callable[..., Site], visit: Callable[..., Page], tmp_path: Path
) -> None:
    """On a phone, in Bokmål: columns are matched, the verdict has the button, five are judged on trial, the file goes."""
    site = serve(PARVIS_DWELL_MS="0")
    store = site.store
    link = add_person(store, "Lise", ["lead"])
    draft_campaign(store, "Hilsener", who=open_session(store, link.token))
    (slug,) = campaign_names(store)
    book = tmp_path / "Svar fra våren.xlsx"
    ROWS.to_excel(book, index=False)

    page = visit(locale="nb", viewport=PHONE)
    sign_in(page, f"{site.url}/join/{link.token}")
    page.goto(f"{site.url}/setup?campaign={slug}")
    page.locator('[data-testid="stFileUploader"] input').set_input_files(str(book))
    verdict = page.locator(".st-key-setup_verdict")
    expect(verdict).to_contain_text("Velg hvilke kolonner i filen som er «prompt».")
    settle(page)
    assert barriers(page) + sideways(page) == []
    pick(page, f"setup_column_{slug}_responses_prompt", "Hva ble gitt")
    expect(verdict).to_contain_text("6 oppgaver, 2 systemer, 12 svar, 6 sammenligninger")
    settle(page)
    button, table = (page.locator(f".st-key-setup_{name}").bounding_box() for name in ("load", "rows"))
    assert button is not None
    assert table is not None
    assert button["y"] < table["y"]
    assert barriers(page) + sideways(page) == []
    page.locator(".st-key-setup_load button").filter(visible=True).click()
    expect(page.get_by_role("button", name="Ta ut")).to_be_visible()

    before = everything(store)
    page.set_viewport_size({"width": 1440, "height": 900})  # both texts at once
    page.goto(f"{site.url}/trial?campaign={slug}")
    page.locator(".st-key-acknowledge button").filter(visible=True).click()
    for turn in range(5):
        expect(page.locator(".bar .count")).to_have_text(f"Prøverunde: {turn} av 5")
        page.locator('.desk[data-mode="judge"] .choices button').nth(1).click()
    expect(page.get_by_role("heading", name="Det var prøverunden")).to_be_visible()
    settle(page)
    assert barriers(page) + sideways(page) == []
    assert everything(store) == before

    page.goto(f"{site.url}/setup?campaign={slug}")
    page.get_by_text("Tekster: Hva skal vurderes?").click()
    page.get_by_role("button", name="Ta ut").click()
    page.get_by_role("button", name="Ja, ta den ut").click()
    expect(page.get_by_text("Filen er tatt ut, med alt som kom med den.")).to_be_visible()
    assert not everything(store)["response"]


def test_any_file_can_be_chosen_and_what_it_cannot_be_is_said(
    serve: Callable[..., Site], visit: Callable[..., Page], tmp_path: Path
) -> None:
    """A picture is refused in words where the verdict stands, no chip of Streamlit's says less; then a list gets in."""
    site = serve()
    link = add_person(site.store, "Lise", ["lead"])
    draft_campaign(site.store, "Hilsener", who=open_session(site.store, link.token))
    (slug,) = campaign_names(site.store)
    picture, answers = tmp_path / "stemmer.numbers", tmp_path / "svar.json"
    picture.write_bytes(b"\x89PNG")
    answers.write_text(ROWS.rename(columns={"Hva ble gitt": "Oppgave"}).to_json(orient="records"), encoding="utf-8")

    page = visit(locale="nb", viewport=PHONE)
    sign_in(page, f"{site.url}/join/{link.token}")
    page.goto(f"{site.url}/setup?campaign={slug}")
    field = page.locator('[data-testid="stFileUploader"]')
    field.locator("input").set_input_files(str(picture))
    expect(
        page.get_by_text("Filnavnet må slutte på .csv, .tsv, .txt, .xlsx, .json, .jsonl eller .parquet")
    ).to_be_visible()
    expect(field.get_by_text("not allowed")).to_have_count(0)
    settle(page)
    assert barriers(page) + sideways(page) == []
    field.locator("input").set_input_files(str(answers))
    expect(page.locator(".st-key-setup_verdict")).to_contain_text("6 oppgaver, 2 systemer, 12 svar, 6 sammenligninger")
