"""What stands at the desk next to the texts: the protocol's question, and above each passage what it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from eval_core.protocols import load_protocol
from tests.browser.desk.conftest import PHONE, Laid
from tests.support.browser import stub_texts
from tests.support.browser.layout import resize

# Every size at which the styles change; where a phone is magnified so far that one line of text is left, none is seen.
SIZES = ((320, 568), (390, 844), (700, 700), (844, 390), (900, 700), (1199, 500), (1440, 900), (1920, 1080))
# Each passage above the response: what it is called, its language, and its beginning.
PASSAGES = """return [...root.querySelectorAll('.asked .passage')].map((one) => {
  const text = one.querySelector('.text')
  return [one.querySelector('h2').textContent, text.lang, text.textContent.slice(0, 20)]
})"""


def passages(desk: Laid, **changes: Any) -> list[list[str]]:
    """What is shown above the response once its sheet says this of itself."""
    for sheet in desk.pile.pile()["sheets"]:
        sheet.update(changes)
    desk.page.reload()
    desk.stands("rate")
    found: list[list[str]] = desk.tell(PASSAGES)
    return found


@pytest.mark.quick
@pytest.mark.parametrize("key", ["heval", "hindi_english", "gptscore_ko", "mt_qualitative", "adequacy_fluency"])
def test_a_source_is_called_a_source(lay: Callable[..., Laid], key: str) -> None:
    """In a language or in none, of a campaign in Bokmål; the reference is there where the protocol shows it."""
    protocol = load_protocol(key)
    desk = lay(protocol=key)
    source, reference, _ = stub_texts.TRANSLATIONS[0]
    for language in ("en", None):
        shown = [["Source", language or "", source[:20]]]
        shown += [["Reference", "nb", reference[:20]]] if protocol.refers else []
        assert passages(desk, source_language=language) == shown


@pytest.mark.quick
def test_a_source_that_is_called_by_the_standard_is_noticed(lay: Callable[..., Laid]) -> None:
    """A desk that looks at the data alone heads a text of unknown language Bokmål."""
    desk = lay(protocol="hindi_english", fault=("rating_texts.js", 'shows?.includes("source")', "title === sheet"))
    assert [title for title, *_ in passages(desk, source_language=None)] == ["Bokmål"]


@pytest.mark.quick
def test_the_source_of_a_comparison(lay: Callable[..., Laid], monkeypatch: pytest.MonkeyPatch) -> None:
    """A prompt is headed by the standard that it asks for, a source by its name, and it is not read as Norwegian."""
    told = stub_texts.protocol_json
    for shows, title, language in ((["prompt", "response"], "Bokmål", "nb"), (["source", "response"], "Source", "")):
        monkeypatch.setattr(stub_texts, "protocol_json", lambda *asked, shows=shows: told(*asked) | {"shows": shows})
        desk = lay()
        expect(desk.at(".prompt .standard")).to_have_text(title)
        expect(desk.at(".prompt .text")).to_have_attribute("lang", language)


QUESTION = """const box = root.querySelector('.question').getBoundingClientRect(), foot = root.querySelector('.foot').getBoundingClientRect()
const under = document.elementFromPoint(box.left + 4, box.top + box.height / 2)?.shadowRoot?.elementFromPoint(box.left + 4, box.top + box.height / 2)
return box.height > 0 && box.top >= foot.top && box.bottom <= innerHeight && box.right <= innerWidth && under?.className === 'question'"""


@pytest.mark.quick
@pytest.mark.parametrize("language", ["en", "nb", "nn"])
def test_the_question_stands_above_the_choices(lay: Callable[..., Laid], language: str) -> None:
    """In the reader's language, at every size, while one judges and while one says why; the choices are called by it."""
    question = load_protocol("norwegian_fluency").question[language]
    desk = lay(PHONE, language=language, reasons=1)
    for mode in ("judge", "why"):
        for width, height in SIZES:
            resize(desk.page, width, height)
            expect(desk.at(".question")).to_have_text(question)
            assert desk.tell(QUESTION), (mode, width, height)
        expect(desk.page.get_by_role("group", name=question)).to_be_visible()
        desk.page.keyboard.press("1")
        desk.stands("why")
    desk.tell("root.querySelector('.question').style.transform = 'translateY(900px)'")
    assert not desk.tell(QUESTION)


@pytest.mark.quick
def test_a_desk_without_the_question_is_noticed(lay: Callable[..., Laid]) -> None:
    """As it was before."""
    desk = lay(fault=("foot.js", 'pair?.question ?? ""', '""'))
    assert not desk.tell(QUESTION)
    expect(desk.at(".question")).to_have_text("")


@pytest.mark.quick
def test_where_responses_are_rated_there_is_none(lay: Callable[..., Laid]) -> None:
    """Their protocols ask by criteria."""
    expect(lay(protocol="heval").at(".question")).to_be_hidden()
