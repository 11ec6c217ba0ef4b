"""A lead's story in Bokmål: from an empty database and a workbook to a campaign that is judged, next to another one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Locator, Page, expect

from eval_core.campaigns.setup.lifecycle import draft_campaign
from eval_core.campaigns.talk.questions import ask_question
from eval_core.web.cookie import COOKIE
from tests.browser.conftest import Site, sign_in
from tests.support.acts import open_desk, skip_comparison
from tests.support.browser.scenes import settle
from tests.support.browser.story_files import FIRST, HEADINGS, NEW, gold, rows, workbook
from tests.support.browser.story_people import Crew, days_pass
from tests.support.checking import everything

TITLE = "Korte meldinger på norsk, høsten 2026"
OTHER = "Nyhetstekster på nynorsk"
PEOPLE = ("Kari", "Siri", "Hasse", "Ola")
QUESTION = "Er både «lua» og «luen» lov?"


@dataclass
class Lead:
    """Lise, who is no programmer, at her own computer."""

    page: Page
    site: Site
    folder: Path

    @property
    def slug(self) -> str:
        """The campaign in the address."""
        return self.page.url.rpartition("campaign=")[2]

    def look(self, name: str) -> None:
        """What is there now is drawn; pictures are taken here where they are wanted."""
        del name
        settle(self.page)

    def reads(self, words: str | re.Pattern[str], within: str = "[data-testid=stMain]") -> None:
        """Wait until these words are there."""
        expect(self.page.locator(within).get_by_text(words).first).to_be_visible()

    def button(self, name: str, within: str = "[data-testid=stMain]") -> Locator:
        """The button with this label; the last one where a question has one of the same name."""
        return self.page.locator(within).get_by_role("button", name=name, exact=True)

    def press(self, name: str, within: str = "body") -> None:
        """Press a button."""
        self.button(name, within).click()
        settle(self.page)

    def opens(self, name: str) -> None:
        """Open a page from the list at the side."""
        self.page.locator(".st-key-pages").get_by_role("link", name=name).first.click()
        expect(self.page.locator("h1").first).to_contain_text(name)
        settle(self.page)

    def step(self, name: str) -> None:
        """Open a step of the plan."""
        self.page.locator('[class*="st-key-setup_step_"] label').filter(has_text=name).click()
        settle(self.page)

    def gives(self, file: Path, kind: str = "") -> None:
        """Choose a file of a kind under *Texts*."""
        if kind:
            self.page.locator(".st-key-setup_kind label").filter(has_text=kind).click()
            settle(self.page)
        self.page.locator('[data-testid="stFileUploader"] input').set_input_files(str(file))
        expect(self.page.locator(".st-key-setup_verdict")).to_be_visible()
        settle(self.page)

    def downloads(self, name: str) -> Path:
        """Press a button that gives a file."""
        with self.page.expect_download() as download:
            self.button(name).first.click()
        path = self.folder / download.value.suggested_filename
        download.value.save_as(path)
        return path


@pytest.fixture
def lead(serve: Callable[..., Site], visit: Callable[..., Page], tmp_path: Path) -> Lead:
    """Opens the first lead's link, which the empty Parvis says at its start."""
    site = serve(PARVIS_DWELL_MS="0")
    link = re.search(r"http://\S+/join/\S+", site.log.read_text(encoding="utf-8"))
    assert link
    page = visit(locale="nb", timezone_id="Europe/Oslo")
    sign_in(page, link[0])
    return Lead(page, site, tmp_path)


def texts_get_in(lead: Lead) -> None:
    """A workbook with faults, the corrected one, a wrong one that goes again, and gold."""
    lead.reads("Sett opp din første evaluering")
    lead.page.get_by_label("Tittel").fill(TITLE)
    lead.look("new-campaign")
    lead.press("Gå videre")
    lead.reads("Ingen svar er lastet inn ennå.")
    lead.look("texts-empty")
    template = load_workbook(lead.downloads("Mal til Excel"))["Data"]
    assert {"prompt", "system", "response"} <= {cell.value for cell in template[1]}

    faulty = [*rows(FIRST)]
    faulty[4] = (*faulty[4][:2], None, *faulty[4][3:])
    faulty[7] = (*faulty[7][:4], "norsk", faulty[7][5])
    lead.gives(workbook(lead.folder / "svar fra mars.xlsx", faulty))
    lead.reads("Velg hvilke kolonner i filen som er «prompt», «system», «response».")
    lead.look("columns")
    for ours, theirs in zip(("prompt", "system", "response"), HEADINGS[1:4], strict=True):
        field = lead.page.locator(f".st-key-setup_column_{lead.slug}_responses_{ours} input")
        field.scroll_into_view_if_needed()
        lead.page.wait_for_timeout(100)  # scrolling closes an open list
        field.click()
        lead.page.get_by_role("option", name=theirs).click()
        settle(lead.page)
    lead.reads("Filen har 2 feil.")
    lead.look("faults")
    listed = load_workbook(lead.downloads("Feilene til Excel")).active
    assert listed is not None
    assert [row[:2] for row in listed.values][1:] == [(6, "Språkmodell"), (9, "Målform")]

    lead.gives(workbook(lead.folder / "svar fra mars, rettet.xlsx", rows(FIRST)))
    lead.reads("Dette kommer til: 10 oppgaver, 3 systemer, 30 svar, 30 sammenligninger.")
    lead.look("verdict")
    lead.press("Last inn")
    lead.reads("30 svar fra 3 systemer på 10 oppgaver")
    lead.gives(workbook(lead.folder / "feil fil.xlsx", rows((NEW,), 3)))
    lead.look("wrong-file")
    lead.press("Last inn")
    lead.reads("33 svar fra 4 systemer")
    lead.button("Ta ut").first.click()
    lead.press("Ja, ta den ut")
    lead.reads("Filen er tatt ut, med alt som kom med den.")
    lead.gives(gold(lead.folder / "kontrollpar.csv"), "Kontrollpar")
    lead.look("gold-file")
    lead.press("Last inn")
    lead.reads("30 svar fra 3 systemer på 10 oppgaver")
    lead.look("texts-loaded")


def it_is_planned(lead: Lead) -> None:
    """The question writes the rules; letter, guidelines and people follow; five are judged on trial; it starts."""
    lead.press("Gå videre: Plan: Hvor stor må den være?")
    lead.press("Rask titt")
    for label, value in (("Vurderere", "4"), ("Vurderere per sammenligning", "2")):
        field = lead.page.locator(".st-key-study_fields").get_by_role("spinbutton", name=label, exact=True)
        field.fill(value)
        field.press("Enter")
        settle(lead.page)
    lead.look("plan")
    lead.press("Bruk denne planen")
    lead.reads("Planen er skrevet inn i reglene.")
    lead.look("plan-used")
    lead.step("Regler:")
    lead.page.get_by_label("Kontrollpar, i prosent").fill("30")
    lead.page.get_by_label("Kontrollpar, i prosent").press("Enter")
    lead.page.locator(".st-key-rules_fields").get_by_label(re.compile("^Høyeste antall sammenligninger")).fill("100")
    settle(lead.page)
    lead.look("rules")
    lead.press("Lagre reglene")
    lead.reads("Lagret.")
    lead.step("Brev:")
    lead.page.get_by_label("Hvem som står for evalueringen").fill("Språkteknologigruppa ved Universitetet i Bergen")
    lead.page.get_by_label("Hvem vurdererne kan skrive til").fill("lise@example.org")
    lead.page.get_by_label("Betaling", exact=True).fill("250 kroner timen")
    lead.page.get_by_text(re.compile(r"^Personvern \(")).click()
    lead.page.get_by_label("Personvernombud").fill("personvernombud@example.org")
    lead.page.get_by_text("Slik blir brevet").click()
    settle(lead.page)
    lead.look("letter")
    lead.press("Lagre brevet")
    lead.reads("Lagret.")


def people_come(lead: Lead) -> Crew:
    """New words in the guidelines, five on trial, the links of four people, and the start."""
    lead.step("Retningslinjer:")
    field = lead.page.get_by_label("Retningslinjer (Bokmål)")
    field.fill(f"{field.input_value()}\n\n## Navn på steder\n\nSteder skrives slik kommunen skriver dem.\n")
    field.press("Control+Enter")
    settle(lead.page)
    lead.look("guidelines")
    lead.press("Publiser", ".st-key-guidelines_actions")
    lead.press("Ja, publiser")
    lead.reads("Publisert. Vurdererne leser det som er endret, før de går videre.")

    lead.opens("Deltakere")
    lead.page.get_by_label("Navn, ett på hver linje").fill("\n".join(PEOPLE))
    lead.press("Se gjennom listen")
    lead.look("people-preview")
    lead.press("Legg til 4 personer")
    expect(lead.page.locator('[data-testid="stCode"]')).to_have_count(len(PEOPLE))
    letters = lead.page.locator('[data-testid="stCode"]').all_inner_texts()
    links = [re.search(r"http://\S+/join/\S+", letter) for letter in letters]
    lead.look("people")
    lead.press("Jeg har sendt dem. Skjul lenkene")

    lead.opens("Oppsett")
    lead.step("Status:")
    before = everything(lead.site.store)
    lead.look("status")
    lead.page.get_by_role("link", name="Vurder fem par som vurderer").click()
    lead.press("Jeg har lest dette og vil være med")
    lead.press("Jeg har lest retningslinjene")
    for turn in range(5):
        expect(lead.page.locator(".bar .count")).to_have_text(f"Prøverunde: {turn} av 5")
        if turn == 2:
            lead.look("trial")
        lead.page.locator('.desk[data-mode="judge"] .choices button').nth(1).click()
    lead.reads("Det var prøverunden", "body")
    lead.look("trial-done")
    after = everything(lead.site.store)
    changed = {name for name, kept in after.items() if kept != before[name]}
    assert changed <= {"sign_in"}  # when she was last here
    lead.page.go_back()
    lead.step("Status:")
    lead.press("Start evalueringen")
    expect(lead.button("Sett på pause")).to_be_visible()
    found = {name: link[0] for name, link in zip(PEOPLE, links, strict=True) if link}
    crew = Crew.of(lead.site.store, lead.slug, found)
    days_pass(lead.site.store, 3)
    return crew


def two_campaigns(lead: Lead) -> None:
    """A second campaign: address, heading, tab, F5, Back and the switcher keep each tab in its own."""
    (cookie,) = [one["value"] for one in lead.page.context.cookies() if one["name"] == COOKIE]
    other = draft_campaign(lead.site.store, OTHER, who=cookie)
    lead.opens("Evalueringer")
    lead.look("campaigns")
    second = lead.page.context.new_page()
    second.goto(f"{lead.site.url}/setup?campaign={other}")
    expect(second).to_have_title(f"Oppsett · {OTHER} · Parvis")
    lead.opens("Framdrift")
    lead.page.reload()
    expect(lead.page).to_have_title(f"Framdrift · {TITLE} · Parvis")
    expect(lead.page.locator("h1")).to_have_text(f"Framdrift · {TITLE}")
    lead.page.locator(".st-key-campaign_menu button").click()
    lead.page.locator(f'.st-key-campaign_list a[href$="campaign={other}"]').click()
    expect(lead.page.locator("h1")).to_have_text(f"Framdrift · {OTHER}")
    lead.page.go_back()
    expect(lead.page.locator("h1")).to_have_text(f"Framdrift · {TITLE}")
    second.reload()
    expect(second).to_have_title(f"Oppsett · {OTHER} · Parvis")
    second.close()


def judging_goes_on(lead: Lead, crew: Crew) -> None:
    """Hasse clicks carelessly; Siri asks and skips."""
    crew.at(days=2)
    for hours, name in ((0, "Kari"), (3, "Siri"), (5, "Hasse"), (8, "Ola")):
        crew.at(days=2, hours=-hours)
        crew.judges(name, 8, careless=name == "Hasse")
    crew.at(hours=20)
    for name in PEOPLE[:3]:
        crew.judges(name, 9, careless=name == "Hasse")
    crew.at(hours=2)
    task = open_desk(crew.store, crew.sessions["Siri"], crew.slug).task
    assert task is not None
    ask_question(crew.store, crew.sessions["Siri"], crew.slug, task.assignment_id, QUESTION)
    skip_comparison(crew.store, crew.sessions["Siri"], crew.slug, task.assignment_id, task.revision, "unreadable")
    lead.page.reload()
    lead.reads(re.compile(r"\d+ av 74 vurderinger\. I dette tempoet er alt ferdig"))
    expect(lead.page.locator(".need", has_text="Siri")).to_contain_text(QUESTION)


def test_the_leads_story(lead: Lead, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each chapter asserts what the lead reads."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    texts_get_in(lead)
    it_is_planned(lead)
    crew = people_come(lead)
    two_campaigns(lead)
    judging_goes_on(lead, crew)
