"""From the address of a QR code to a completion code: a stranger on a phone, in Nynorsk, whom a platform has sent."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select

from eval_core.campaigns.content.import_texts import import_gold, import_responses
from eval_core.campaigns.joining.native_screen import approve_pair
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.campaigns.watching.payments import list_payments
from eval_core.locales import use_language
from eval_core.protocols import DATA
from eval_core.protocols.native_screen import ITEMS, load_pairs
from eval_core.store import Arrival, Person
from eval_core.web.qr_code import qr_svg
from tests.browser.conftest import Site
from tests.ports import free_port
from tests.support.arriving import CODES, PIDS, STUDY
from tests.support.browser.acting import Received, settled
from tests.support.browser.axe_checks import PHONE, barriers, sideways
from tests.support.browser.walking import DWELL_MS, Lead, Newcomer
from tests.support.building import Built
from tests.support.checking import problems
from tests.support.platform_stub import Platform, open_platform

SLUG, TRAINING, TEST, JUDGMENTS = "spraak", 2, 3, 4
Look = Callable[[Page, str], None]


@pytest.fixture
def look() -> Look:
    """What is done where a person would look around: nothing, unless pictures are wanted."""
    return lambda *_: None


@pytest.fixture
def platform() -> Iterator[Platform]:
    with open_platform() as running:
        yield running


@pytest.fixture
def site(serve: Callable[..., Site], platform: Platform) -> Iterator[Site]:
    """A campaign with an open link, training and test, whose people come from a platform."""
    port = free_port()
    running = serve(port=port, PARVIS_BASE_URL=f"http://127.0.0.1:{port}", PARVIS_DWELL_MS=str(DWELL_MS))
    create_campaign(running.store, SLUG, title="Språkprøva")
    import_responses(running.store, DATA / "demo" / "responses.jsonl", SLUG)
    import_gold(running.store, DATA / "demo" / "gold.jsonl", SLUG)
    back = {f"{end}_address": f"{platform.address}?cc={{code}}" for end in ("completed", "screened_out", "full")}
    back["completed_address"] += "&pid={PROLIFIC_PID}"
    letter = {"responsible": "Målgruppa", "contact": "Unni, unni@maal.example", "pay": "250 kr"}
    change_rules(
        running.store,
        SLUG,
        {
            "letter": letter,
            "training": TRAINING,
            "test": TEST,
            "pass_mark": 0.6,
            "open_link": True,
            "open_link_word": "blome",
            "open_link_judgments": JUDGMENTS,
            "crowd": {**CODES, **back},
        },
    )
    for pair in load_pairs():
        approve_pair(running.store, SLUG, pair.key)
    change_rules(running.store, SLUG, {"native_screen": True})
    yield running
    use_language("en")


def address_for_platform(lead: Lead, site: Site, look: Look) -> str:
    """The address next to the QR code, and the one with the platform's placeholders, which begins with it."""
    lead.page.goto(f"{site.url}/people")
    code = lead.page.locator("code", has_text="/take-part/blome").first
    expect(code).to_be_visible()
    address = code.inner_text().strip()
    lead.page.get_by_text(lead.say("Parameters, codes and return addresses")).click()
    whole = lead.page.locator("code", has_text="{{%PROLIFIC_PID%}}")
    expect(whole).to_be_visible()
    settled(lead.page)
    look(lead.page, "lead-address")
    image = lead.page.locator(".st-key-open_link_address img")
    assert image.evaluate("one => one.decode().then(() => one.naturalWidth)") > 100
    picture = image.get_attribute("src") or ""
    assert drawn(picture) == code_of(address) != code_of(f"{address}x")
    given = whole.inner_text().strip()
    assert given.startswith(f"{address}?")
    return given


def code_of(address: str) -> str:
    return drawn("," + b64encode(qr_svg(address).encode()).decode())


def drawn(picture: str) -> str:
    """What the SVG in a picture's address draws, without its size."""
    (path,) = re.findall(r'<path[^>]* d="([^"]+)"', b64decode(picture.partition(",")[2]).decode())[-1:]
    return str(path)


def filled_in(address: str) -> str:
    """What the platform makes of its placeholders."""
    for name, value in (("PROLIFIC_PID", PIDS[0]), ("STUDY_ID", STUDY), ("SESSION_ID", "s1")):
        address = address.replace(f"{{{{%{name}%}}}}", value)
    return address


def come_in(phone: Newcomer, address: str, look: Look) -> str:
    """The letter, and the own link, which is kept."""
    phone.page.goto(address)
    phone.look()
    phone.shows("Unni, unni@maal.example")
    phone.shows("PROLIFIC_PID, STUDY_ID, SESSION_ID")
    look(phone.page, "1-letter")
    assert sideways(phone.page) == []
    phone.button("I have read this and want to take part").click()
    link = phone.page.locator("#own-link")
    expect(link).to_be_visible()
    phone.look()
    look(phone.page, "2-own-link")
    kept = link.inner_text().strip()
    phone.button("Go on").click()
    return kept


def be_screened(phone: Newcomer, look: Look) -> None:
    """Twelve pairs in Nynorsk, one wrong; which ones were right is never said."""
    begin = phone.button("Nynorsk")
    expect(begin).to_be_visible()
    phone.look()
    look(phone.page, "3-screen")
    begin.tap()
    right = {pair.right for pair in load_pairs() if pair.standard == "nn"}
    for number in range(1, ITEMS + 1):
        said = phone.say("Pair {number} of {total}", number=number, total=ITEMS)
        expect(phone.page.get_by_text(said, exact=True)).to_be_visible()
        if number == 1:
            look(phone.page, "3-screen-pair")
            assert sideways(phone.page) == []
            assert barriers(phone.page) == []
        buttons = phone.page.locator('[class*="st-key-screen_"] button')
        expect(buttons).to_have_count(2)
        texts = [plain_words(text) for text in buttons.all_inner_texts()]
        good = next(at for at, text in enumerate(texts) if text in right)
        phone.page.wait_for_timeout(3 * DWELL_MS)  # nobody reads faster
        buttons.nth(good if number > 1 else 1 - good).tap()


def plain_words(text: str) -> str:
    """A button's words without the joiners that keep Markdown out."""
    return text.replace("\N{WORD JOINER}", "").strip()


def read_guidelines(phone: Newcomer, look: Look) -> None:
    done = phone.button("I have read the guidelines")
    expect(done).to_be_visible()
    phone.look()
    look(phone.page, "3-guidelines")
    done.click()


def learn(phone: Newcomer, look: Look) -> None:
    """Training and test."""
    phone.desk.stands("intro")
    look(phone.page, "4-training")
    phone.train(TRAINING, "tap")
    phone.be_tested(TEST, 2, passing=True, by="tap")
    phone.begin("You have passed", "tap")


def judge(phone: Newcomer, look: Look) -> None:
    look(phone.page, "5-comparison")
    for turn in range(JUDGMENTS):
        judged = phone.choose("AB"[turn % 2], "tap")
        if turn + 1 < JUDGMENTS:
            phone.desk.moves("judge", judged)


def finish(phone: Newcomer, look: Look) -> None:
    """The code with its label and button, in one screen of a phone, without a barrier."""
    phone.reads("Your completion code")
    phone.look()
    settled(phone.page)
    expect(phone.page.get_by_text("DONE1", exact=True)).to_be_visible()
    copy = phone.button("Copy")
    copy.tap()
    expect(phone.page.get_by_role("status").filter(has_text=phone.say("Copied."))).to_be_visible()
    look(phone.page, "6-code")
    assert sideways(phone.page) == []
    assert barriers(phone.page) == []


def test_pairs_are_approved_one_after_another(site: Site, visit: Callable[..., Page]) -> None:
    """The list stays open and where it is while a lead goes through it."""
    lead = Lead(visit(locale="nn-NO"), site.store, "nn")
    session = Built(site.store, SLUG, ()).enter("Lise", "lead")
    lead.page.context.add_cookies([{"name": "parvis_session", "value": session, "url": site.url}])
    lead.page.goto(f"{site.url}/people")
    lead.page.get_by_text(lead.say("Pairs to approve"), exact=True).click()
    boxes = lead.page.locator('[class*="st-key-screen_row_"] input')
    expect(boxes).to_have_count(8)
    for number, left in ((0, 79), (1, 78)):
        row = lead.page.locator('[class*="st-key-screen_row_"]').nth(number)
        row.locator("label").click()
        counts = lead.say("Approved so far: {counts}.", counts=f"Bokmål {left}, Nynorsk 82")
        expect(lead.page.get_by_text(counts)).to_be_visible()
        settled(lead.page)
        expect(boxes).to_have_count(8)
        expect(row.locator("label")).to_be_in_viewport()


@pytest.mark.drawn
def test_from_a_qr_address_to_a_completion_code(
    site: Site, platform: Platform, visit: Callable[..., Page], look: Look
) -> None:
    """The code is in no byte before the last judgment; the platform gets it, and no word of where the person was."""
    session = Built(site.store, SLUG, ()).enter("Lise", "lead")
    lead = Lead(visit(locale="nn-NO"), site.store, "nn")
    lead.page.context.add_cookies([{"name": "parvis_session", "value": session, "url": site.url}])
    address = filled_in(address_for_platform(lead, site, look))
    page = visit(locale="nn-NO", viewport=PHONE, has_touch=True, is_mobile=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site.url)
    phone, received = Newcomer(page, site.store, "nn"), Received.by(page)
    kept = come_in(phone, address, look)
    be_screened(phone, look)
    read_guidelines(phone, look)
    learn(phone, look)
    assert received.naming(["DONE1", "OUT1", "FULL1", PIDS[1]]) == []
    judge(phone, look)
    finish(phone, look)
    assert page.evaluate("navigator.clipboard.readText()") == "DONE1"
    page.get_by_role("link", name=phone.say("Back to {platform}", platform="Prolific")).tap()
    page.wait_for_url(f"{platform.address}**")
    assert platform.came == [{"cc": "DONE1", "pid": PIDS[0]}]
    assert platform.referrers == [None]
    check(site, kept)


def check(site: Site, kept: str) -> None:
    """The kept link signs the same person in; the table for payment has them, with id and code."""
    (row,) = list_payments(site.store, SLUG)
    assert (row.parameters["PROLIFIC_PID"], row.ended, row.judgments, row.code) == (
        PIDS[0],
        "completed",
        JUDGMENTS,
        "DONE1",
    )
    assert sign_in(site.store, kept.partition("/join/")[2].partition("?")[0])
    with site.store.read() as db:
        person = db.scalars(select(Person).join(Arrival, Arrival.person_id == Person.id)).one()
        assert (person.name, person.language) == (row.name, "nn")
    assert problems(site.store, SLUG) == []
