"""A campaign's report as one HTML file: results, how they were made, and how to reproduce them."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from eval_core import __version__
from eval_core.campaigns.access import OPERATOR, Who
from eval_core.campaigns.publishing.report_facts import CampaignFacts, RatingFacts, campaign_facts, rating_facts
from eval_core.campaigns.results.combined.judged_votes import comparing_judges, judged_votes
from eval_core.campaigns.results.early_results import Looks, read_looks
from eval_core.campaigns.results.leaderboard import Leaderboard, read_leaderboards
from eval_core.campaigns.results.scores import rating_results
from eval_core.errors import InputError
from eval_core.judges.summaries import judge_summaries
from eval_core.locales import current_language, full_moment, ngettext, number
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol, load_protocol
from eval_core.ranking.choices import Choices
from eval_core.reports.choice_words import STANDARDS, commands_again
from eval_core.reports.evidence import Section, evidence
from eval_core.reports.look_words import looks_text
from eval_core.reports.rating_words import KINDS
from eval_core.reports.sections import judge_part, ranking_part, rating_part, refused_part
from eval_core.store import Store

_NOTHING = "–"
_PACKAGES = ("numpy", "scipy", "pandas", "sqlalchemy")


def campaign_report(
    store: Store, slug: str, *, protocol: str | None = None, kind: str = "human", who: Who = OPERATOR
) -> str:
    """The report in the current language, as HTML that needs no network. For researchers.

    Every number is the one that `parvis rank` (with the options that the report names) or `parvis ratings` gives. The
    first ranking is that of `Choices()`; where prompts have two written standards, one of each follows.

    Args:
        protocol: a rating protocol; the campaign's own where None.
        kind: whose judgments or ratings: human, judge or all.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
        InputError: for an unknown kind, or a pairwise protocol that is not the campaign's own.
        ParvisError: for an unknown campaign or protocol.
    """
    facts = campaign_facts(store, slug, who, kind=kind)
    chosen = load_protocol(protocol or facts.protocol)
    rates = chosen.kind == "rating" or protocol not in (None, facts.protocol)
    looks = read_looks(store, slug, who)
    sections: list[Section] = []
    if rates:
        results = rating_results(store, slug, protocol=protocol, kind=kind, who=who)
        written = judge_summaries(store, slug, protocol=protocol, who=who) if kind != "human" else ()
        parts = [rating_part(results, written)]
        counted = rating_facts(store, slug, who, protocol=protocol, kind=kind)
        behind = _rated(facts, counted, own=chosen.key == facts.protocol)
        fingerprints = {"": results.fingerprint}
        options = f" --protocol {protocol}" * (protocol not in (None, facts.protocol)) + _whose(" --kind ", kind)
        commands = f"parvis ratings --campaign {slug}{options}"
    else:
        boards = read_leaderboards(store, slug, kind, who)
        parts = [ranking_part(board) for board in boards]
        parts += _with_judges(store, slug, boards[0], who) if kind == "human" else []
        sections = evidence(store, boards, facts, looks, kind=kind, who=who)
        behind = _judged(facts)
        fingerprints = {
            _(STANDARDS[board.choices.written_standard]) if board.choices.written_standard else "": board.fingerprint
            for board in boards
        }
        commands = _commands(slug, [board.choices for board in boards])
    page = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True).get_template("page.html")
    return page.render(
        lang=current_language(),
        title=_("Scores: {campaign}", campaign=facts.title)
        if rates
        else _("Ranking: {campaign}", campaign=facts.title),
        opening=_opening(store, facts, kind),
        parts=parts,
        sections=sections,
        facts=_facts(facts, chosen, behind, looks, fingerprints),
        words=_words(rates=rates),
        commands=commands,
    )


def _with_judges(store: Store, slug: str, board: Leaderboard, who: Who) -> list[dict[str, Any]]:
    """The ranking of people together with each judge that has compared, where both have."""
    if not len(board.votes):
        return []
    parts = []
    for judge in comparing_judges(store, slug, who):
        try:
            parts.append(judge_part(board, judged_votes(store, slug, judge, who=who), judge))
        except InputError as refused:
            parts.append(refused_part(judge, refused))
    return parts


def _opening(store: Store, facts: CampaignFacts, kind: str) -> list[dict[str, Any]]:
    opening = _("Made with Parvis {version}, {when} (UTC).", version=__version__, when=full_moment(store.now()))
    notes = [{"text": opening, "trouble": False}]
    if kind != "human":
        notes.append({"text": f"{_(KINDS[kind])}.", "trouble": False})
    if facts.is_demo:
        demo = _("Demo campaign: invented texts, judged by simulated annotators.")
        notes.append({"text": demo, "trouble": True})
    return notes


def _words(*, rates: bool) -> dict[str, str]:
    return {
        "numbers": _("The numbers as a table"),
        "summaries": _("The judges' summaries of each batch"),
        "facts": _("Data and method"),
        "again": _("Reproduce the results"),
        "how": _("This command gives the scores:")
        if rates
        else _("These commands give the same numbers, from the database or from the exported judgments:"),
    }


def _facts(
    facts: CampaignFacts,
    chosen: Protocol,
    behind: Sequence[tuple[str, str]],
    looks: Looks,
    fingerprints: Mapping[str, str],
) -> list[tuple[str, str]]:
    """The table of facts: what was asked, how the results were made (`behind`), and the data's fingerprints by part."""
    protocol = f"{facts.protocol} {facts.protocol_version} ({facts.protocol_hash[:12]})"
    if chosen.key != facts.protocol:
        protocol = f"{chosen.key} {chosen.version} ({chosen.content_hash[:12]})"
    software = {"Parvis": __version__, "Python": platform.python_version()}
    packages = {name: version(name) for name in _PACKAGES}
    return [
        (_("Campaign"), f"{facts.title} ({facts.slug})"),
        (_("Protocol"), protocol),
        (_("Systems"), ", ".join(facts.systems)),
        *behind,
        (_("Saw results before judging was closed"), looks_text(looks)),
        *(
            (_("Fingerprint of the data") + (f" ({part})" if part else ""), fingerprint)
            for part, fingerprint in fingerprints.items()
        ),
        (_("Computed with"), ", ".join(f"{name} {number_}" for name, number_ in (software | packages).items())),
    ]


def _judged(facts: CampaignFacts) -> list[tuple[str, str]]:
    return [
        (_("Guidelines"), _versions(facts.guideline_versions, facts.unversioned, facts.judgments)),
        *([(_("Protocol not known"), _of(facts.unprotocolled, facts.judgments))] if facts.unprotocolled else []),
        (_("Judgments"), number(facts.judgments)),
        (_("Annotators"), number(facts.annotators)),
        (_("Simulated annotators"), number(facts.simulated)),
        (_("Prompts"), number(facts.prompts)),
        (_("Judgments per comparison wanted"), number(facts.overlap)),
        (_("Judged (UTC)"), _period(facts)),
        (_("Left out: gold comparisons and repeats"), number(facts.controls)),
        (_("Left out: identical texts"), number(facts.identical)),
        (_("Left out: withdrawn comparisons"), number(facts.withdrawn)),
        *((_("Left out: judgments of {name}", name=name), reason) for name, reason in facts.excluded),
        (_("Skipped"), number(facts.skipped)),
    ]


def _versions(known: Sequence[str], unknown: int, judgments: int) -> str:
    """The versions of the guidelines behind the judgments; of imported ones they may not be known."""
    said = [", ".join(known)] if known else []
    if unknown:
        said.append(_("not known for {share}", share=_of(unknown, judgments)))
    return "; ".join(said) or _NOTHING


def _of(some: int, judgments: int) -> str:
    return ngettext("{some} of {count} judgment", "{some} of {count} judgments", judgments, some=number(some))


def _rated(facts: CampaignFacts, rated: RatingFacts, *, own: bool) -> list[tuple[str, str]]:
    return [
        (_("Responses rated"), number(rated.responses)),
        (_("Ratings"), number(rated.ratings)),
        (_("Annotators"), number(rated.annotators)),
        (_("Simulated annotators"), number(rated.simulated)),
        (_("Prompts"), number(rated.prompts)),
        # The campaign has a plan for its own protocol only.
        *([(_("Annotators per response wanted"), number(facts.overlap))] if own else []),
        (_("Rated (UTC)"), _period(rated)),
        (_("Left out: withdrawn responses"), number(rated.withdrawn)),
        *((_("Left out: ratings of {name}", name=name), reason) for name, reason in facts.excluded),
        (_("Skipped"), number(rated.skipped)),
    ]


def _period(facts: CampaignFacts | RatingFacts) -> str:
    """From the first to the last, in universal time."""
    if facts.first is None or facts.last is None:
        return _NOTHING
    return f"{full_moment(facts.first)} – {full_moment(facts.last)}"


def _commands(slug: str, boards: Sequence[Choices]) -> str:
    """The commands of all rankings, each once: from the database first."""
    lists = [commands_again(choices, slug) for choices in boards]
    return "\n".join(dict.fromkeys(line for step in zip(*lists, strict=True) for line in step))


def _whose(option: str, kind: str) -> str:
    return "" if kind == "human" else option + kind
