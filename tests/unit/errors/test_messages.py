"""Every InputError has a message, its raisers give exactly the facts of it, and what the browser shows is translated."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from eval_core.errors import MESSAGES, InputError
from eval_core.errors.command_messages import COMMAND_MESSAGES
from eval_core.errors.upload_messages import UPLOAD_MESSAGES
from eval_core.files import read_responses
from tests.support.extracting import CATALOGUES, ROOT, catalogue

Sources = Mapping[str, str]  # module -> its source

ERRORS = {"InputError", "ReplyError"}
# What raises an InputError with the code it is given (methods with a dot): the place of the code, and facts it adds.
HELPERS: dict[str, tuple[int | str, frozenset[str]]] = {
    "input_error": (0, frozenset()),
    ".input_error": (0, frozenset()),
    "._input_error": (0, frozenset()),
    ".fault": (0, frozenset()),
    ".refuse": (2, frozenset()),
    ".require": (1, frozenset({"columns"})),
    ".filled": ("blank", frozenset()),
    ".name": ("blank", frozenset()),
}
# What a raiser says next to the facts: the place, and what `refuse` shows as the fact `value`.
PLACE = {"file", "row", "column", "explanation", "shown"}
PLACE_OF_A_REPLY = {"item", "criterion"}
# Modules that an import uses, whose InputErrors a lead in the browser cannot cause.
NOT_BY_A_LEAD = {
    "eval_core.protocols.loader": "the operator of the server fixes a faulty protocol",
    **{
        f"eval_core.files.hub.{name}": "an upload is a file of this machine, never an address"
        for name in ("address", "fetched", "hub_tables", "trouble")
    },
}


class Raised(NamedTuple):
    """One place in the code that raises an InputError; `code` is None where it is computed."""

    module: str
    line: int
    code: str | None
    facts: frozenset[str]


def sources() -> Sources:
    """Every module of ours and its source."""
    return {module_of(path): path.read_text(encoding="utf-8") for path in sorted((ROOT / "eval_core").rglob("*.py"))}


def module_of(path: Path) -> str:
    """The name that a file is imported by."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def raised(module: str, source: str) -> Iterator[Raised]:
    """What a module raises, directly or through a helper."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            given = {argument.arg for argument in ast.walk(function) if isinstance(argument, ast.arg)}
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and not _passes_on(node, given):
                    yield from _of_call(module, node)


def _passes_on(call: ast.Call, given: Collection[str]) -> bool:
    """Whether the call's code is a parameter of the function around it, whose callers are looked at instead."""
    first = call.args[0] if call.args else None
    is_parameter = isinstance(first, ast.Name) and first.id == "code" and "code" in given
    # An error that is raised again keeps its code and all its facts.
    again = first is not None and ast.unparse(first) == "error.code" and "**error.facts" in ast.unparse(call)
    return is_parameter or again


def _of_call(module: str, call: ast.Call) -> Iterator[Raised]:
    called = call.func.id if isinstance(call.func, ast.Name) else f".{getattr(call.func, 'attr', '')}"
    keywords = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    if called in ERRORS:
        code, added = (call.args[0] if call.args else None), frozenset[str]()
    elif called == ".__init__" and call.args and None not in _codes(call.args[0]):
        code, added = call.args[0], frozenset[str]()
    elif called in HELPERS:
        place, added = HELPERS[called]
        code = keywords.pop(place, None) if isinstance(place, str) else next(iter(call.args[place : place + 1]), None)
        if code is None or None in _codes(code):
            return  # another function of this name, or the helper's own code
        added |= {"value"} if "shown" in keywords else set()
    else:
        return
    facts = keywords.keys() - PLACE - (PLACE_OF_A_REPLY if called == "ReplyError" else set())
    if isinstance(HELPERS.get(called, (0,))[0], str):
        facts = set()
    for text in _codes(code):
        yield Raised(module, call.lineno, text, frozenset(facts) | added)


def _codes(code: ast.expr | None) -> list[str | None]:
    """The codes that an expression may be: a literal, or one of two."""
    if isinstance(code, ast.IfExp):
        return [*_codes(code.body), *_codes(code.orelse)]
    return [code.value if isinstance(code, ast.Constant) and isinstance(code.value, str) else None]


def places(message: str) -> frozenset[str]:
    """The names of a message's `{places}`."""
    return frozenset(name for _text, name, _spec, _conversion in Formatter().parse(message) if name is not None)


def problems(raisers: Collection[Raised], messages: Mapping[str, str]) -> set[str]:
    """Codes without a message, messages that no one raises, and facts that do not fit."""
    wrong = {f"{raiser.module}: a code is computed" for raiser in raisers if raiser.code is None}
    wrong |= {f"'{code}' is raised nowhere" for code in messages.keys() - {raiser.code for raiser in raisers}}
    for _module, _line, code, facts in raisers:
        if code is not None and code not in messages:
            wrong.add(f"'{code}' has no message")
        elif code is not None and facts != places(messages[code]):
            wrong.add(f"'{code}' has other facts than its message: {sorted(facts ^ places(messages[code]))}")
    return wrong


def reached(modules: Sources) -> set[str]:
    """The modules that an import of a file in the browser may enter."""
    start = [module for module, source in modules.items() if "\ndef run_import(" in source]
    assert start, "the browser imports files with run_import"
    seen: set[str] = set()
    waiting = [*start, "eval_core.files.reader"]
    while waiting:
        module = waiting.pop()
        if module not in seen:
            seen.add(module)
            waiting += [_defining(modules, *name) for name in _imported(modules[module]) if name[0] in modules]
    return seen


def _imported(source: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)


def _defining(modules: Sources, module: str, name: str) -> str:
    """The module that a name comes from: packages hand on what their modules define."""
    if f"{module}.{name}" in modules:
        return f"{module}.{name}"
    handed_on = [origin for origin, imported in _imported(modules[module]) if imported == name and origin in modules]
    is_package = any(other.startswith(f"{module}.") for other in modules)
    return _defining(modules, handed_on[0], name) if is_package and handed_on else module


@cache
def translated(language: str) -> frozenset[str]:
    """The messages that a catalogue translates."""
    return frozenset(str(entry.id) for entry in catalogue(language) if entry.string)


def untranslated(modules: Sources, messages: Mapping[str, str]) -> set[str]:
    """The codes that a lead in the browser may see, without an entry in one of the catalogues."""
    by_leads = [module for module in reached(modules) if module not in NOT_BY_A_LEAD]
    codes = {raiser.code for module in by_leads for raiser in raised(module, modules[module])}
    codes |= messages.keys() & UPLOAD_MESSAGES.keys()
    known = translated("nb") & translated("nn")
    return {code for code in codes if code is not None and messages.get(code) not in known}


@pytest.fixture(scope="module")
def modules() -> Sources:
    return sources()


@pytest.fixture(scope="module")
def all_raised(modules: Sources) -> list[Raised]:
    """What all modules raise."""
    return [raiser for module, source in modules.items() for raiser in raised(module, source)]


def test_codes_messages_and_facts_fit_together(all_raised: list[Raised]) -> None:
    """Each code that is raised has a message, each message is raised, and its places are the facts given."""
    assert problems(all_raised, MESSAGES) == set()
    assert not UPLOAD_MESSAGES.keys() & COMMAND_MESSAGES.keys()
    assert len(MESSAGES) > 200


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        ('raise InputError("planted")', "'planted' has no message"),
        ('raise InputError("planted", file=path, row=1)', "'planted' has no message"),
        ('columns.refuse(bad, "prompt", "planted")', "'planted' has no message"),
        ('columns.filled("prompt", blank="planted")', "'planted' has no message"),
        ('raise InputError("too_many_values")', "'too_many_values' has other facts than its message: ['most']"),
        ('raise InputError("empty_file", size=3)', "'empty_file' has other facts than its message: ['size']"),
        ('raise InputError("bad_rating" if x else "planted")', "'planted' has no message"),
        ('raise ReplyError("reply_empty", item=1, most=2)', "'reply_empty' has other facts than its message: ['most']"),
        ('columns.require(names, "no_rows")', "'no_rows' has other facts than its message: ['columns']"),
        ("raise InputError(message)", "planted: a code is computed"),
        ('raise InputError(f"no system {name}")', "planted: a code is computed"),
    ],
)
def test_a_planted_raiser_that_does_not_fit_is_caught(all_raised: list[Raised], planted: str, said: str) -> None:
    """The check above finds each of these faults."""
    source = f"def f(columns, path, names, bad, x, message, name):\n    {planted}\n"
    assert said in problems([*all_raised, *raised("planted", source)], MESSAGES)


def test_a_planted_message_that_nobody_raises_is_caught(all_raised: list[Raised]) -> None:
    """A message that stays behind when its raiser goes is found."""
    assert problems(all_raised, {**MESSAGES, "left_behind": "x"}) == {"'left_behind' is raised nowhere"}


def test_what_the_browser_shows_is_translated(modules: Sources) -> None:
    """Each refusal of a file that a lead loads is in both catalogues."""
    assert {"eval_core.files.csv_scan", "eval_core.files.limits", "eval_core.files.gold"} <= reached(modules)
    assert NOT_BY_A_LEAD.keys() <= reached(modules), "a module of the table is not entered any more"
    assert untranslated(modules, MESSAGES) == set()


def test_a_planted_refusal_without_a_translation_is_caught(modules: Sources) -> None:
    """A new code of a reader with a message of the command line only, or one that a catalogue lacks, is found."""
    reader = modules["eval_core.files.gold"] + '\ndef f():\n    raise InputError("bad_margin")\n'
    assert untranslated({**modules, "eval_core.files.gold": reader}, MESSAGES) == {"bad_margin"}
    assert untranslated(modules, {**MESSAGES, "no_rows": "the file is without rows"}) == {"no_rows"}
    assert 'msgid "the file has no rows"' in (CATALOGUES / "nb.po").read_text(encoding="utf-8")


def test_an_error_is_told_with_its_place(tmp_path: Path) -> None:
    """The text names file, row and column; code, facts and message are apart from the place."""
    file = tmp_path / "r.csv"
    file.write_text("prompt,system,response,written_standard\na,b,c,sv\n", encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_responses(file)
    message = "the written standard must be nb (Bokmål) or nn (Nynorsk)"
    assert str(error.value) == f"{file}, row 2, column 'written_standard': {message}"
    assert (error.value.code, error.value.facts, error.value.message) == ("bad_standard", {}, message)
    assert str(InputError("bad_level")) == "the level must be between 0 and 1"


@pytest.mark.parametrize(("code", "facts"), [("planted", {}), ("too_many_values", {})])
def test_an_error_without_message_or_facts_is_a_bug(code: str, facts: dict[str, int]) -> None:
    """An unknown code and a missing fact fail where they are raised."""
    with pytest.raises(KeyError):
        InputError(code, **facts)
