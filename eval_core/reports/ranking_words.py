"""What a reader must know of a ranking: remarks, cautions, and how the numbers were computed."""

from __future__ import annotations

from collections.abc import Sequence

from eval_core.campaigns.results.leaderboard import Leaderboard
from eval_core.locales import N_, ngettext, number, percent
from eval_core.locales import gettext as _
from eval_core.ranking.results import Ranking, RankWarning
from eval_core.reports.choice_words import MODELS, choice_lines, judges_line

_NAMED = 4
_LONG, _TAIL = 32, 10  # characters of a name

CLUSTERS = {
    "both": N_("clustered by annotator and prompt"),
    "annotator": N_("clustered by annotator"),
    "prompt": N_("clustered by prompt"),
    "none": N_("not clustered"),
}
_ONE_SIDED = N_("No finite strength for {systems}: only wins, or only losses.")
_UNLIMITED = N_("No finite strength for {systems}: the judgments give it no upper limit, or no lower one.")
_WARNINGS = {
    "only_ties": N_("Every judgment is a tie: nothing separates the systems."),
    "position_not_identified": N_("The position effect cannot be separated from the strengths; it was left out."),
    "length_not_identified": N_("The effect of length cannot be separated from the strengths; it was left out."),
    "length_unknown": N_("The lengths of the texts are not known for {judgments} judgments."),
    "few_judgments": N_("Too few judgments to say anything: {judgments} for {systems} systems."),
    "few_clusters": N_("{clusters} clusters are few for {systems} systems: interpret the intervals with care."),
}


def short(name: str) -> str:
    """A system's name as sentences have it: of a long one the beginning and the end."""
    return name if len(name) <= _LONG else f"{name[: _LONG - _TAIL - 1].rstrip()}…{name[-_TAIL:]}"


def listed(names: Sequence[str]) -> str:
    """Names in one phrase; beyond four, the rest as a number."""
    if len(names) > _NAMED:
        more = ngettext("{count} more", "{count} more", len(names) - _NAMED + 1)
        return _("{names} and {last}", names=", ".join(names[: _NAMED - 1]), last=more)
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def remarks(facts: Leaderboard) -> list[str]:
    """What a reader must know about the judgments before the figure: the choices, and who is simulated."""
    notes = [" ".join(choice_lines(facts.choices, facts.extent))]
    if facts.judges:
        notes.append(judges_line(facts.judges))
    if facts.simulated:
        notes.append(
            ngettext(
                "{count} of these judgments is by a simulated annotator.",
                "{count} of these judgments are by simulated annotators.",
                facts.simulated,
            )
        )
    return notes


def cautions(ranking: Ranking) -> list[str]:
    """The ranking's warnings in the reader's language; that of few annotators covers that of few clusters."""
    codes = {warning.code for warning in ranking.warnings}
    return [
        _caution(warning)
        for warning in ranking.warnings
        if not (warning.code == "few_clusters" and "few_annotators" in codes)
    ]


def _caution(warning: RankWarning) -> str:
    details = dict(warning.details)
    if warning.code == "disconnected":
        return _(
            "The systems fall into {components} groups that were never compared; ranks hold within each.",
            components=number(details["components"]),
        )
    if warning.code == "few_annotators":
        return ngettext(
            "With {count} annotator the ranking applies to this person only.",
            "With {count} annotators the ranking applies to these people only.",
            details["annotators"],
        )
    if warning.code == "unbounded":
        why = _ONE_SIDED if details["one_sided"] else _UNLIMITED
        return _(why, systems=listed(details["systems"]))
    if warning.code not in _WARNINGS:
        return warning.message
    return _(_WARNINGS[warning.code], **{key: number(value) for key, value in details.items()})


def method_line(ranking: Ranking, facts: Leaderboard) -> str:
    """How the numbers were computed, for the line under every ranking."""
    parts = [
        _("{model} model ({engine})", model=MODELS[ranking.model], engine=ranking.engine),
        *([_("with a position effect")] if ranking.position else []),
        *([_("controlled for length")] if ranking.length else []),
        _("strengths on the natural-log scale"),
        ngettext("{count} judgment", "{count} judgments", ranking.n_judgments),
        ngettext("{count} tie", "{count} ties", ranking.n_ties),
    ]
    annotators = facts.votes["annotator"].nunique()
    if annotators:
        parts.append(ngettext("{count} annotator", "{count} annotators", annotators))
    prompts = facts.votes["prompt"].nunique()
    if prompts:
        parts.append(ngettext("{count} prompt", "{count} prompts", prompts))
    parts.append(_("{level} intervals", level=percent(ranking.level)))
    clustering = _(CLUSTERS[ranking.cluster])
    parts.append(f"{clustering} (df {number(round(ranking.df, 1))})" if ranking.df is not None else clustering)
    if ranking.corrected:
        parts.append(_("corrected for few annotators"))
    if facts.identical:
        left_out = ngettext("{count} identical pair left out", "{count} identical pairs left out", facts.identical)
        parts.append(left_out)
    if facts.withdrawn:
        withdrawn = ngettext("{count} comparison withdrawn", "{count} comparisons withdrawn", facts.withdrawn)
        parts.append(withdrawn)
    if facts.excluded:
        parts.append(ngettext("{count} annotator left out", "{count} annotators left out", facts.excluded))
    parts.append(_("data {fingerprint}", fingerprint=facts.fingerprint))
    return "; ".join(parts) + "."
