"""The review of a campaign's plan: rules, texts, cost, power, and advice on what does not fit."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.desk.supply.gold_stock import gold_by_standard, unseen_gold
from eval_core.campaigns.desk.supply.stream import REPEAT_GAP
from eval_core.campaigns.joining.consent import letter_version
from eval_core.campaigns.joining.guidelines import version_in_force
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.rules import Rules, rules_of
from eval_core.campaigns.setup.cost import Cost, cost_within
from eval_core.campaigns.setup.plan import Plan, judging_began, plan_of
from eval_core.campaigns.setup.plan_size import ENOUGH_SHARED, annotators_of, shared_for, size_of
from eval_core.campaigns.setup.question import Question, question_of
from eval_core.errors import InputError
from eval_core.protocols import load_protocol
from eval_core.ranking.diagnostics.study_plan import StudyPlan, StudySize, study_plan
from eval_core.ranking.planned_power import Power
from eval_core.store import Campaign, Comparison, Consent, Response, Store, System


@dataclass(frozen=True)
class Advice:
    """Something that a lead should know about the rules as they are. One of these codes:

    'no_letter': annotators are not asked for consent;
    'letter_changed': `have` people agreed to an earlier letter and will be asked again;
    'gold_short': training and test `need` more gold comparisons than the `have` that can be shown;
    'gold_short_standard': the same in one written `standard`, for annotators who judge only that one;
    'gold_short_second': the same, for those who are granted a second try;
    'gold_short_stream': the same, for training, test and one annotator's share in the stream;
    'controls_few': as 'gold_short', of control responses;
    'controls_few_standard': as 'gold_short_standard', of control responses;
    'controls_few_second': as 'gold_short_second', of control responses;
    'controls_short': these have a share of the sheets, and none is loaded;
    'controls_unused': no one is shown the `have` control responses;
    'gold_unused': no one is shown the `have` gold comparisons;
    'few_shared': two annotators share about `have` comparisons, and a figure of agreement takes `need` or more;
    'repeats_too_late': a repeat comes as number `need` at the earliest, and one annotator judges only `have`.
    """

    code: str
    need: int | None = None
    have: int | None = None
    standard: str | None = None


@dataclass(frozen=True)
class PlanReview:
    """What the page Setup shows.

    Attributes:
        status: of the campaign; plan: what it is, besides its rules.
        guidelines: the version in force; `clarifications` of it were published here.
        systems: by name; prompts, responses: of the texts that are judged; gold: gold comparisons that can be shown;
            gold_by_standard: to those who judge only one written standard; controls: control responses.
        cost: of the whole campaign.
        judged: whether anybody has judged yet, so that part of the plan is fixed.
        annotators: who may judge here; size: of the study; study: what it can decide, None if the plan lacks something.
        question: that the plan was made from, None if it was not.
    """

    status: str
    plan: Plan
    rules: Rules
    guidelines: str
    clarifications: int
    systems: tuple[str, ...]
    prompts: int
    responses: int
    gold: int
    gold_by_standard: dict[str, int]
    controls: int
    cost: Cost
    judged: bool
    advice: tuple[Advice, ...]
    annotators: int
    size: StudySize
    study: StudyPlan | None
    question: Question | None = None

    @property
    def power(self) -> Power | None:
        """What the plan can decide, if people differ as assumed."""
        return None if self.study is None else self.study.power

    @property
    def rates(self) -> bool:
        """Whether the plan has responses rated, not compared."""
        return load_protocol(self.plan.protocol).kind == "rating"

    @property
    def title(self) -> str:
        """The campaign's title."""
        return self.plan.title


def read_plan_review(store: Store, slug: str, who: Who = OPERATOR) -> PlanReview:
    """The plan, rules, texts, cost, power and advice of a campaign. For its leads."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        rules, size = rules_of(campaign), size_of(db, campaign)
        annotators = size.annotators
        systems, prompts, responses = _texts(db, campaign)
        return PlanReview(
            status=campaign.status,
            plan=plan_of(campaign),
            rules=rules,
            guidelines=version_in_force(campaign),
            clarifications=campaign.clarifications,
            systems=systems,
            prompts=prompts,
            responses=responses,
            gold=0 if rates_responses(campaign) else unseen_gold(db, campaign),
            gold_by_standard=gold_by_standard(db, campaign),
            controls=unseen_gold(db, campaign) if rates_responses(campaign) else 0,
            cost=cost_within(store, db, campaign, rules, annotators, who),
            judged=judging_began(db, campaign),
            advice=tuple(_advice(db, campaign)),
            annotators=annotators,
            size=size,
            study=_study(size),
            question=question_of(campaign),
        )


def _texts(db: Session, campaign: Campaign) -> tuple[tuple[str, ...], int, int]:
    """The systems by name, and how many prompts and responses there are to judge."""
    names = tuple(db.scalars(select(System.name).where(System.campaign_id == campaign.id).order_by(System.name)))
    mine = (Response.campaign_id == campaign.id, Response.system_id.is_not(None))
    prompts, responses = db.execute(
        select(func.count(Response.prompt_id.distinct()), func.count(Response.id)).where(*mine)
    ).one()
    return names, prompts, responses


def _study(size: StudySize) -> StudyPlan | None:
    """What the present comparisons and annotators can decide."""
    try:  # no more people judge a comparison than there are
        return study_plan(replace(size, overlap=min(size.overlap, max(size.annotators, 1))))
    except InputError:
        return None


def advice(store: Store, slug: str, who: Who = OPERATOR) -> list[Advice]:
    """Advice on the rules as they are now. For the campaign's leads."""
    with store.read() as db:
        return _advice(db, authorise(db, who, slug, "lead").campaign)


def _advice(db: Session, campaign: Campaign) -> list[Advice]:
    rules = rules_of(campaign)
    if rates_responses(campaign):
        stock = unseen_gold(db, campaign), gold_by_standard(db, campaign)
        return [*_about_letter(db, campaign, rules), *_about_controls(rules, *stock)]
    pieces = [
        *_about_letter(db, campaign, rules),
        *_about_gold(rules, unseen_gold(db, campaign), gold_by_standard(db, campaign), campaign.per_annotator),
    ]
    need = REPEAT_GAP + 1
    if rules.repeat_share and campaign.per_annotator is not None and campaign.per_annotator < need:
        pieces.append(Advice("repeats_too_late", need, campaign.per_annotator))
    return [*pieces, *_about_sharing(db, campaign)]


def _about_controls(rules: Rules, have: int, by_standard: dict[str, int]) -> list[Advice]:
    """Whether there are enough control responses for training, test and their share of the sheets."""
    once = rules.training + rules.test
    if have < once:
        return [Advice("controls_few", once, have)]
    if rules.gold_share and not have:
        return [Advice("controls_short")]
    few = [
        Advice("controls_few_standard", once, count, standard)
        for standard, count in by_standard.items()
        if count < once
    ]
    if rules.test and have < once + rules.test:
        few.append(Advice("controls_few_second", once + rules.test, have))
    return few if once or rules.gold_share or not have else [Advice("controls_unused", have=have)]


def _about_sharing(db: Session, campaign: Campaign) -> list[Advice]:
    """Whether two annotators will share enough comparisons, if all judge equally many.

    No advice is given against what a plan itself would write: of few comparisons, only a part is shared.
    """
    annotators = annotators_of(db, campaign)
    counted = (
        select(Comparison.overlap, func.count())
        .where(Comparison.campaign_id == campaign.id, Comparison.kind == "regular", ~Comparison.identical)
        .where(Comparison.withdrawn_at.is_(None))
        .group_by(Comparison.overlap)
    )
    by_overlap = {min(overlap, annotators): n for overlap, n in db.execute(counted)}
    if annotators < 2 or not by_overlap:
        return []
    pairs = annotators * (annotators - 1)
    have = sum(n * overlap * (overlap - 1) / pairs for overlap, n in by_overlap.items())
    need = min(ENOUGH_SHARED, sum(by_overlap.values()))
    most = shared_for(sum(by_overlap.values()), annotators, campaign.overlap)
    if have >= need or (0 < most.comparisons <= campaign.shared and most.overlap <= campaign.shared_overlap):
        return []
    return [Advice("few_shared", need, int(have))]


def _about_letter(db: Session, campaign: Campaign, rules: Rules) -> list[Advice]:
    version = letter_version(rules, rates=rates_responses(campaign))
    if version is None:
        return [Advice("no_letter")]
    agreed = select(Consent.person_id).where(Consent.campaign_id == campaign.id, Consent.withdrawn_at.is_(None))
    again = agreed.except_(agreed.where(Consent.letter_version == version))
    count = db.scalar(select(func.count()).select_from(again.subquery())) or 0
    return [Advice("letter_changed", have=count)] if count else []


def _about_gold(rules: Rules, have: int, by_standard: dict[str, int], quota: int | None) -> list[Advice]:
    if not (rules.gold_share or rules.training or rules.test):
        return [Advice("gold_unused", have=have)] if have else []
    once = rules.training + rules.test
    if have < once:
        return [Advice("gold_short", once, have)]
    pieces = [
        Advice("gold_short_standard", once, count, standard) for standard, count in by_standard.items() if count < once
    ]
    # Gold in the stream must be unseen; without a quota at least one is reserved for it.
    stream = max(1, round(rules.gold_share * (quota or 0))) if rules.gold_share else 0
    for code, need in (("gold_short_second", once + rules.test), ("gold_short_stream", once + stream)):
        if have < need:
            return [*pieces, Advice(code, need, have)]
    return pieces
