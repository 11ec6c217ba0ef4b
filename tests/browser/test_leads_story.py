"""A lead's story in Bokmål: from an empty database and a workbook to a second round and the data."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Page, expect

from eval_core.campaigns.people.sign_ins.sign_in import choose_language
from eval_core.campaigns.setup.lifecycle import draft_campaign
from eval_core.campaigns.talk.questions import ask_question
from eval_core.web.cookie import COOKIE
from tests.browser.conftest import Site, sign_in
from tests.support.acts import open_desk, skip_comparison
from tests.support.browser.acting import pick
from tests.support.browser.scenes import settle
from tests.support.browser.story_files import FIRST, HEADINGS, NEW, SMILING, gold, rows, workbook
from tests.support.browser.story_lead import Lead
from tests.support.browser.story_people import Crew, days_pass
from tests.support.checking import everything

TITLE = "Korte meldinger på norsk, høsten 2026"
OTHER = "Nyhetstekster på nynorsk"
PEOPLE = ("Kari", "Siri", "Hasse", "Ola")
QUESTION = "Er både «lua» og «luen» lov?"
REASON = "Svarer feil på alle kontrollparene"
CASE = ".st-key-case_actions"


@pytest.fixture
def lead(serve: Callable[..., Site], visit: Callable[..., Page], tmp_path: Path) -> Lead:
    """Opens the first lead's link, which the empty Parvis says at its start."""
    site = serve(PARVIS_DWELL_MS="0")
    link = re.search(r"http://\S+/join/\S+", site.log.read_text(encoding="utf-8"))
    assert link
    page = visit(locale="nb", timezone_id="Europe/Oslo")
    sign_in(page, link[0])
    choose_language(site.store, _session(page), "nb")
    return Lead(page, site, tmp_path)


def _session(page: Page) -> str:
    (cookie,) = [one["value"] for one in page.context.cookies() if one["name"] == COOKIE]
    return cookie


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
        pick(lead.page, f"setup_column_{lead.slug}_responses_{ours}", theirs)
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
    lead.page.get_by_label("Kontrollpar, i prosent").fill("50")
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
    # When she was last here, and when the server's own work was last seen to be done.
    assert {name for name, kept in after.items() if kept != before[name]} <= {"sign_in", "job"}
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
    other = draft_campaign(lead.site.store, OTHER, who=_session(lead.page))
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


def the_inbox_is_emptied(lead: Lead) -> None:
    """An answer, a skip that is settled, and a clarification that no one asked for."""
    lead.opens("Innboks")
    lead.reads("1 person venter på svar.")
    lead.look("inbox")
    lead.page.get_by_label("Svar", exact=True).fill("Ja, begge delene er lov i bokmål.")
    lead.press("Send svaret")
    lead.reads("Svaret er sendt.")
    lead.reads("Ingen venter på svar.")
    link = "getComputedStyle(document.querySelector('.st-key-pages a[href^=\"inbox\"]'), '::after').content"
    lead.page.wait_for_function(f"{link}.startsWith('\"1\"')")
    lead.page.locator(".st-key-inbox_entry label").filter(has_text="Hoppet over").click()
    settle(lead.page)
    lead.look("inbox-skip")
    lead.press("Marker som avklart")
    lead.reads("Avklart.")
    lead.page.wait_for_function(f"['none', 'normal'].includes({link})")
    lead.page.get_by_text("Skriv en presisering").click()
    field = lead.page.get_by_label("Presisering", exact=True)
    field.fill("Både «lua» og «luen» er lov. Se på resten av teksten.")
    field.press("Control+Enter")
    lead.reads("Slik ser vurdererne den:")
    lead.look("clarification")
    lead.press("Publiser")
    lead.reads("Publisert. Alle vurdererne leser presiseringen før de går videre.")


def hasse_is_left_out(lead: Lead) -> None:
    """He is named, with the same sentence on his page; a message, a pause, then he is left out with a reason."""
    lead.opens("Framdrift")
    line = lead.page.locator(".need", has_text="Hasse")
    expect(line).to_contain_text(re.compile(r"svart riktig på 0 av \d+ kontrollpar .* Det er under kravet\."))
    said, (done, _made) = line.inner_text(), lead.counts()
    ends = re.search(r"er alt ferdig (\w+ \d+\. \w+)", lead.main.inner_text())
    lead.look("progress")
    lead.press("Se på Hasse")
    expect(lead.page.locator(".case-verdict")).to_have_text(said)
    lead.reads("ville ikke lenger telle.")
    lost = re.search(r"(\d+) av (\d+) vurderinger ville ikke lenger telle", lead.main.inner_text())
    assert ends
    assert lost
    assert int(lost[2]) == done
    lead.reads(f"Ventet slutt nå: {ends[1]}.")
    lead.reads("I deres tempo tar det omtrent 0,1 timer.")
    lead.reads(re.compile(r"^Nr\..* · feil på kontrollpar$"))
    lead.look("case")
    lead.press_one("Skriv en melding", CASE)
    lead.page.get_by_label("Melding", exact=True).fill("Hei, Hasse! Kan vi snakke om kontrollparene?")
    lead.press("Send meldingen")
    lead.reads("Sendt.")
    lead.reads("Hei, Hasse! Kan vi snakke om kontrollparene?")
    lead.page.keyboard.press("Escape")
    lead.press_one("Sett på pause", CASE)
    lead.press("Ja, sett på pause")
    lead.reads("Satt på pause. Vurdereren får ikke noe nytt å gjøre.")
    lead.page.keyboard.press("Escape")
    lead.press_one("Hold utenfor", CASE)
    lead.page.get_by_label("Hvorfor").fill(REASON)
    lead.page.get_by_text("La andre vurdere disse sammenligningene i stedet").click()
    lead.press("Hold dem utenfor")
    lead.reads(f"Holdt utenfor fordi: {REASON}")
    lead.look("case-left-out")
    lead.opens("Framdrift")
    expect(lead.page.get_by_role("row", name="Hasse")).to_contain_text("holdt utenfor")
    assert lead.counts()[0] == done - int(lost[1])
    expect(line).to_have_count(0)
    lead.look("progress-without")


def a_second_round(lead: Lead, crew: Crew) -> tuple[int, int]:
    """A new system after the first round, with anchors; it is judged, and the campaign closes. As `Lead.counts`."""
    good = [name for name in PEOPLE if name != "Hasse"]
    crew.at(minutes=90)
    for name in good:
        crew.reads_news(name)
        crew.judges(name)
    lead.opens("Oppsett")
    lead.step("Tekster:")
    lead.gives(workbook(lead.folder / "Storegga.xlsx", rows((NEW,))))
    lead.reads("Dette kommer til: 1 system, 10 svar, 30 sammenligninger, 3 ankerpar.")
    lead.look("second-round")
    lead.press("Last inn")
    lead.reads("40 svar fra 4 systemer på 10 oppgaver")
    crew.at(minutes=40)
    for name in good:
        crew.judges(name)
    lead.step("Runder")
    lead.reads(re.compile(r"^Runde 2, .*: 30 nye sammenligninger, 3 ankerpar$"))
    lead.reads(re.compile("^Ankerparene vurderes som før i "))
    lead.look("rounds")
    lead.step("Status:")
    lead.press_one("Avslutt evalueringen")
    lead.press("Ja, avslutt")
    lead.reads("Avsluttet: Ingen vurderer lenger.")
    lead.look("closed")
    lead.opens("Framdrift")
    lead.reads(re.compile(r"^\d+ av 137 vurderinger\.$"))
    lead.look("progress-closed")
    return lead.counts()


def the_data_are_taken(lead: Lead, done: int, made: int) -> None:
    """Results are open; the data set, and a workbook with the judgments that were counted, no cell of it a formula."""
    lead.opens("Rangering")
    expect(lead.page.locator(".js-plotly-plot").first).to_be_visible()
    lead.reads("Med 3 vurderere gjelder rangeringen bare disse personene.")
    lead.look("ranking")
    lead.opens("Eksport")
    lead.look("export")
    with zipfile.ZipFile(lead.downloads("Datasett (ZIP)")) as packed:
        (card,) = [name for name in packed.namelist() if name.endswith("/README.md")]
        assert f'pretty_name: "{TITLE}"' in packed.read(card).decode()
    sheet = load_workbook(lead.downloads("Excel")).active
    assert sheet is not None
    heads, *body = sheet.values
    judged = [dict(zip(heads, row, strict=True)) for row in body]
    assert len(judged) == made
    assert sum(row["kind"] not in ("gold", "repeat") and not row["excluded"] for row in judged) == done
    texts = {str(row["response_a"]) for row in judged} | {str(row["response_b"]) for row in judged}
    assert any("høre hva du syns" in text for text in texts)
    assert SMILING in texts  # which Excel would run
    assert not [cell.coordinate for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]


def test_the_leads_story(lead: Lead, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each chapter asserts what the lead reads."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    texts_get_in(lead)
    it_is_planned(lead)
    crew = people_come(lead)
    two_campaigns(lead)
    judging_goes_on(lead, crew)
    the_inbox_is_emptied(lead)
    hasse_is_left_out(lead)
    done, made = a_second_round(lead, crew)
    the_data_are_taken(lead, done, made)
