"""A bundle is compiled as its readers will: nothing is too wide, no source is missing, whatever systems are called."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from eval_core.locales import LANGUAGES, use_language
from eval_core.reports.bundle.folder import write_bundle
from tests.conftest import IN_CI
from tests.support.building import Built
from tests.support.golden import add_gold
from tests.support.judging import judge

SYSTEMS = (
    "Norwegian-Mistral_7B_warm_instruct.v0.2/checkpoint-00012000",
    r"50% & $x$ #1 ~^ \input{nothing} {y}",
    "Ærlig «Ålesund» ŧšŋ 模型 – α",
    "averylongnamewithoutanyplacewhereitmaybebroken",
    "[5pt] *star*",
    "kort",
)
# A hair too wide is not seen; the class's own page heads may be.
_TOO_WIDE = re.compile(r"Overfull \\[hv]box \((\d+\.\d+)pt too")


@pytest.fixture(scope="module")
def latex() -> None:
    """pdfLaTeX and what a bundle needs of it; skips where it is not installed, fails in CI."""
    if shutil.which("pdflatex") and shutil.which("bibtex"):
        return
    if IN_CI:
        pytest.fail("CI installs LaTeX (.ci/run), and it is not here")
    pytest.skip("no LaTeX here: texlive-latex-recommended and lmodern are not installed")


def compile_folder(folder: Path) -> list[str]:
    """What LaTeX complains of: errors, what is missing or undefined, and what is more than a point too wide."""
    environment = os.environ | {"max_print_line": "1000"}
    for command in ("pdflatex", "bibtex", "pdflatex", "pdflatex"):
        arguments = ["main"] if command == "bibtex" else ["-interaction=nonstopmode", "-no-shell-escape", "main.tex"]
        subprocess.run([command, *arguments], cwd=folder, env=environment, capture_output=True, check=False)
    log = (folder / "main.log").read_text("utf-8", errors="replace")
    wanted = re.compile(r"^! |undefined|Missing character|Float too large|File .* not found|No file", re.MULTILINE)
    found = [line for line in log.splitlines() if wanted.search(line)]
    found += [width[0] for width in _TOO_WIDE.finditer(log) if float(width[1]) > 1]
    bibliography = (folder / "main.blg").read_text("utf-8", errors="replace")
    return [*found, *(line for line in bibliography.splitlines() if line.startswith("Warning"))]


def bundle(campaign: Callable[..., Built], folder: Path, language: str = "en") -> None:
    """The bundle of a campaign whose systems have hard names."""
    built = campaign(prompts=6, systems=SYSTEMS, overlap=2)
    add_gold(built, 2)
    for place, person in enumerate(built.annotators(3)):
        judge(built, person, at_most=24, choice=("A", "tie", "B")[place])
    use_language(language)
    try:
        write_bundle(built.store, built.slug, folder)
    finally:
        use_language("en")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # LaTeX does not know the database
@pytest.mark.slow
@pytest.mark.drawn
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bundle_compiles(campaign: Callable[..., Built], latex: None, tmp_path: Path, language: str) -> None:
    """In each language: a PDF, and nothing to complain of."""
    bundle(campaign, tmp_path / "results", language)
    assert compile_folder(tmp_path / "results") == []
    assert (tmp_path / "results" / "main.pdf").stat().st_size > 50_000


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # LaTeX does not know the database
@pytest.mark.slow
def test_faults_are_found(campaign: Callable[..., Built], latex: None, tmp_path: Path) -> None:
    """Planted: names that cannot be broken, an unknown source, a sign that acts, a figure that is not there."""
    folder = tmp_path / "results"
    bundle(campaign, folder)
    table = folder / "tables" / "ranking.tex"
    whole = table.read_text("utf-8")
    table.write_text(whole.replace(r">{\raggedright\arraybackslash}X", "l"), encoding="utf-8")
    assert any("Overfull" in line for line in compile_folder(folder))
    table.write_text(whole.replace(r"50\%", "50 &"), encoding="utf-8")
    assert any(line.startswith("! ") for line in compile_folder(folder))
    table.write_text(whole, encoding="utf-8")
    sources = folder / "references.bib"
    sources.write_text(sources.read_text("utf-8").replace("{davidson1970,", "{another1970,"), encoding="utf-8")
    next((folder / "figures").glob("*-one.pdf")).unlink()
    found = "\n".join(compile_folder(folder))
    assert "davidson1970" in found
    assert "-one" in found
