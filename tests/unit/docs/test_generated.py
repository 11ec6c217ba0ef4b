"""The generated parts of the documentation are what the code says today, and the map says what the contracts allow."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support import generated_docs
from tests.support.generated_docs import CODE, PARTS, SAMPLE, guide, layers, replaced, room_map, rooms_drawing
from tests.support.reading import ROOT, text_of
from tests.support.sample import sample


def too_high(place: str, imports: str) -> list[str]:
    """Packages that a room says it may import, although its contract has them no lower than the room itself."""
    *outer, name = place.split("/")
    container = ".".join(["eval_core", *outer]) if outer else ""
    levels = {each: number for number, layer in enumerate(layers(container)) for each in layer}
    allowed = re.findall(r"\w+", imports.split(";", maxsplit=1)[0])
    return [each for each in allowed if each in levels and each != name and levels[each] <= levels[name]]


def rooms_with_contracts() -> list[str]:
    """Every package that is in a layer of a contract, by its path under eval_core."""
    named = [(prefix, name) for prefix, container in (("", ""), ("campaigns/", "eval_core.campaigns"), ("ui/", "eval_core.ui"))
             for layer in layers(container) for name in layer]  # fmt: skip
    return [prefix + name for prefix, name in named if (CODE / (prefix + name)).is_dir()]


@pytest.mark.parametrize(("document", "name", "make"), PARTS, ids=[f"{path}-{name}" for path, name, _make in PARTS])
def test_generated_parts_are_current(document: str, name: str, make: Callable[[], str]) -> None:
    """`make docs` would change nothing."""
    text = text_of(ROOT / document)
    assert replaced(text, name, make()) == text, "run `make docs`"


def test_the_sample_is_current() -> None:
    """The sample of judgments is what its module makes."""
    assert text_of(SAMPLE) == sample(), "run `make docs`"


def test_every_package_is_on_the_map() -> None:
    """The map has a row for each package with a docstring of three parts, and a package of every layer."""
    described = {
        first.parent.relative_to(CODE.parent).as_posix() for first in CODE.rglob("__init__.py") if guide(first.parent)
    }
    assert len(described) > 30
    assert set(re.findall(r"^\| \d+ \| `(\S+)` \|", room_map(), re.MULTILINE)) == described
    for layer in layers():
        assert any(f"eval_core/{name}" in described or (CODE / f"{name}.py").is_file() for name in layer), layer


@pytest.mark.parametrize("room", rooms_with_contracts())
def test_rooms_say_what_their_contract_allows(room: str) -> None:
    """No room says that it may import a neighbour or what is above it."""
    described = guide(CODE / room)
    assert described is not None
    assert too_high(room, described[1]) == []


def test_a_planted_difference_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another docstring, another contract, a row taken out, a missing part and a wrong promise are all seen."""
    document = replaced(text_of(ROOT / "docs" / "architecture.md"), "map", room_map())
    shutil.copytree(CODE, tmp_path / "eval_core", ignore=shutil.ignore_patterns("*.po", "__pycache__"))
    planted = tmp_path / "eval_core" / "campaigns" / "talk" / "__init__.py"
    planted.write_text(text_of(planted).replace("Questions", "Quarrels", 1), encoding="utf-8")
    assert "Quarrels" in replaced(document, "map", room_map(tmp_path / "eval_core"))
    row = next(line for line in document.splitlines() if "`eval_core/campaigns/talk`" in line)
    assert replaced(document.replace(row + "\n", ""), "map", room_map()) == document
    with pytest.raises(ValueError, match="0 parts called 'map'"):
        replaced(document.replace("<!-- begin map", "<!-- start map"), "map", room_map())
    assert too_high("campaigns/desk", "results and the hall; not setup") == ["results"]
    assert too_high("campaigns/talk", "desk, my_work") == ["my_work"]
    assert too_high("store", "judges and errors") == ["judges"]
    changed = [
        contract | {"layers": contract["layers"][::-1]} if contract["type"] == "layers" else contract
        for contract in generated_docs.contracts()
    ]
    monkeypatch.setattr(generated_docs, "contracts", lambda: changed)
    assert replaced(document, "rooms", rooms_drawing()) != document
