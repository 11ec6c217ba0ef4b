"""The sources of the methods, for a bibliography."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from eval_core import __version__

_CITED = re.compile(r"\[@([\w;@ ]+)\]")


@dataclass(frozen=True)
class Source:
    """A work to cite, with the fields of its BibTeX entry; `short` is how a text names it."""

    kind: str
    short: str
    fields: tuple[tuple[str, str], ...]


def _article(short: str, journal: str, author: str, title: str, pages: str, volume: str, doi: str = "") -> Source:
    name, year = short.rsplit(" ", 1)
    fields = {"author": author, "title": title, "journal": journal, "year": year, "volume": volume, "pages": pages}
    return Source("article", f"{name} {year}", tuple((fields | ({"doi": doi} if doi else {})).items()))


SOURCES = {
    "bradley1952": _article(
        "Bradley & Terry 1952",
        "Biometrika",
        "Bradley, Ralph Allan and Terry, Milton E.",
        "Rank analysis of incomplete block designs: {I}. {T}he method of paired comparisons",
        "324--345",
        "39",
        "10.1093/biomet/39.3-4.324",
    ),
    "davidson1970": _article(
        "Davidson 1970",
        "Journal of the American Statistical Association",
        "Davidson, Roger R.",
        "On extending the {Bradley-Terry} model to accommodate ties in paired comparison experiments",
        "317--328",
        "65",
        "10.1080/01621459.1970.10481082",
    ),
    "white1980": _article(
        "White 1980",
        "Econometrica",
        "White, Halbert",
        "A heteroskedasticity-consistent covariance matrix estimator and a direct test for heteroskedasticity",
        "817--838",
        "48",
        "10.2307/1912934",
    ),
    "liang1986": _article(
        "Liang & Zeger 1986",
        "Biometrika",
        "Liang, Kung-Yee and Zeger, Scott L.",
        "Longitudinal data analysis using generalized linear models",
        "13--22",
        "73",
        "10.1093/biomet/73.1.13",
    ),
    "cameron2011": _article(
        "Cameron, Gelbach & Miller 2011",
        r"Journal of Business \& Economic Statistics",
        "Cameron, A. Colin and Gelbach, Jonah B. and Miller, Douglas L.",
        "Robust inference with multiway clustering",
        "238--249",
        "29",
        "10.1198/jbes.2010.07136",
    ),
    "bell2002": _article(
        "Bell & McCaffrey 2002",
        "Survey Methodology",
        "Bell, Robert M. and McCaffrey, Daniel F.",
        "Bias reduction in standard errors for linear regression with multi-stage samples",
        "169--181",
        "28",
    ),
    "romano2005": _article(
        "Romano & Wolf 2005",
        "Journal of the American Statistical Association",
        "Romano, Joseph P. and Wolf, Michael",
        "Exact and approximate stepdown methods for multiple hypothesis testing",
        "94--108",
        "100",
        "10.1198/016214504000000539",
    ),
    "mogstad2024": _article(
        "Mogstad, Romano, Shaikh & Wilhelm 2024",
        "The Review of Economic Studies",
        "Mogstad, Magne and Romano, Joseph P. and Shaikh, Azeem M. and Wilhelm, Daniel",
        "Inference for ranks with applications to mobility across neighbourhoods and academic achievement "
        "across countries",
        "476--518",
        "91",
        "10.1093/restud/rdad006",
    ),
    "gwet2008": _article(
        "Gwet 2008",
        "British Journal of Mathematical and Statistical Psychology",
        "Gwet, Kilem Li",
        "Computing inter-rater reliability and its variance in the presence of high agreement",
        "29--48",
        "61",
        "10.1348/000711006X126600",
    ),
    "krippendorff2019": Source(
        "book",
        "Krippendorff 2019",
        (
            ("author", "Krippendorff, Klaus"),
            ("title", "Content Analysis: An Introduction to Its Methodology"),
            ("edition", "Fourth"),
            ("publisher", "SAGE Publications"),
            ("year", "2019"),
        ),
    ),
    "parvis": Source(
        "misc",
        "Parvis 2026",
        (
            ("author", "{The Parvis authors}"),
            ("title", "{Parvis}: pairwise fluency evaluation of {Norwegian} language models"),
            ("year", "2026"),
            ("note", f"Version {__version__}"),
        ),
    ),
}


def cited(texts: Iterable[str]) -> list[str]:
    """The keys that texts cite as `[@key]` or `[@key; @other]`, each once, in order.

    Raises:
        KeyError: for a key without a source.
    """
    keys = [key.strip(" @") for text in texts for group in _CITED.findall(text) for key in group.split(";")]
    for key in keys:
        _ = SOURCES[key]
    return list(dict.fromkeys(keys))


def in_brackets(text: str) -> str:
    """The text with its citations written out, as (Davidson 1970)."""
    return _CITED.sub(lambda found: f"({'; '.join(SOURCES[key].short for key in cited([found[0]]))})", text)


def split_citations(text: str) -> list[str | list[str]]:
    """The text in order: what is plain, and for each citation its list of keys."""
    parts: list[str | list[str]] = []
    for place, piece in enumerate(_CITED.split(text)):
        parts.append(cited([f"[@{piece}]"]) if place % 2 else piece)
    return [part for part in parts if part]


def bibtex(keys: Iterable[str]) -> str:
    """The entries of these sources, sorted by key."""
    entries = []
    for key in sorted(set(keys)):
        source = SOURCES[key]
        fields = "".join(f"  {name} = {{{value}}},\n" for name, value in source.fields)
        entries.append(f"@{source.kind}{{{key},\n{fields}}}\n")
    return "\n".join(entries)
