"""Messages, numbers and dates in the three languages, and the choice of the language."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import copy_context
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.locales import (
    LANGUAGES,
    N_,
    current_language,
    day,
    day_span,
    gettext,
    interval,
    moment,
    natural,
    ngettext,
    number,
    percent,
    preferred,
    short_day,
    use_language,
)

HARD = "\N{NO-BREAK SPACE}"
THURSDAY = datetime(2026, 12, 3, 14, 5, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


@pytest.mark.parametrize(
    ("language", "undo", "response"),
    [("en", "Undo", "Response A"), ("nb", "Angre", "Svar A"), ("nn", "Angre", "Svar A")],
)
def test_messages_are_translated_and_filled_in(language: str, undo: str, response: str) -> None:
    """A message comes in the current language, with its places filled."""
    use_language(language)
    assert gettext(N_("Undo")) == undo
    assert gettext("Response {side}", side="A") == response


def test_the_standards_differ() -> None:
    """Bokmål and Nynorsk are two catalogues, not one twice."""
    use_language("nb")
    bokmaal = gettext("Annotators")
    use_language("nn")
    assert (bokmaal, gettext("Annotators")) == ("Vurderere", "Vurderarar")


@pytest.mark.parametrize("language", LANGUAGES)
def test_odd_messages_are_safe(language: str) -> None:
    """An empty message is no header, an unknown one stays, and braces in a value are text."""
    use_language(language)
    assert gettext("") == ""
    assert gettext("No catalogue has this {place}.") == "No catalogue has this {place}."
    assert gettext("{names} and {last}", names="{last}", last="{x}").startswith("{last} ")


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["0 judgments", "1 judgment", "2 judgments", "12,345 judgments"]),
        ("nb", ["0 vurderinger", "1 vurdering", "2 vurderinger", f"12{HARD}345 vurderinger"]),
        ("nn", ["0 vurderingar", "1 vurdering", "2 vurderingar", f"12{HARD}345 vurderingar"]),
    ],
)
def test_plurals_follow_the_count(language: str, texts: list[str]) -> None:
    """One is singular, everything else plural, and the count is written as numbers are."""
    use_language(language)
    assert [ngettext("{count} judgment", "{count} judgments", count) for count in (0, 1, 2, 12345)] == texts


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["1,234,567", "−1,234.50", "0.5", "2", "−1.25"]),
        ("nb", [f"1{HARD}234{HARD}567", f"−1{HARD}234,50", "0,5", "2", "−1,25"]),
        ("nn", [f"1{HARD}234{HARD}567", f"−1{HARD}234,50", "0,5", "2", "−1,25"]),
    ],
)
def test_numbers(language: str, texts: list[str]) -> None:
    """Thousands, decimals and a true minus sign are those of the language; digits are as asked for."""
    use_language(language)
    assert [number(1234567), number(-1234.5, 2), number(0.5), number(1.6, 0), number(-1.25)] == texts


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["45%", "1.5%", "[−0.10, 0.46]", "[40%, 50%]"]),
        ("nb", [f"45{HARD}%", f"1,5{HARD}%", "[−0,10; 0,46]", f"[40{HARD}%; 50{HARD}%]"]),
        ("nn", [f"45{HARD}%", f"1,5{HARD}%", "[−0,10; 0,46]", f"[40{HARD}%; 50{HARD}%]"]),
    ],
)
def test_percent_and_intervals(language: str, texts: list[str]) -> None:
    """A space before the sign in Norwegian only; limits are in brackets, and a decimal comma is not also a separator."""
    use_language(language)
    shares = [percent(0.45), percent(0.015, 1)]
    assert [*shares, interval(-0.1, 0.456), interval(0.4, 0.5, percent)] == texts


def test_names_sort_as_people_count() -> None:
    """Numbers within names count as numbers; case does not matter, and equal keys fall back to the text itself."""
    names = ["P10", "p2", "P1", "Åse", "10", "9", "P2", "P2b", ""]
    assert sorted(names, key=natural) == ["", "9", "10", "P1", "P2", "p2", "P2b", "P10", "Åse"]


@given(st.sampled_from(sorted(LANGUAGES)), st.integers(-(10**12), 10**12))
def test_whole_numbers_keep_every_digit(language: str, value: int) -> None:
    """However it is written, a whole number can be read back."""
    use_language(language)
    assert int(number(value).replace(HARD, "").replace(",", "").replace("−", "-")) == value


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["Thursday 3 December", "3 Dec", "3 Dec 14:05", "Tuesday 1 March"]),
        ("nb", ["torsdag 3. desember", "3. des.", "3. des. 14:05", "tirsdag 1. mars"]),
        ("nn", ["torsdag 3. desember", "3. des.", "3. des. 14:05", "tysdag 1. mars"]),
    ],
)
def test_dates(language: str, texts: list[str]) -> None:
    """Days and moments are written as the language writes them, from dates and from datetimes."""
    use_language(language)
    assert [day(THURSDAY), short_day(THURSDAY), moment(THURSDAY), day(date(2022, 3, 1))] == texts
    assert day(THURSDAY) == day(THURSDAY.date())


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["3 Dec", "3–4 Dec", "3 Dec – 1 Mar"]),
        ("nb", ["3. des.", "3.–4. des.", "3. des.–1. mars"]),
        ("nn", ["3. des.", "3.–4. des.", "3. des.–1. mars"]),
    ],
)
def test_spans_of_days(language: str, texts: list[str]) -> None:
    """Two dates name their month once where they share it, and no line breaks inside them."""
    use_language(language)
    spans = [day_span(THURSDAY, last) for last in (THURSDAY, date(2026, 12, 4), date(2027, 3, 1))]
    assert spans == [text.replace(" ", "\u00a0") for text in texts]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("nb-NO,nn;q=0.8,no", "nb"),
        ("nn-NO,nb;q=0.9", "nn"),
        ("no", "nb"),
        ("NN", "nn"),
        ("en;q=0.1,nn;q=0.5", "nn"),
        ("nb; q=0.3, nn; q=0.5", "nn"),
        ("nb;q=0,en;q=0.1", "en"),
        ("nn;q=0", "en"),
        ("da,sv;q=0.9", "en"),
        ("da,nn;q=0.2", "nn"),
        ("nds,nb;q=0.2", "nb"),
        ("nno,enm,nob", "en"),
        ("nb;q=x,nn;q=0.1", "nn"),
        ("*", "en"),
        (",;,", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_preferred_language(header: str | None, language: str) -> None:
    """A browser's header leads to the best of our languages; a broken or foreign one to English."""
    assert preferred(header) == language


@given(st.text(alphabet="nbo-;=q.0159, *e", max_size=40))
def test_any_header_gives_a_language(header: str) -> None:
    """Whatever a client sends, the answer is one of Parvis's languages."""
    assert preferred(header) in LANGUAGES


@pytest.mark.parametrize(("asked", "spoken"), [("nn", "nn"), ("nb", "nb"), ("sv", "en"), (None, "en"), ("", "en")])
def test_unknown_languages_mean_english(asked: str | None, spoken: str) -> None:
    """A language that Parvis does not have means English."""
    use_language("nb")
    use_language(asked)
    assert current_language() == spoken


def test_one_run_does_not_change_anothers_language() -> None:
    """The language belongs to its own context: somebody else's choice is not heard here."""
    use_language("nb")
    copy_context().run(use_language, "nn")
    assert current_language() == "nb"
    assert gettext("Annotators") == "Vurderere"
