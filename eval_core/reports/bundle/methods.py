"""A methods section in the reader's language, of sentences that are true of these judgments; sources as `[@key]`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from eval_core import __version__
from eval_core.agreement.bootstrap import LEAST_ANNOTATORS
from eval_core.campaigns.publishing.report_facts import CampaignFacts
from eval_core.campaigns.results.early_results import Looks
from eval_core.locales import N_, interval, ngettext, number, percent
from eval_core.locales import gettext as _
from eval_core.ranking.uncertainty.half_pooled import POOLED
from eval_core.reports.agreement_words import agreement_verdict
from eval_core.reports.bundle.recomputation import Control, Firmness, Part
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.diagnosis_words import diagnosis_sentences
from eval_core.reports.effect_words import length_sentences, position_sentences
from eval_core.reports.standings.robustness_words import robustness_sentences

_CLUSTERED = {
    "both": N_(
        "Judgments by one annotator, and on one prompt, are alike: standard errors are clustered by both "
        "[@cameron2011]."
    ),
    "annotator": N_("Judgments by one annotator are alike: standard errors are clustered by annotator [@liang1986]."),
    "prompt": N_("Judgments on one prompt are alike: standard errors are clustered by prompt [@liang1986]."),
    "none": N_("Standard errors take each judgment as independent of the others [@white1980]."),
}
_CORRECTED = N_(
    "They are corrected for the number of annotators by bias-reduced linearisation, with Student's t on {df} degrees "
    "of freedom [@bell2002]."
)
_COMMON = N_(
    "The part of the variance that is due to annotators is the mean of an estimate for each difference and one from "
    "all systems together."
)
_RANKS = N_(
    "Rank ranges hold for all systems together at {level} [@mogstad2024]: all pairs are tested by the largest |t|, "
    "step by step [@romano2005]."
)
_VICTORY = N_(
    "Where one of two systems won every judgment, a sign test on judgments that share neither annotator nor prompt "
    "decides between them."
)


@dataclass(frozen=True)
class MethodFacts:
    """What a methods section speaks of.

    Attributes:
        parts: the results by written standard, or one under 'all'.
        controls: gold and repeats.
        imported: how many of the judgments that count were made elsewhere, where nothing is known of the procedure.
        looks: who saw results before judging was closed.
        kind: whose judgments count: human, judge or all.
        firmness: of the parts, where it is to be said.
        hides_care: whether so few people judged that nothing is said of how carefully.
    """

    campaign: CampaignFacts
    parts: dict[str, Part]
    controls: dict[str, Control]
    imported: int
    looks: Looks
    kind: str
    firmness: Mapping[str, Firmness] = field(default_factory=dict)
    hides_care: bool = False


def methods_paragraphs(facts: MethodFacts, *, script: bool = True) -> list[str]:
    """Who judged what; how strengths were computed; how far people agreed; with what program."""
    paragraphs = [_judging(facts), _ranking(facts), _agreement(facts), _software(facts, script=script)]
    return [" ".join(sentences) for of in paragraphs if (sentences := list(of))]


def robustness_paragraphs(facts: MethodFacts) -> list[str]:
    """For each part what its uncertainty is made of, whether the model fits, and what depends on one choice."""
    paragraphs = []
    for name, firm in facts.firmness.items():
        sentences = diagnosis_sentences(firm.diagnosis) if firm.diagnosis else []
        sentences += robustness_sentences(firm.robustness, annotators=facts.parts[name].counts["annotators"])
        # Names of systems are among the words: none of them cites.
        paragraphs.append(_about(name) + " ".join(sentences).replace("[@", "[ @"))
    return paragraphs


def _judging(facts: MethodFacts) -> Iterator[str]:
    if facts.campaign.is_demo:
        yield _("Demo campaign: invented texts, judged by simulated annotators.")
    for name, part in facts.parts.items():
        yield _of_part(facts, name, part)
    campaign = facts.campaign
    if facts.imported:
        yield ngettext(
            "{count} judgment was made elsewhere and imported.",
            "{count} judgments were made elsewhere and imported.",
            facts.imported,
        )
    else:
        yield _("The protocol was {key}, version {version}.", key=campaign.protocol, version=campaign.protocol_version)
        if facts.kind == "human":
            yield _(
                "Annotators were not told which systems had written the responses, and which response came first was "
                "left to chance."
            )
    if facts.campaign.simulated:
        yield ngettext(
            "{count} of the annotators is simulated.",
            "{count} of the annotators are simulated.",
            facts.campaign.simulated,
        )
    yield from _checks(facts)
    if facts.campaign.excluded:
        yield ngettext(
            "The judgments of {count} annotator were left out.",
            "The judgments of {count} annotators were left out.",
            len(facts.campaign.excluded),
        )


def _of_part(facts: MethodFacts, name: str, part: Part) -> str:
    """Whose judgments of what; one written standard says which."""
    whose = {
        "human": N_("{judgments} by {annotators} compare the responses of {systems} to {prompts}."),
        "judge": N_("{judgments} by {judges} compare the responses of {systems} to {prompts}."),
        "all": N_("{judgments} by people and LLM judges compare the responses of {systems} to {prompts}."),
    }
    counts = part.counts
    sentence = _(
        whose[facts.kind],
        judgments=ngettext("{count} judgment", "{count} judgments", counts["judgments"]),
        annotators=ngettext("{count} annotator", "{count} annotators", counts["annotators"])
        if counts["annotators"]
        else _("unknown annotators"),
        judges=ngettext("{count} LLM judge", "{count} LLM judges", counts["annotators"]),
        systems=ngettext("{count} system", "{count} systems", counts["systems"]),
        prompts=ngettext("{count} prompt", "{count} prompts", counts["prompts"])
        if counts["prompts"]
        else _("unknown prompts"),
    )
    return _about(name) + sentence


def _checks(facts: MethodFacts) -> Iterator[str]:
    if facts.hides_care:
        yield _("How carefully they judged is not said here, since so few people judged.")
        return
    gold, repeats = facts.controls["gold"], facts.controls["repeats"]
    if gold.answers:
        yield _(
            "Of {answers} answers to gold comparisons, {share} were right.",
            answers=number(gold.answers),
            share=percent(gold.as_expected / gold.answers),
        )
    if repeats.answers:
        yield _(
            "Of {answers} comparisons shown to the same annotator again, {share} got the same answer.",
            answers=number(repeats.answers),
            share=percent(repeats.as_expected / repeats.answers),
        )
    if facts.kind != "judge" and not gold.answers and not repeats.answers:
        yield _("There were neither gold comparisons nor repeats, so the annotators' care was not checked.")


def _ranking(facts: MethodFacts) -> Iterator[str]:
    rankings = {name: part.ranking for name, part in facts.parts.items()}
    first = next(iter(rankings.values()))
    if any(ranking.model == "davidson" and ranking.n_ties for ranking in rankings.values()):
        yield _(
            "Strengths are maximum-likelihood estimates of the Bradley–Terry model [@bradley1952] with Davidson's "
            "parameter for ties [@davidson1970], on the natural-log scale with mean 0."
        )
    else:
        yield _(
            "Strengths are maximum-likelihood estimates of the Bradley–Terry model [@bradley1952], on the natural-log "
            "scale with mean 0."
        )
    groups = [group for ranking in rankings.values() for group in ranking.groups]
    for cluster in dict.fromkeys(group.cluster for group in groups):
        yield _(_CLUSTERED[cluster])
    corrected = [group for group in groups if group.corrected and group.df is not None]
    if corrected:
        freedom = list(dict.fromkeys(number(ranking.df or 0.0, 1) for ranking in corrected))
        yield _(_CORRECTED, df=" / ".join(freedom))
        if any(part.ranking.corrected and part.counts["annotators"] <= POOLED for part in facts.parts.values()):
            yield _(_COMMON)
    yield _(_RANKS, level=percent(first.level))
    if any(not row.bounded for ranking in rankings.values() for row in ranking.systems):
        yield _(_VICTORY)
    yield from _effects(facts)


def _effects(facts: MethodFacts) -> Iterator[str]:
    for name, part in facts.parts.items():
        said = []
        if part.with_position is not None:
            said += position_sentences(part.with_position)
        if part.with_length is not None:
            said += length_sentences(part.with_length, None)
        for sentence in said:
            yield _about(name) + sentence


def _agreement(facts: MethodFacts) -> Iterator[str]:
    cited, measured = False, [part.agreement for part in facts.parts.values() if part.agreement.intervals.alpha_ordinal]
    for name, part in facts.parts.items():
        found, about = part.agreement, _about(name)
        if found.estimates.percent_agreement is None:
            yield about + agreement_verdict(found)
            continue
        values = {
            key: _value(getattr(found.estimates, key), getattr(found.intervals, key))
            for key in ("alpha_ordinal", "gwet_ac1")
        }
        text = N_(
            "On the {items} comparisons with at least two annotators, two of them gave the same answer in {share} of "
            "cases; Krippendorff's α (ordinal) is {alpha_ordinal} and Gwet's AC1 {gwet_ac1}."
        )
        if not cited:
            text = N_(
                "On the {items} comparisons with at least two annotators, two of them gave the same answer in {share} "
                "of cases; Krippendorff's α (ordinal) [@krippendorff2019] is {alpha_ordinal} and Gwet's AC1 "
                "[@gwet2008] {gwet_ac1}."
            )
        cited = True
        share = percent(found.estimates.percent_agreement)
        yield about + _(text, items=number(found.n_items), share=share, **values)
    if any(found.n_annotators >= LEAST_ANNOTATORS for found in measured):
        yield _(
            "Intervals of agreement come from resampling prompts; with ten annotators or more they also allow for how "
            "much these differ."
        )
    elif measured:
        yield _("Intervals of agreement come from resampling prompts.")


def _software(facts: MethodFacts, *, script: bool) -> Iterator[str]:
    level = next(iter(facts.parts.values())).ranking.level
    yield _("Intervals in brackets are {level} confidence intervals.", level=percent(level))
    yield _("Everything was computed with Parvis {version} [@parvis].", version=__version__)
    if script:
        yield _("A script that it wrote computes each number again from the judgments.")


def _about(part: str) -> str:
    """What a sentence on one of several parts begins with."""
    return f"{_(STANDARDS[part])}: " if part in STANDARDS else ""


def _value(value: float | None, limits: tuple[float, float] | None) -> str:
    if value is None:
        return _("not defined")
    return number(value, 2) if limits is None else f"{number(value, 2)} {interval(*limits)}"
