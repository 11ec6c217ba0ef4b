"""Finds words that reach the screen without passing through the catalogues.

Two nets, because either alone has holes. The first follows what is handed to a function that draws: through
variables, branches, f-strings, and the functions whose result is drawn. The second looks at every other literal
and catches what reads like a phrase. Both leave alone what is translated (`_`, `ngettext`, `N_`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from pathlib import Path

from tests.support.extracting import KEYWORDS, called, is_text


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Functions that draw their first argument; a table's rows are its second. Of the options of a choice nothing is drawn where `format_func` is given.
_DRAWING = _names(
    "button text html markdown write title header subheader caption text_input text_area number_input selectbox "
    "multiselect radio checkbox toggle slider popover expander dialog segmented_control pills download_button "
    "link_button form_submit_button tabs metric toast error warning info success spinner file_uploader "
    "refuse announce tell table _page "
    "note trouble sentence heading subheading verdict page_title "
    "note_html trouble_html sentence_html heading_html verdict_html"
)
_CHOICES = _names("selectbox multiselect radio segmented_control pills tabs")
# Arguments that are drawn wherever they stand.
_NAMED = _names(
    "label labels help placeholder caption button page_title title text header download format_func words facts heading "
    "done"
)
# Calls whose value shows what they were given; of any other call nothing is known.
_SHOWING = _names(
    "escape plain formatted article as_html str list tuple dict zip filter join format strip upper lower "
    "capitalize replace removeprefix removesuffix"
)
_LOOKUPS = _names("get pop values items")
_GROWING = _names("append extend")
# Our own small components are written in other languages.
_OTHER_LANGUAGES = _names("js css")

_STYLE = re.compile(r"<(style|script)\b.*?</\1>", re.DOTALL)
_TAG = re.compile(r"<[!/{a-zA-Z][^<>]*>")
# Attributes that are read aloud or shown.
_SPOKEN = re.compile(r"\b(?:aria-label|title|alt|placeholder)=\"([^\"]*)\"")
_PLACE = re.compile(r"\{(\w*)[^{}]*\}")
_WORD = re.compile(r"[^\W\d_]{2,}")
_PHRASE = re.compile(r"[^\W\d_]+,? [^\W\d_]{2,}")


@dataclass
class Screen:
    """The files that draw, taken together: a page may draw what a function of another file returns."""

    files: dict[str, ast.Module]
    # Two functions of one name are both followed.
    functions: dict[str, list[ast.FunctionDef]] = field(default_factory=dict)
    constants: dict[str, list[ast.expr]] = field(default_factory=dict)

    @classmethod
    def of(cls, sources: dict[str, str]) -> Screen:
        """The screen that these sources, by file name, make."""
        screen = cls({name: _parsed(text) for name, text in sources.items()})
        for tree in screen.files.values():
            for function in _functions(tree):
                screen.functions.setdefault(function.name, []).append(function)
            for name, values in _bindings(tree).items():
                if name.isupper():
                    screen.constants.setdefault(name, []).extend(values)
        return screen

    @classmethod
    def at(cls, paths: Collection[Path]) -> Screen:
        """The screen that these files make."""
        return cls.of({f"{path.parent.name}/{path.name}": path.read_text(encoding="utf-8") for path in paths})

    def untranslated(self, allowed: Collection[str] = ()) -> list[str]:
        """'file: words' for each text that is drawn but not translated, without what `allowed` patterns match."""
        found = set()
        for name, tree in self.files.items():
            bound = _bindings(tree)
            for drawn in _drawn(tree):
                found |= {(name, text) for text in self._texts(drawn, bound, set())}
            found |= {(name, text) for text in _phrases(tree)}
        return sorted(f"{name}: {text}" for name, text in found if not any(re.fullmatch(one, text) for one in allowed))

    def _texts(self, node: ast.expr, bound: dict[str, list[ast.expr]], seen: set[str]) -> Iterator[str]:
        """The literal words that this expression may put on the screen."""
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and _WORD.search(words := visible(node.value)):
                yield words
            return
        if isinstance(node, ast.JoinedStr) and _WORD.search(words := visible(_joined(node))):
            yield words
        if isinstance(node, ast.Name) and node.id not in seen:
            for value in bound.get(node.id) or self.constants.get(node.id, []):
                yield from self._texts(value, bound, seen | {node.id})
        if isinstance(node, ast.Call) and (name := called(node)) in self.functions and name not in seen:
            for function in self.functions[name]:
                inner = _bindings(function)
                for value in _returned(function):
                    yield from self._texts(value, inner, seen | {name})
            # It may draw what it is handed; a bare literal is rather a code.
            for part in node.args:
                if not is_text(part):
                    yield from self._texts(part, bound, seen)
        for part in _parts(node):
            yield from self._texts(part, bound, seen)


def _outside_tags(text: str) -> str:
    """Text that may be HTML without its tags; the attributes that are read aloud come after it."""
    text = _STYLE.sub(" ", text.replace("{{", " ").replace("}}", " "))
    return " ".join([_TAG.sub(" ", text), *_SPOKEN.findall(text)])


def visible(text: str) -> str:
    """What a reader sees of a text that may be HTML: neither tags nor entities, nor what is filled in."""
    return " ".join(unescape(_PLACE.sub(" ", _outside_tags(text))).split())


def _joined(node: ast.JoinedStr) -> str:
    """An f-string as a template, '{0}' for its first part if that is filled in, so that tags stay whole."""
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"{{{index}}}" for index, part in enumerate(node.values)
    )


def _parts(node: ast.expr) -> list[ast.expr]:
    """The expressions inside this one whose value may be drawn."""
    match node:
        case ast.Call() if called(node) in KEYWORDS:
            # A computed message must be a marked one; what is filled in is drawn as well.
            return [*(arg for arg in node.args if not is_text(arg)), *(keyword.value for keyword in node.keywords)]
        case ast.Call():
            receiver = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            name = called(node)
            if name in _SHOWING:
                return [*receiver, *node.args, *(keyword.value for keyword in node.keywords)]
            return [*receiver, *node.args[1:]] if name in _LOOKUPS else []
        case ast.IfExp():
            return [node.body, node.orelse]
        case ast.Subscript():
            return [node.value]
        case ast.JoinedStr():
            shown = _PLACE.findall(_outside_tags(_joined(node)))
            values = [node.values[int(index)] for index in shown if index.isdigit()]
            return [part.value for part in values if isinstance(part, ast.FormattedValue)]
        case ast.Dict():
            return node.values
        case ast.ListComp() | ast.GeneratorExp():
            return [node.elt]
        case ast.Lambda():
            return [node.body]
        case ast.Attribute(attr="__getitem__"):
            return [node.value]
        case ast.Compare() | ast.Attribute() | ast.Constant():
            return []
    return [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]


# Whole screens are looked at again and again with one file changed: of the others, everything is known.
@cache
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


@cache
def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


@cache
def _returned(function: ast.FunctionDef) -> list[ast.expr]:
    return [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value]


@cache
def _drawn(tree: ast.Module) -> list[ast.expr]:
    """Every argument that is drawn."""
    return list(_arguments(tree))


def _arguments(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = called(node)
        named = {keyword.arg for keyword in node.keywords}
        if name in _DRAWING:
            yield from node.args[: 2 if name == "table" else 1]
            if name in _CHOICES and "format_func" not in named:
                yield from node.args[1:2]
        if name not in KEYWORDS:
            yield from (keyword.value for keyword in node.keywords if keyword.arg in _NAMED)


@cache
def _bindings(tree: ast.AST) -> dict[str, list[ast.expr]]:
    """What is assigned to each name anywhere in this tree, loops over written-out tuples included."""
    bound: dict[str, list[ast.expr]] = {}

    def bind(target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            bound.setdefault(target.id, []).append(value)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, its in zip(target.elts, value.elts, strict=False):
                bind(one, its)
        elif isinstance(target, ast.Tuple):
            for one in target.elts:
                bind(one, value)

    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                bind(target, node.value)
        elif isinstance(node, ast.AnnAssign) and node.value:
            bind(node.target, node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _GROWING:
            for value in node.args:
                bind(node.func.value, value)
        elif isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.iter, (ast.Tuple, ast.List)):
            for value in node.iter.elts:
                bind(node.target, value)
    return bound


@cache
def _phrases(tree: ast.Module) -> list[str]:
    """Literals of two words and more that are neither docstrings nor translated."""
    return list(_long_literals(tree))


def _long_literals(tree: ast.Module) -> Iterator[str]:
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
            and ast.get_docstring(node) is not None
        ):
            skipped.add(id(node.body[0].value))  # type: ignore[attr-defined]
        if isinstance(node, ast.Call):
            skipped |= {id(arg) for arg in node.args if called(node) in KEYWORDS}
            skipped |= {id(keyword.value) for keyword in node.keywords if keyword.arg in _OTHER_LANGUAGES}
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in skipped or not (is_text(node) or isinstance(node, ast.JoinedStr)):
            continue
        text = node.value if isinstance(node, ast.Constant) else _joined(node)  # type: ignore[arg-type]
        if _PHRASE.search(words := visible(str(text))):
            yield words
