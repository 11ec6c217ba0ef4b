"""The Norwegian catalogues: complete, and in step with the source."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from string import Formatter

import pytest
from babel.messages.catalog import Catalog

from tests.support.extracting import (
    CATALOGUES,
    LANGUAGES,
    Message,
    all_messages,
    catalogue,
    messages_in,
    strings_of,
)


@pytest.fixture(scope="module")
def wanted() -> set[Message]:
    return all_messages()


def key_of(message: str | Sequence[str]) -> str:
    """What a catalogue finds a message by: its English singular."""
    return strings_of(message)[0]


def places(text: str) -> set[str]:
    """The names of a text's `{places}`."""
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}


def problems(translations: Catalog, wanted: Collection[Message]) -> list[str]:
    """Where a catalogue differs from one that translates exactly these messages."""
    by_key = {key_of(message): message for message in wanted}
    differences = [f"'{key}' is no longer in the source" for key in translations.obsolete]
    entries = {key_of(entry.id): entry for entry in translations if entry.id}
    differences += [f"'{key}' is not translated" for key in by_key.keys() - entries.keys()]
    differences += [f"'{key}' is no longer in the source" for key in entries.keys() - by_key.keys()]
    for key in by_key.keys() & entries.keys():
        entry, message = entries[key], by_key[key]
        texts = strings_of(entry.string)
        if strings_of(entry.id) != strings_of(message):
            differences.append(f"'{key}' has another plural than the source")
        if entry.fuzzy:
            differences.append(f"'{key}' is fuzzy")
        if len(texts) != len(strings_of(message)) or not all(text.strip() for text in texts):
            differences.append(f"'{key}' has an empty translation")
        elif any(places(text) != places(strings_of(message)[-1]) for text in texts):
            differences.append(f"'{key}' has other places")
    if list(entries) != sorted(entries):
        differences.append("the entries are not sorted")
    if (translations.num_plurals, translations.plural_expr) != (2, "(n != 1)"):
        differences.append("the header has other plural forms")
    return sorted(differences)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str, wanted: set[Message]) -> None:
    """Each message of the source, and no other, has a translation with the same places in it."""
    assert len(wanted) > 100
    assert problems(catalogue(language), wanted) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_header_names_language_and_encoding(language: str) -> None:
    """Other tools can read a catalogue without being told what it is."""
    text = (CATALOGUES / f"{language}.po").read_text(encoding="utf-8")
    assert f'"Language: {language}\\n"' in text
    assert '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"' in text


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ('msgid "Undo"\nmsgstr "Angre"\n', "", "'Undo' is not translated"),
        ('msgstr "Angre"', 'msgstr ""', "'Undo' has an empty translation"),
        ('msgstr[1] "{count} oppgaver"', 'msgstr[1] ""', "'{count} prompt' has an empty translation"),
        ('msgstr "Svar {side}"', 'msgstr "Svar"', "'Response {side}' has other places"),
        ('msgstr[0] "{count} oppgave"', 'msgstr[0] "{antall} oppgave"', "'{count} prompt' has other places"),
        ('msgid_plural "{count} prompts"', 'msgid_plural "{count} inputs"', "'{count} prompt' has another plural"),
        ('msgid "Undo"', '#, fuzzy\nmsgid "Undo"', "'Undo' is fuzzy"),
        ('msgid "Undo"', 'msgid "Redo"', "'Redo' is no longer in the source"),
        ('msgid "Undo"\nmsgstr "Angre"\n', '#~ msgid "Undo"\n#~ msgstr "Angre"\n', "'Undo' is no longer in the source"),
        ('msgid "Undo"\nmsgstr "Angre"\n\n', "", "'Undo' is not translated"),
        ('msgid ""', 'msgid "Undo"\nmsgstr "Angre"\n\nmsgid ""', "the entries are not sorted"),
        ("plural=(n != 1)", "plural=(n > 1)", "other plural forms"),
    ],
)
def test_a_broken_catalogue_is_caught(old: str, new: str, difference: str, wanted: set[Message]) -> None:
    """The check above finds each of these faults when it is planted."""
    text = (CATALOGUES / "nb.po").read_text(encoding="utf-8")
    assert old in text
    broken = text.replace(old, new, 1)
    assert any(difference in problem for problem in problems(catalogue("nb", broken), wanted))


def test_a_new_message_is_caught(wanted: set[Message]) -> None:
    """A message that somebody adds to the source is missed in both catalogues."""
    grown = wanted | messages_in(b'_("A new sentence.")')
    for translations in map(catalogue, LANGUAGES):
        new = set(problems(translations, grown)) - set(problems(translations, wanted))
        assert new == {"'A new sentence.' is not translated"}


def with_signs(messages: Collection[Message]) -> list[str]:
    """Messages with a percent sign of their own."""
    return [key_of(message) for message in messages if any("%" in text for text in strings_of(message))]


def test_no_message_writes_a_percent_sign(wanted: set[Message]) -> None:
    """Each language writes percent in its own way, so a message leaves the sign to `locales.percent`."""
    assert with_signs(wanted) == []
    assert with_signs(messages_in(b'_("{share} % of them")')) == ["{share} % of them"]


def test_messages_are_found_wherever_they_stand() -> None:
    """Messages inside f-strings, other calls and marks for later are found; computed ones are nobody's."""
    source = """
def speak(name, count):
    title = f"<b>{escape(_('In an f-string'))}</b>" + _(TABLE.get(name, N_("Inside a call")))
    return title + locales.gettext("By module {name}", name=name) + ngettext("{count} bird", "{count} birds", count)
"""
    assert messages_in(source.encode()) == {
        "In an f-string",
        "Inside a call",
        "By module {name}",
        ("{count} bird", "{count} birds"),
    }
