"""The documents of a bundle: a paper that shows every part of it, and a page that says which file is what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eval_core import __version__
from eval_core.figures.leaderboard_text import markdown
from eval_core.locales import gettext as _
from eval_core.reports.bundle.latex_text import DEFINITION, prose, text

_PREAMBLE = r"""% Compile with: latexmk -pdf main.tex (or pdflatex, bibtex, pdflatex, pdflatex)
\documentclass[10pt,twocolumn]{article}
\usepackage[a4paper,textwidth=174mm,textheight=245mm,columnsep=6mm]{geometry}
\ifdefined\Umathchar
\usepackage{fontspec}
\else
\usepackage[T1]{fontenc}
\usepackage{textcomp}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\fi
\usepackage{booktabs,tabularx,graphicx}
\usepackage[round]{natbib}
% Columns of figures and tables need not be as high as the page.
\raggedbottom
\emergencystretch=2em
"""
# Hyphenation of Norwegian, where it is installed.
_NORWEGIAN = r"""\newcommand{\parvislanguage}[1]{}
\IfFileExists{norsk.ldf}{%
  \usepackage[norsk,nynorsk,english]{babel}\renewcommand{\parvislanguage}[1]{\selectlanguage{#1}}}{}
"""
_BABEL = {"en": "english", "nb": "norsk", "nn": "nynorsk"}


@dataclass(frozen=True)
class FigureFile:
    """A figure's files, without their endings: as wide as a column, and as two."""

    caption: str
    one: str
    two: str


def main_document(title: str, methods: Sequence[str], figures: Sequence[FigureFile], tables: Sequence[str]) -> str:
    """A paper in two columns that shows the methods in these languages, all tables, and each figure in both widths."""
    lines = [_PREAMBLE + _NORWEGIAN, DEFINITION, rf"\title{{{text(title)}}}", r"\author{}\date{}"]
    lines += [r"\begin{document}", r"\maketitle"]
    for language in methods:
        lines += [rf"\section*{{Methods ({language})}}", rf"\input{{methods-{language}}}"]
        lines += [rf"\section*{{Robustness ({language})}}", rf"\input{{robustness-{language}}}"]
    lines += [r"\clearpage", *(rf"\input{{tables/{name}}}" for name in tables)]
    for figure in figures:
        lines += _figure("figure", figure.one, figure.caption)
    lines += [r"\clearpage"]
    for figure in figures:
        lines += _figure("figure*", figure.two, figure.caption)
    lines += [r"\clearpage", r"\bibliographystyle{plainnat}", r"\bibliography{references}", r"\end{document}", ""]
    return "\n".join(lines)


def _figure(environment: str, file: str, caption: str) -> list[str]:
    return [
        rf"\begin{{{environment}}}",
        r"\centering",
        rf"\includegraphics[width=\linewidth,height=0.88\textheight,keepaspectratio]{{figures/{file}}}",
        rf"\caption{{{text(caption)}}}",
        rf"\end{{{environment}}}",
        "",
    ]


def prose_document(language: str, paragraphs: Sequence[str]) -> str:
    r"""A section for \input; hyphenated as its language is, where the document has babel."""
    body = "\n\n".join(prose(paragraph) for paragraph in paragraphs)
    if language == "en":
        return body + "\n"
    begin = rf"\providecommand{{\parvislanguage}}[1]{{}}\begingroup\parvislanguage{{{_BABEL[language]}}}"
    return f"{begin}\n{body}\\par\n\\endgroup\n"


def readme(title: str, when: str, chosen: Sequence[str]) -> str:
    """Which file is what, in the reader's language, and how to compute everything again.

    Args:
        chosen: what is ranked, a line each.
    """
    files = {
        "main.tex": _("A document that shows everything: compile it with latexmk -pdf main.tex"),
        "methods-*.tex": _("The methods section, in each language, with citations"),
        "robustness-*.tex": _(
            "What the uncertainty is made of, whether the model fits, and what depends on one choice"
        ),
        "references.bib": _("The sources that it cites"),
        "tables/": _("Tables for LaTeX, as wide as a column"),
        "figures/": _("Figures as PDF and SVG, as wide as one column (84 mm) or as two (174 mm)"),
        "numbers.json": _("Every number"),
        "judgments.parquet": _("The judgments; those marked as “counts” are in the ranking"),
        "controls.parquet": _("The answers to gold comparisons and repeats"),
        "compute.py": _("A script that computes each number again from the two Parquet files"),
    }
    rows = "\n".join(f"| `{name}` | {what} |" for name, what in files.items())
    return "\n".join(
        [
            f"# {markdown(title)}",
            "",
            _("Made with Parvis {version}, {when} (UTC).", version=__version__, when=when),
            "",
            *(f"- {markdown(line)}" for line in chosen),
            "",
            f"| {_('File')} | {_('What it is')} |",
            "| :-- | :-- |",
            rows,
            "",
            _("Annotators have random names and prompts numbers, new in every folder; texts are not included."),
            "",
            "```bash",
            "latexmk -pdf main.tex",
            f"pip install parvis=={__version__}",
            "python compute.py",
            "parvis rank judgments.parquet",
            "```",
            "",
        ]
    )
