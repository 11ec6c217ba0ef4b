"""The house keeps its plan: floors, thin pages, permission first, small modules. Each check catches a planted fault."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
CODE = sorted([*(ROOT / "eval_core").rglob("*.py"), *(ROOT / "pages").rglob("*.py"), ROOT / "app.py"])
PAGES = sorted((ROOT / "pages").rglob("*.py"))
PAGE_LINES, MODULE_LINES, FUNCTION_LINES, LAUNCHER_LINES = 125, 400, 50, 80
# Made by Alembic: one list of tables, read from top to bottom.
GENERATED = ROOT / "eval_core/store/migrations/versions"
NOT_FOR_PAGES = {"sqlalchemy", "numpy", "scipy", "eval_core.store.schema"}


def contracts(tree: Path) -> subprocess.CompletedProcess[str]:
    """import-linter on a copy of the code."""
    return subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The code and its contracts, to plant violations in."""
    shutil.copytree(ROOT / "eval_core", tmp_path / "eval_core", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


@pytest.mark.drawn
@pytest.mark.parametrize(
    ("module", "line", "broken"),
    [
        ("campaigns/people/planted.py", "import eval_core.campaigns.desk.desk", "Inside campaigns"),
        ("campaigns/talk/planted.py", "import eval_core.campaigns.my_work.hours", "Inside campaigns"),
        ("campaigns/quality/planted.py", "import eval_core.campaigns.watching.needs", "Inside campaigns"),
        ("ui/annotate/planted.py", "import eval_core.ui.lead.inbox", "Inside ui"),
        ("ui/parts/planted.py", "import eval_core.ui.frame.chrome", "Inside ui"),
        ("web/planted.py", "import streamlit", "Streamlit stays in the user interface"),
        ("ranking/planted.py", "import sqlalchemy", "Mathematics knows no database"),
        ("store/planted.py", "import eval_core.campaigns.results.votes", "Dependencies point down"),
        ("campaigns/desk/planted.py", "import streamlit", "Streamlit stays in the user interface"),
    ],
)
def test_the_floors_are_held_apart(copy: Path, module: str, line: str, broken: str) -> None:
    """An arrow that runs up, a database in the mathematics or a screen in a service breaks a contract by name."""
    (copy / "eval_core" / module).write_text(f'"""Planted."""\n{line}\n', encoding="utf-8")
    found = contracts(copy)
    assert found.returncode == 1, found.stdout
    assert re.search(rf"{broken}.* BROKEN", found.stdout)


def imports(source: str) -> set[str]:
    """The modules that a source imports, wherever it does."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


def of_the_floor_below(source: str) -> set[str]:
    """What a page may not touch: tables, SQL and mathematics."""
    return {name for name in imports(source) if name in NOT_FOR_PAGES or name.split(".")[0] in NOT_FOR_PAGES}


def test_pages_are_thin() -> None:
    """A page reads, draws and calls services: no SQL, no tables, no mathematics, and it fits on two screens."""
    for page in PAGES:
        assert of_the_floor_below(page.read_text(encoding="utf-8")) == set(), page.name
        assert len(page.read_text(encoding="utf-8").splitlines()) <= PAGE_LINES, page.name
    assert of_the_floor_below("def f():\n    from sqlalchemy import select") == {"sqlalchemy"}


def unguarded(source: str) -> list[str]:
    """Where a page draws before it asks who is there: at its top level, or in a fragment that a rerun enters alone."""
    tree = ast.parse(source)
    found = [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and any("fragment" in ast.unparse(one) for one in node.decorator_list)
        and not _asks(_body(node.body)[0])
    ]
    actions = [node for node in tree.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
    guards = [node for node in tree.body if isinstance(node, ast.Expr | ast.Assign) and _asks(node)]
    fragments = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name not in found]
    drawn = [action for action in actions if not _asks(action) and not _calls_one(action, fragments)]
    if drawn and (not guards or guards[0].lineno > drawn[0].lineno):
        found.append("the page")
    return found


def of_any_campaign(source: str) -> list[str]:
    """Fragments that would follow the address to another campaign than the one that they were drawn for."""
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
        and any("fragment" in ast.unparse(one) for one in node.decorator_list)
        and re.search(r"require\((?![^)]*drawn=)", ast.unparse(node))
    ]


def test_fragments_are_about_the_campaign_that_was_drawn() -> None:
    """A fragment hands `require` the campaign that it was given."""
    for file in CODE:
        if "st.fragment" in (source := file.read_text(encoding="utf-8")):
            assert of_any_campaign(source) == [], file.name
    assert of_any_campaign("@st.fragment\ndef live():\n    require('lead')\n") == ["live"]
    assert of_any_campaign("@st.fragment\ndef live(slug):\n    require('lead', drawn=slug)\n") == []


def _body(body: list[ast.stmt]) -> list[ast.stmt]:
    documented = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return body[1:] if documented and len(body) > 1 else body


def _asks(node: ast.AST) -> bool:
    return any(isinstance(one, ast.Call) and ast.unparse(one.func) == "require" for one in ast.walk(node))


def _calls_one(action: ast.Expr, names: list[str]) -> bool:
    return isinstance(action.value, ast.Call) and ast.unparse(action.value.func) in names


def test_pages_ask_who_is_there_first() -> None:
    """Every page and every fragment begins with require()."""
    for page in PAGES:
        assert unguarded(page.read_text(encoding="utf-8")) == [], page.name
    planted = (
        "@st.fragment(run_every=5)\ndef live():\n    st.text(1)\n    require('lead')\n\nst.text('secret')\nlive()\n"
    )
    assert unguarded(planted) == ["live", "the page"]


def bare_links(source: str) -> list[str]:
    """Ways to another page that would lose the campaign in the address."""
    return re.findall(r"[.](?:switch_page|page_link)\b", source)


def test_every_way_to_a_page_keeps_the_campaign() -> None:
    """Pages are linked to and opened by `eval_core/ui/address.py` alone."""
    for file in CODE:
        if file != ROOT / "eval_core/ui/address.py":
            assert bare_links(file.read_text(encoding="utf-8")) == [], file.name
    assert bare_links("st.switch_page(p)\nst.sidebar.page_link(p)\ngo_to(p)") == [".switch_page", ".page_link"]


def too_long(source: str, name: str, limit: int) -> Iterator[str]:
    """Modules and functions beyond what a newcomer reads in one go."""
    if len(source.splitlines()) > limit:
        yield f"{name}: {len(source.splitlines())} lines"
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - _body(node.body)[0].lineno + 1
            if lines > FUNCTION_LINES:
                yield f"{name}: {node.name} has {lines} lines"


def test_modules_and_functions_are_small() -> None:
    """No module over 400 lines, no function whose body is over 50, and a launcher under 80."""
    written = [path for path in CODE if GENERATED not in path.parents]
    found = [
        line
        for path in written
        for line in too_long(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)), MODULE_LINES)
    ]
    assert found == []
    assert len((ROOT / "app.py").read_text(encoding="utf-8").splitlines()) < LAUNCHER_LINES
    assert list(too_long("def f():\n" + "    pass\n" * 51, "planted", 40)) == [
        "planted: 52 lines",
        "planted: f has 51 lines",
    ]
