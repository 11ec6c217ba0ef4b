"""A campaign's report as one HTML file: rankings, how they were made, and how anybody computes them again."""

from __future__ import annotations

import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from eval_core import __version__
from eval_core.campaigns.access import OPERATOR, Who
from eval_core.campaigns.facts import CampaignFacts, campaign_facts
from eval_core.campaigns.leaderboard import Leaderboard, read_leaderboard
from eval_core.campaigns.votes import slices
from eval_core.errors import InputError
from eval_core.figures import config, forest_plot, win_matrix
from eval_core.locales import current_language, moment, ngettext, number
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.ranking import rank
from eval_core.ranking.results import Ranking
from eval_core.reports.figure_words import forest_words, matrix_words, numerals
from eval_core.reports.wording import (
    STANDARDS,
    cautions,
    method_line,
    numbers_cells,
    numbers_header,
    remarks,
    verdict,
)
from eval_core.store import Store

_PACKAGES = ("numpy", "scipy", "pandas", "sqlalchemy")


def campaign_report(store: Store, slug: str, *, who: Who = OPERATOR) -> str:
    """The report in the current language, as HTML that needs no network. For researchers.

    Every number of it is what `parvis rank` gives for the same slice: all prompts, the default options.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
        ParvisError: for an unknown campaign.
    """
    facts = campaign_facts(store, slug, who)
    standards = [one for one in STANDARDS if one in slices(store, slug, who)["written_standard"]]
    rates = load_protocol(facts.protocol).kind == "rating"
    wanted = [] if rates else standards if len(standards) > 1 else [None]
    boards = {one: read_leaderboard(store, slug, written_standard=one, common_only=False, who=who) for one in wanted}
    parts, drawn = [], 0
    for standard, board in boards.items():
        parts.append(_part(standard, board, slug, plotly=drawn == 0))
        drawn += len(parts[-1]["figures"])
    page = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True).get_template("page.html")
    return page.render(
        lang=current_language(),
        title=_("Ranking: {campaign}", campaign=facts.title),
        opening=_opening(store, facts, rates=rates),
        parts=parts,
        facts=_facts(facts, boards),
        words={
            "numbers": _("The numbers as a table"),
            "facts": _("What lies behind it"),
            "again": _("Compute it again"),
            "how": _("This command gives the scores:")
            if rates
            else _("These commands give the same numbers, from the database or from the exported judgments:"),
        },
        commands=f"parvis ratings --campaign {slug}" if rates else _commands(slug, list(boards)),
    )


def _opening(store: Store, facts: CampaignFacts, *, rates: bool) -> list[dict[str, Any]]:
    made = _("Made with Parvis {version}, {when} (UTC).", version=__version__, when=moment(store.now()))
    notes = [{"text": made, "trouble": False}]
    if rates:
        text = _("Responses are rated in this campaign, not compared: there is no ranking of comparisons.")
        notes.append({"text": text, "trouble": False})
    if facts.is_demo:
        demo = _("Demo campaign: invented texts, judged by simulated annotators.")
        notes.append({"text": demo, "trouble": True})
    return notes


def _part(standard: str | None, board: Leaderboard, slug: str, *, plotly: bool) -> dict[str, Any]:
    """One slice; `plotly` says whether its first figure brings the library along, which a page needs once."""
    heading = _(STANDARDS[standard]) if standard else ""
    ranking = _ranked(board)
    if ranking is None:
        nothing = _("There is nothing to rank yet: no judgments here.")
        return {"heading": heading, "verdict": nothing, "notes": [], "figures": [], "rows": []}
    name = "-".join(filter(None, (slug, standard)))
    forest = forest_plot(ranking, labels=forest_words(ranking), **numerals())
    matrix = win_matrix(ranking, labels=matrix_words(), **numerals())
    return {
        "heading": heading,
        "verdict": verdict(ranking),
        "notes": [
            *({"text": text, "trouble": False} for text in remarks(board)),
            *({"text": text, "trouble": True} for text in cautions(ranking)),
        ],
        "figures": [
            {"heading": "", "html": _figure(forest, f"{name}-ranking", plotly=plotly)},
            {"heading": _("Who was preferred to whom"), "html": _figure(matrix, f"{name}-wins", plotly=False)},
        ],
        "header": numbers_header(),
        "rows": [numbers_cells(row) for row in ranking.systems],
        "method": method_line(ranking, board),
    }


def _ranked(board: Leaderboard) -> Ranking | None:
    try:
        return rank(board.votes)
    except InputError:
        return None


def _figure(figure: go.Figure, name: str, *, plotly: bool) -> Markup:
    html = pio.to_html(figure, config=config(name, "svg"), include_plotlyjs=plotly, full_html=False)
    return Markup(html)  # noqa: S704 - Plotly's own, and names in figures were made harmless


def _facts(facts: CampaignFacts, boards: dict[str | None, Leaderboard]) -> list[tuple[str, str]]:
    protocol = f"{facts.protocol} {facts.protocol_version} ({facts.protocol_hash[:12]})"
    period = "–" if facts.first is None or facts.last is None else f"{moment(facts.first)} – {moment(facts.last)}"
    about = [
        (_("Campaign"), f"{facts.title} ({facts.slug})"),
        (_("Protocol"), protocol),
        (_("Systems"), ", ".join(facts.systems)),
    ]
    judged = [
        (_("Guidelines"), ", ".join(facts.guideline_versions) or "–"),
        (_("Judgments"), number(facts.judgments)),
        (_("Annotators"), number(facts.annotators)),
        (_("Simulated annotators"), number(facts.simulated)),
        (_("Prompts"), number(facts.prompts)),
        (_("Judgments per comparison wanted"), number(facts.overlap)),
        (_("Judged (UTC)"), period),
        (_("Left out: gold comparisons and repeats"), number(facts.controls)),
        (_("Left out: identical texts"), number(facts.identical)),
        (_("Left out: comparisons withdrawn"), number(facts.withdrawn)),
        *((_("Left out: judgments of {name}", name=name), reason) for name, reason in facts.excluded),
        (_("Skipped"), number(facts.skipped)),
    ]
    shown = ngettext("{count} time", "{count} times", facts.shown)
    # Where responses are rated there is no board, and nothing to be counted of comparisons.
    rows = [*about, *(judged if boards else []), (_("Results shown before the judging was closed"), shown)]
    for standard, board in boards.items():
        name = f" ({_(STANDARDS[standard])})" if standard else ""
        rows.append((_("Fingerprint of the data") + name, board.fingerprint))
    packages = ", ".join(f"{name} {version(name)}" for name in _PACKAGES)
    software = {"Parvis": __version__, "Python": platform.python_version()}
    made_with = ", ".join(f"{name} {number_}" for name, number_ in software.items())
    return [*rows, (_("Computed with"), f"{made_with}, {packages}")]


def _commands(slug: str, standards: list[str | None]) -> str:
    conditions = [f" --where written_standard={one}" if one else "" for one in standards]
    from_database = [f"parvis rank --campaign {slug}{one}" for one in conditions]
    export = f"parvis export judgments --campaign {slug} --pseudonymous --output judgments.csv"
    from_file = [f"parvis rank judgments.csv{one}" for one in conditions]
    return "\n".join([*from_database, export, *from_file])
