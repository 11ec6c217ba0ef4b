"""What a reader must know of a ranking: remarks, cautions, and how the numbers were computed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
    "auto": N_("clustered by what repeats in each group"),
}
_WARNINGS = {
    "unbounded": N_("No finite strength for {systems}: only wins, or only losses, against the others."),
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


def of_groups(ranking: Ranking, said: Callable[[Ranking], list[str]]) -> list[str]:
    """What is said of each group of systems that were compared: once where it is the same, else with the group."""
    groups = [said(group) for group in ranking.groups]
    if all(one == groups[0] for one in groups):
        return groups[0]
    return [_in_group(number, sentence) for number, one in enumerate(groups, 1) for sentence in one]


def _in_group(number: int, said: str) -> str:
    return _("Group {number}: {said}", number=number, said=said)


def cautions(ranking: Ranking) -> list[str]:
    """The ranking's warnings in the reader's language; that of few annotators covers that of few clusters."""
    said = [(warning.details.get("group"), warning.details.get("warning", warning)) for warning in ranking.warnings]
    few = {group for group, warning in said if warning.code == "few_annotators"}
    return [
        _caution(warning) if group is None else _in_group(group, _caution(warning))
        for group, warning in said
        if not (warning.code == "few_clusters" and few & {None, group})
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
    if warning.code not in _WARNINGS:
        return warning.message
    named = {key: listed(value) if isinstance(value, tuple) else number(value) for key, value in details.items()}
    return _(_WARNINGS[warning.code], **named)


def _clustering(ranking: Ranking) -> list[str]:
    clustering = _(CLUSTERS[ranking.cluster])
    said = f"{clustering} (df {number(round(ranking.df, 1))})" if ranking.df is not None else clustering
    return ["; ".join([said, *([_("corrected for few annotators")] if ranking.corrected else [])])]


def method_line(ranking: Ranking, facts: Leaderboard) -> str:
    """How the numbers were computed, for the line under every ranking."""
    parts = [
        _("{model} model ({engine})", model=MODELS[ranking.model], engine=ranking.engine),
        *([_("with a position effect")] if ranking.has_position else []),
        *([_("controlled for length")] if ranking.has_length else []),
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
    parts += of_groups(ranking, _clustering)
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
