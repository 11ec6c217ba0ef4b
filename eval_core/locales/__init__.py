"""Messages, numbers and dates in the reader's language.

The English message in the code is the key of the catalogues `nb.po` and `nn.po`, which are read without compiling.

May import: errors and places.
Tests: tests/unit/locales.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime, format_interval
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from eval_core.errors.upload_messages import N_ as N_

LANGUAGES = {"en": "English", "nb": "Bokmål", "nn": "Nynorsk"}
_FOLDER = Path(__file__).parent
_TAG = re.compile("[a-z]{2,3}(-[a-z0-9]{1,8})*")
_DIGITS = "0123456789"
# Each script run has a context of its own, so that no language leaks into another person's run.
_language: ContextVar[str] = ContextVar("language", default="en")
_read: ContextVar[tuple[str, ...]] = ContextVar("read", default=("en",))


def use_language(language: str | None, accepted: str | None = None) -> None:
    """Set the language of the current run, and the languages that its reader reads.

    Args:
        language: the reader's choice, any language tag; the interface is in English where it does not speak it.
        accepted: an Accept-Language header, for a reader who has not chosen.
    """
    read = (language,) if language else tuple(accepted_tags(accepted))
    spoken = language if language in LANGUAGES else preferred(accepted)
    _language.set(spoken)
    _read.set((*read, spoken))


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Use another language for a moment: a mail or a file and the page around it have different readers."""
    before = _language.get(), _read.get()
    use_language(language)
    try:
        yield
    finally:
        _language.set(before[0])
        _read.set(before[1])


def current_language() -> str:
    """The language of the interface in the current run: en, nb or nn."""
    return _language.get()


def spoken_language(known: Collection[str]) -> str:
    """The reader's language among those of a protocol, in the protocol's order, or else the first.

    Where 'ko-KR' is not known, 'ko' will do.
    """
    by_tag = {tag.lower(): tag for tag in known}
    for tag in _read.get():
        for part in (tag.lower(), tag.lower().partition("-")[0]):
            if part in by_tag:
                return by_tag[part]
    return next(iter(known), "")


def said(labels: Mapping[str, str]) -> str:
    """A protocol's words in the language that the reader reads, or else in the protocol's first."""
    return labels.get(spoken_language(labels), "")


def language_name(tag: str) -> str:
    """A language's name in itself, such as 'Bokmål' or '한국어'; the tag of one that is not known."""
    try:
        return LANGUAGES.get(tag) or Locale.parse(tag, sep="-").display_name or tag
    except (ValueError, UnknownLocaleError):
        return tag


def gettext(message: str, **values: object) -> str:
    """The message in the current language, with placeholders such as `{name}` filled from `values`."""
    translated = _catalogue(current_language()).gettext(message) if message else ""
    return translated.format(**values) if values else translated


def ngettext(singular: str, plural: str, count: int, **values: object) -> str:
    """The singular or plural message for `count` (filled in as `{count}`)."""
    translated = _catalogue(current_language()).ngettext(singular, plural, count)
    return translated.format(count=number(count), **values)


def preferred(accept_language: str | None) -> str:
    """The best of LANGUAGES for an Accept-Language header; 'en' where it names none of them."""
    bases = (tag.partition("-")[0] for tag in accepted_tags(accept_language))
    return next((base for base in bases if base in LANGUAGES), "en")


def accepted_tags(accept_language: str | None) -> list[str]:
    """The language tags of an Accept-Language header, the best first; 'no' is Bokmål."""
    ranked: list[tuple[float, str]] = []
    for part in (accept_language or "").split(","):
        tag, *parameters = (piece.strip().lower() for piece in part.split(";"))
        base = tag.partition("-")[0]
        tag = "nb" if base == "no" else tag
        try:
            quality = float(next((value[2:] for value in parameters if value.startswith("q=")), 1))
        except ValueError:
            continue
        # A quality of zero excludes the language.
        if _TAG.fullmatch(tag) and quality > 0:
            ranked.append((-quality, tag))
    return [tag for _quality, tag in sorted(ranked, key=lambda pair: pair[0])]


def number(value: float, digits: int | None = None) -> str:
    """A number in the current language, with `digits` decimals; with at most three where it is None."""
    # Adding zero removes the sign of what rounds to -0.
    value = value if digits is None else round(value, digits) + 0.0
    pattern = None if digits is None else "#,##0." + "0" * digits if digits else "#,##0"
    return format_decimal(value, format=pattern, locale=current_language()).replace("-", "−")


def file_size(count: int) -> str:
    """A number of bytes as people say it: '12 kB', or '1.4 MB'."""
    return f"{number(count / 1e6, 1)}\u00a0MB" if count >= 1e6 else f"{number(max(1, round(count / 1000)))}\u00a0kB"


def percent(share: float, digits: int = 0) -> str:
    """A share (0 to 1) as the current language writes it: '45%', or with a space that does not break '45 %'."""
    space = "" if current_language() == "en" else "\N{NO-BREAK SPACE}"
    return f"{number(100 * share, digits)}{space}%"


def interval(low: float, high: float, write: Callable[[float], str] | None = None) -> str:
    """An interval such as '[0.12, 0.45]'; where the decimal mark is a comma, '[0,12; 0,45]'.

    Args:
        write: a limit; with two decimals where it is None.
    """
    write = write or (lambda limit: number(limit, 2))
    return f"[{write(low)}{', ' if current_language() == 'en' else '; '}{write(high)}]"


def natural(text: str) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """A key that sorts names as people count: 'P2' before 'P10', and capital letters with small ones."""
    parts = re.findall(r"[0-9]+|[^0-9]+", text)
    return tuple((0, int(part), "") if part[0] in _DIGITS else (1, 0, part.casefold()) for part in parts), text


def day(value: date | datetime) -> str:
    """A date such as 'Thursday 3 December'."""
    pattern = "EEEE d. MMMM" if current_language() != "en" else "EEEE d MMMM"
    return format_date(value, pattern, locale=current_language())


def short_day(value: date | datetime) -> str:
    """A date such as '3 Dec'."""
    return format_date(value, "d. MMM" if current_language() != "en" else "d MMM", locale=current_language())


def day_span(first: date | datetime, last: date | datetime) -> str:
    """A span of days, such as '26–28 Nov' or, for one day, '26 Nov'; no line breaks inside it."""
    start, end = (value.date() if isinstance(value, datetime) else value for value in (first, last))
    language = current_language()
    span = format_interval(start, end, "MMMd", locale=language if language != "en" else "en_GB")
    return span.replace(" ", "\u00a0").replace("\u2009", "\u00a0")


def full_day(value: date | datetime) -> str:
    """A date with its year, such as '3 December 2026'."""
    return format_date(value, "d. MMMM y" if current_language() != "en" else "d MMMM y", locale=current_language())


def moment(value: datetime) -> str:
    """A date and time in UTC, such as '3 Dec 14:05'."""
    pattern = "d. MMM HH:mm" if current_language() != "en" else "d MMM HH:mm"
    return format_datetime(value, pattern, locale=current_language())


def full_moment(value: datetime) -> str:
    """A date with its year, and time in UTC, such as '3 December 2026 14:05'."""
    pattern = "d. MMMM y HH:mm" if current_language() != "en" else "d MMMM y HH:mm"
    return format_datetime(value, pattern, locale=current_language())


def duration(minutes: int) -> str:
    """A duration as people say it, such as '1 h 20 min', '2 h' or '45 min'; no line breaks inside it."""
    hours, rest = divmod(minutes, 60)
    parts = [f"{number(hours)}\u00a0{gettext('h')}"] if hours else []
    parts += [f"{rest}\u00a0{gettext('min')}"] if rest or not hours else []
    return "\u00a0".join(parts)


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == "en":
        return NullTranslations()
    with (_FOLDER / f"{language}.po").open("rb") as source:
        catalogue = read_po(source, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
