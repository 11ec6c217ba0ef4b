"""What a reviewer asks about a ranking: methods with their sources, agreement, checks, robustness, limitations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from eval_core.campaigns.access import OPERATOR, Who
from eval_core.campaigns.publishing.released_judgments import released_judgments
from eval_core.campaigns.publishing.report_facts import CampaignFacts
from eval_core.campaigns.results.early_results import Looks
from eval_core.campaigns.results.leaderboard import Leaderboard, read_leaderboard
from eval_core.errors import InputError
from eval_core.locales import N_, interval, ngettext, number, percent
from eval_core.locales import gettext as _
from eval_core.ranking import rank
from eval_core.ranking.choices import Choices
from eval_core.ranking.diagnostics.diagnosis import diagnose
from eval_core.ranking.habits import share_with_interval
from eval_core.ranking.robustness import robustness
from eval_core.reports.agreement_words import agreement_cells, agreement_header, agreement_notes, agreement_verdict
from eval_core.reports.bundle.methods import MethodFacts, methods_paragraphs
from eval_core.reports.bundle.recomputation import Control, Part, controls_of, parts_of
from eval_core.reports.bundle.references import SOURCES, Source, cited, in_brackets
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.diagnosis_words import diagnosis_sentences
from eval_core.reports.standings.robustness_words import robustness_sentences
from eval_core.store import Store

_ALL = "all"
_LEVEL = 0.95
# What the intervals are about, by what the judgments are clustered by.
_SAMPLES = {
    "both": N_(
        "The intervals take annotators and prompts as samples of others like them; of other tasks, texts and readers "
        "they say nothing."
    ),
    "annotator": N_(
        "The intervals take annotators as a sample of others like them; of other prompts, tasks and readers they say "
        "nothing."
    ),
    "prompt": N_(
        "The intervals take prompts as a sample of others like them; of other annotators, tasks and readers they say "
        "nothing."
    ),
    "none": N_(
        "The intervals take each judgment as independent of the others: where annotators or prompts differ, they are "
        "too narrow."
    ),
}
_FEW = 10  # annotators: with fewer the report says whom it speaks of
_LATEX = (("{", ""), ("}", ""), (r"\&", "&"), ("--", "–"))


@dataclass(frozen=True)
class Table:
    """Numbers under a caption; the first column has names."""

    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Section:
    """A part of the report below the results."""

    heading: str
    paragraphs: Sequence[str] = ()
    tables: Sequence[Table] = ()
    items: Sequence[str] = field(default=())


def evidence(
    store: Store,
    boards: Sequence[Leaderboard],
    facts: CampaignFacts,
    looks: Looks,
    *,
    kind: str = "human",
    who: Who = OPERATOR,
) -> list[Section]:
    """The sections for the rankings of these boards; nothing where none of them can be ranked. For researchers.

    Raises:
        InputError: for an unknown kind. RefusedError: 'signed_out', 'not_allowed'.
    """
    released = released_judgments(store, facts.slug, kind=kind, who=who)
    parts: dict[str, Part] = {}
    for board in boards:
        name = board.choices.written_standard or _ALL
        choices = {"parts": [name], "model": "davidson", "level": _LEVEL, "seed": 0}
        try:
            parts |= parts_of(released.judgments, choices)
        except InputError:
            continue
    if not parts:
        return []
    behind = MethodFacts(facts, parts, controls_of(released.controls), released.imported, looks, kind)
    paragraphs = methods_paragraphs(behind, script=False)
    ranked = {board.choices.written_standard or _ALL: board for board in boards}
    return [
        Section(_("Methods"), [in_brackets(paragraph) for paragraph in paragraphs]),
        _people(parts, behind.controls),
        Section(_("Robustness"), [_robust(store, facts.slug, ranked[name].choices, who) for name in parts]),
        Section(_("Limitations"), items=list(limitations(behind))),
        Section(_("References"), items=sorted(reference(SOURCES[key]) for key in cited(paragraphs))),
    ]


def reference(source: Source) -> str:
    """A source in one line of a list of references."""
    fields = {name: _plain(value) for name, value in source.fields}
    author = fields["author"].replace(" and ", "; ")
    where = fields.get("journal") or fields.get("publisher") or fields.get("note", "")
    if "volume" in fields:
        where += f" {fields['volume']}, {fields['pages']}"
    doi = f" https://doi.org/{fields['doi']}" if "doi" in fields else ""
    return f"{author} ({fields['year']}). {fields['title']}. {where}.{doi}"


def _plain(value: str) -> str:
    for mark, written in _LATEX:
        value = value.replace(mark, written)
    return re.sub(r" +", " ", value)


def _people(parts: dict[str, Part], controls: dict[str, Control]) -> Section:
    """Agreement with intervals for each part, and the answers to gold comparisons and repeats."""
    paragraphs, tables = [], []
    for name, part in parts.items():
        about = f"{_(STANDARDS[name])}: " if name in STANDARDS else ""
        paragraphs.append(about + " ".join([agreement_verdict(part.agreement), *agreement_notes(part.agreement)]))
        if part.agreement.n_items:
            caption = f"{about}{_('Agreement')}" if about else _("Agreement")
            tables.append(Table(caption, agreement_header(), agreement_cells(part.agreement)))
    header = [_("Check"), _("Answers"), _("Share [{level}]", level=percent(_LEVEL))]
    rows = []
    for name, label in (("gold", _("Gold comparisons answered as expected")), ("repeats", _("Repeats answered alike"))):
        share = share_with_interval(controls[name].as_expected, controls[name].answers)
        measured = _("not checked")
        if share.share is not None and share.low is not None and share.high is not None:
            measured = f"{percent(share.share)} {interval(share.low, share.high, percent)}"
        rows.append([label, number(controls[name].answers), measured])
    tables.append(Table(_("Gold and repeats"), header, rows))
    return Section(_("People and their agreement"), paragraphs, tables)


def _robust(store: Store, slug: str, choices: Choices, who: Who) -> str:
    """What would change if the ranking were made in another way, and whether the model fits."""
    about = f"{_(STANDARDS[choices.written_standard])}: " if choices.written_standard in STANDARDS else ""
    votes = read_leaderboard(store, slug, choices, lengths=True, who=who).votes
    ranking = rank(votes)
    sentences = robustness_sentences(robustness(ranking, votes), annotators=votes["annotator"].nunique())
    diagnosis = diagnose(ranking, votes)
    sentences += diagnosis_sentences(diagnosis) if diagnosis is not None else []
    return about + " ".join(sentence for sentence in sentences if sentence)


def limitations(facts: MethodFacts) -> Iterator[str]:
    """What the numbers do not say; each sentence only where it holds."""
    campaign = facts.campaign
    if campaign.simulated:
        yield _("Annotators were simulated: these numbers say nothing about people.")
    if 0 < campaign.annotators < _FEW and facts.kind != "judge":
        yield ngettext(
            "{count} person judged: how others would judge is estimated from very few.",
            "{count} people judged: how others would judge is estimated from very few.",
            campaign.annotators,
        )
    if facts.kind != "human":
        yield _("Verdicts of LLM judges are counted: they are no measure of what people prefer.")
    for cluster in dict.fromkeys(group.cluster for part in facts.parts.values() for group in part.ranking.groups):
        yield _(_SAMPLES[cluster])
    if any(part.agreement.estimates.percent_agreement is None for part in facts.parts.values()):
        yield _("How far annotators agree is not known.")
    checked = facts.controls["gold"].answers or facts.controls["repeats"].answers
    if facts.kind != "judge" and not checked and not facts.hides_care:
        yield _("The annotators' care was not checked, by gold comparisons or by repeats.")
    if facts.imported:
        yield _("Judgments were imported: how they were made is known only to those who made them.")
    looks = facts.looks
    if looks.known and (looks.people or looks.commands or looks.programs):
        yield _(
            "Results were seen while judging was open: the intervals do not account for an end that was chosen by them."
        )
    if campaign.excluded:
        yield _("Annotators were left out, for the reasons given below; the intervals do not account for that choice.")
    yield _("What is not decided is not equal: a difference that the judgments cannot show may be there.")
    yield _(
        "Where annotators differ much more about one system than about the others, the intervals of its differences "
        "can be too narrow."
    )
