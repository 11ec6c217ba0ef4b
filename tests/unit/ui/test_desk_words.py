"""The words of the desk in the browser: one table, complete in each language, and every key that a script uses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from eval_core.locales import LANGUAGES, use_language
from eval_core.places import HOME
from eval_core.ui.annotate import desk_words as table
from eval_core.ui.annotate.desk_words import desk_refusals, desk_words
from eval_core.ui.parts.refusals import DESK_CODES

SCRIPTS = sorted((HOME / "eval_core" / "web" / "desk").rglob("*.js"))
# `words.some_key`; a key that is put together at run time has the table's beginning of it in the script.
# Lists of words of a text are called `words`, too; a key is never called, and `./words.js` is a file.
_USED = re.compile(r"\bwords\.(?!js\b|length\b)([a-z_]+)\b(?!\()")


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


def unknown(source: str) -> set[str]:
    """The keys that a script asks for and the table does not have."""
    return set(_USED.findall(source)) - set(desk_words())


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_word_of_a_script_is_in_the_table(path: Path) -> None:
    """A script names words by keys of the table only."""
    assert unknown(path.read_text(encoding="utf-8")) == set()


def test_a_word_that_is_missing_is_caught() -> None:
    """The check above finds a key that no one has added."""
    assert unknown("line.textContent = words.undo + words.no_such_word") == {"no_such_word"}


# Keys that a script puts together: `skip_` and a reason, `standard_` and a written standard.
_MADE = ("skip_", "standard_")


def left_over(source: str) -> list[str]:
    """The keys of the table that the scripts do not name."""
    named = set(re.findall(r"\b[a-z_]+\b", source))
    return [key for key in desk_words() if key not in named and not key.startswith(_MADE)]


def test_no_word_is_left_over() -> None:
    """Every word of the table is said by some script; one that no script names is found."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    assert left_over(source) == []
    assert left_over(source.replace("not_kept", "")) == ["not_kept"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_there_in_each_language(language: str) -> None:
    """All keys have a text, and none has two meanings."""
    use_language(language)
    words = desk_words()
    assert len(words) == sum(len(part) for part in table._PARTS)
    assert all(text.strip() for text in words.values())
    assert all(list(part) == sorted(part) for part in table._PARTS)


def bare(source: str) -> list[str]:
    """The values of a table that are no marked messages."""
    tables = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Dict)]
    return [
        ast.unparse(value) for table in tables for value in table.values if not ast.unparse(value).startswith("N_(")
    ]


def test_every_word_is_a_message() -> None:
    """Nothing in the table is outside the catalogues; a bare word that is planted there is found."""
    source = Path(table.__file__).read_text(encoding="utf-8")
    assert source.count("N_(") > 100
    assert bare(source) == []
    assert bare(source.replace('N_("Undo")', '"Undo"')) == ["'Undo'"]


def test_refusals_are_said_in_the_words_of_the_desk() -> None:
    """Comparing and rating have sentences of their own, in the reader's language."""
    use_language("nb")
    compared, rated = desk_refusals(rates=False), desk_refusals(rates=True)
    assert compared["too_fast"] != rated["too_fast"]
    assert compared["too_fast"].startswith("Ikke lagret")
    assert set(compared) == set(rated) == DESK_CODES


OF_LEADS = {
    "no_try",
    "no_rating_try",
    "stale_person",
    "nothing_to_judge",
}  # who grant another try, or try the desk themselves
ROOMS = ("campaigns/desk", "campaigns/talk/desk_talk.py", "campaigns/talk/questions.py")


def test_every_refusal_at_the_desk_has_words() -> None:
    """The services of the desk refuse with no code that the desk has no sentence for; a code that is planted is found."""
    core = Path(table.__file__).parents[2]
    files = [
        file for room in ROOMS for file in ([core / room] if room.endswith(".py") else (core / room).rglob("*.py"))
    ]
    source = "\n".join(file.read_text(encoding="utf-8") for file in files)

    def unknown(text: str) -> set[str]:
        return set(re.findall(r'RefusedError\(\s*"(\w+)"', text)) - DESK_CODES - OF_LEADS

    assert unknown(source) == set()
    assert unknown(source + 'raise RefusedError("planted", "")') == {"planted"}
