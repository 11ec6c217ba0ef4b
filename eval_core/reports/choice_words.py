"""What is ranked, in plain words: one line each for systems, prompts, written standards and model."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from eval_core.locales import N_, ngettext, number
from eval_core.locales import gettext as _
from eval_core.ranking.choices import Choices, Extent

STANDARDS = {"nb": N_("Bokmål"), "nn": N_("Nynorsk")}
# Names of models, the same in every language.
MODELS = {"davidson": "Davidson", "bradley-terry": "Bradley-Terry"}
_WHOSE = {
    "human": N_("Judgments: by annotators."),
    "judge": N_("Judgments: by LLM judges."),
    "all": N_("Judgments: by annotators and LLM judges."),
}

_ORDERS = {
    True: N_("A judge's two orders of a comparison count once: what both say, a tie where they differ."),
    False: N_("Of a judge's two orders of a comparison the first counts."),
}


def judges_line(judges: Sequence[tuple[str, int]]) -> str:
    """The LLM judges behind a ranking, by name and number of judgments."""
    named = [f"{name} ({number(count)})" for name, count in judges]
    return _("LLM judges, with their judgments: {judges}.", judges=", ".join(named))


def choice_lines(choices: Choices, extent: Extent) -> list[str]:
    """The choices behind a ranking, a line each; the same on the page, in the report and on the command line."""
    further = [f"category={choices.category}"] if choices.category is not None else []
    further += choices.where
    return [
        _systems(choices, extent),
        _prompts(choices, extent),
        _("Written standards: all together.")
        if choices.written_standard is None
        else _("Written standard: {standard}.", standard=_standard(choices.written_standard)),
        _(_WHOSE[choices.kind]) if choices.kind in _WHOSE else "",
        *([_("Only judgments with {conditions}.", conditions=", ".join(further))] if further else []),
        *([_("Identical responses count as ties.")] if choices.identical_as_ties else []),
        *([_(_ORDERS[choices.both_orders])] if choices.kind != "human" else []),
        *(
            [_("With the verdicts of the judge {judge} on all comparisons.", judge=choices.judge)]
            if choices.judge
            else []
        ),
        _model(choices),
    ]


def _systems(choices: Choices, extent: Extent) -> str:
    line = (
        _("Systems: only {systems}.", systems=", ".join(choices.systems))
        if choices.systems
        else ngettext("Systems: the {count} that was judged.", "Systems: all {count} that were judged.", extent.systems)
    )
    if extent.unjudged:
        line += " " + _("Not ranked, without a judgment here: {systems}.", systems=", ".join(extent.unjudged))
    return line


def _prompts(choices: Choices, extent: Extent) -> str:
    if not extent.prompts:
        return _("Prompts: not known.")
    counts = {"prompts": number(extent.prompts), "common": number(extent.common or 0)}
    if choices.common_prompts:
        return _("Prompts: only the {common} of {prompts} that every system answered.", **counts)
    if extent.common is not None and extent.common < extent.prompts:
        return _("Prompts: all {prompts} that were judged; every system answered {common} of them.", **counts)
    return ngettext("Prompts: the {count} that was judged.", "Prompts: all {count} that were judged.", extent.prompts)


def _model(choices: Choices) -> str:
    method = choices.method
    parts = [
        MODELS[method.model],
        *([_("with a position effect")] if method.position_effect else []),
        *([_("controlled for length")] if method.length_covariate else []),
    ]
    return _("Model: {model}.", model=", ".join(parts))


def _standard(name: str) -> str:
    return _(STANDARDS[name]) if name in STANDARDS else name


def rank_command(choices: Choices, slug: str) -> str:
    """The command that ranks a campaign under these choices."""
    return shlex.join(["parvis", "rank", "--campaign", slug, *choices.options])


def commands_again(choices: Choices, slug: str) -> list[str]:
    """The commands that compute a ranking again: from the database, and from the exported judgments.

    A file does not say what systems answered without being judged on it, and knows neither names nor rounds: then
    only the database gives the same numbers.
    """
    if choices.common_prompts or choices.where or choices.both_orders:
        return [rank_command(choices, slug)]
    export = shlex.join(["parvis", "export", "judgments", "--campaign", slug, "--pseudonymous", "--output"])
    file = f"{slug}-judgments.csv"
    return [
        rank_command(choices, slug),
        f"{export} {file}",
        shlex.join(["parvis", "rank", file, *choices.options]),
    ]
