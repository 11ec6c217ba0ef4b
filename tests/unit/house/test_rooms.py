"""The floor plan: rooms of a size to look over, one name for one module, and a docstring that shows a newcomer around.

Which room may import which is held by the import contracts in `pyproject.toml`; `test_house` plants wrong imports.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
CODE = ROOT / "eval_core"
ROOM_LIMIT, FOLDER_LIMIT = 14, 25  # modules in a room of campaigns or ui, and in any other folder
# Made by Alembic, one file a migration.
GENERATED = {"migrations", "versions", "__pycache__", "style"}
# A module named by what it does rather than by what it holds, and why.
NAMED_BY_VERB = {
    "counting": "which judgments count: the statistical term",
    "resampling": "the statistical term",
    "judges_rating": "LLM judges that rate, next to `judges_compared`",
    "timing": "an ordinary noun",
    "ranking": "a package, and the command of its name",
    "warming": "what the server does before the first visitor",
}
# A name that two modules of one package have, and why.
SHARED_NAMES: dict[tuple[str, str], str] = {}


def packages(code: Path) -> list[Path]:
    """The folders of code that hold modules."""
    folders = {file.parent for file in code.rglob("*.py")}
    return sorted(folder for folder in folders if not GENERATED & set(folder.relative_to(code).parts))


def modules(folder: Path) -> list[str]:
    """The names of a folder's modules."""
    return sorted(file.stem for file in folder.glob("*.py") if file.name != "__init__.py")


def too_full(code: Path) -> Iterator[str]:
    """Rooms with more modules than a newcomer looks over."""
    for folder in packages(code):
        place = folder.relative_to(code)
        limit = ROOM_LIMIT if place.parts[:1] in (("campaigns",), ("ui",)) else FOLDER_LIMIT
        if len(modules(folder)) > limit:
            yield f"{place}: {len(modules(folder))} modules, at most {limit}"


def shared_names(code: Path) -> Iterator[str]:
    """Names that several modules of one package have."""
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for folder in packages(code):
        place = folder.relative_to(code)
        for name in modules(folder) if place.parts else []:
            places[place.parts[0], name].append(str(place))
    for (package, name), rooms in places.items():
        if len(rooms) > 1 and (package, name) not in SHARED_NAMES:
            yield f"{package}: {name} in {', '.join(rooms)}"


def named_by_verb(code: Path) -> Iterator[str]:
    """Modules named by a gerund: it says that something is done, not to what."""
    for folder in packages(code):
        for name in modules(folder):
            if name.endswith("ing") and name not in NAMED_BY_VERB:
                yield f"{folder.relative_to(code)}/{name}"


def without_a_guide(code: Path) -> Iterator[str]:
    """Packages whose docstring does not say what is here, what it may import and where its tests are."""
    for folder in packages(code):
        place = folder.relative_to(code)
        if not place.parts:
            continue
        first = folder / "__init__.py"
        lines = (ast.get_docstring(ast.parse(first.read_text("utf-8"))) or "").splitlines() if first.exists() else []
        tests = [line.removeprefix("Tests: ").rstrip(".") for line in lines if line.startswith("Tests: ")]
        if not any(line.startswith("May import: ") for line in lines) or not tests:
            yield f"{place}: no line 'May import:' or 'Tests:'"
        elif not (ROOT / tests[0]).is_dir():
            yield f"{place}: no folder {tests[0]}"


def borrowed_from_tests(source: str) -> list[str]:
    """Test modules that a source imports."""
    names = [
        f"{node.module}.{alias.name}" if isinstance(node, ast.ImportFrom) else alias.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    ]
    return [name for name in names if name.startswith("tests.") and ".test_" in name]


def test_rooms_can_be_looked_over() -> None:
    """At most 14 modules in a room of campaigns and ui, 25 in any other folder."""
    assert len(packages(CODE)) > 30, "the rooms are not all looked at"
    assert list(too_full(CODE)) == []


def test_one_name_for_one_module() -> None:
    """No module name twice within a package, and modules are named by nouns."""
    assert list(shared_names(CODE)) == []
    assert list(named_by_verb(CODE)) == []


def test_each_room_shows_a_newcomer_around() -> None:
    """What is here, what it may import, and where its tests are."""
    assert list(without_a_guide(CODE)) == []


def test_no_test_module_imports_another() -> None:
    """What several test modules use is in `tests/support` or in a conftest."""
    files = sorted((ROOT / "tests").rglob("*.py"))
    assert len(files) > 200
    assert {str(file): names for file in files if (names := borrowed_from_tests(file.read_text("utf-8")))} == {}


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """A tree with every fault that is looked for."""
    room = tmp_path / "campaigns" / "hall"
    room.mkdir(parents=True)
    for number in range(ROOM_LIMIT):
        (room / f"module_{number}.py").touch()
    (room / "watching.py").touch()
    (room.parent / "watching.py").touch()
    (room / "__init__.py").write_text('"""Says nothing."""', encoding="utf-8")
    return tmp_path


def test_planted_faults_are_found(planted: Path) -> None:
    """A room that is too full, a name used twice, a gerund, a missing guide and a borrowed helper."""
    assert list(too_full(planted)) == ["campaigns/hall: 15 modules, at most 14"]
    assert list(shared_names(planted)) == ["campaigns: watching in campaigns, campaigns/hall"]
    assert list(named_by_verb(planted)) == ["campaigns/watching", "campaigns/hall/watching"]
    assert [line.partition(":")[0] for line in without_a_guide(planted)] == ["campaigns", "campaigns/hall"]
    assert borrowed_from_tests("from tests.services.test_desk import judge") == ["tests.services.test_desk.judge"]
