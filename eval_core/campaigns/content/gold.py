"""A lead's gold comparisons: listing, withdrawing, and making new ones by planting a fault in a real response."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from sqlalchemy import ColumnElement, func, select
from sqlalchemy import text as sql
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.content.gold_resemblance import Resemblance, count_words, resemblance_of
from eval_core.campaigns.content.import_texts import add_gold
from eval_core.campaigns.content.loader import Loader
from eval_core.campaigns.text import TEXT_LIMIT, storable
from eval_core.errors import InputError, RefusedError
from eval_core.planting.faults import Fault, candidates, marks_of, vocabulary, written_standard_of
from eval_core.protocols import load_protocol
from eval_core.store import Campaign, Comparison, Prompt, Response, Store
from eval_core.store.bulk import chunks
from eval_core.store.schema.content import OPEN_COMPARISON

# Texts that are read to learn which words exist, and responses that are offered in turn.
_SAMPLE = 2000
_OFFERED = 50


@dataclass(frozen=True)
class Draft:
    """A real response in which a fault could be planted. It does not tell which system wrote it.

    Attributes:
        written_standard: of the text, as the prompt asks for it: 'nb' or 'nn'.
        open_comparisons: regular comparisons with this response that somebody will still judge.
        faults: what could be planted, by place; see `eval_core.planting.faults`.
        comparison_id: of the judged comparison that this response lost, None for a response taken alone; `better` is
            the response that won.
    """

    response_id: int
    prompt: str
    written_standard: str
    category: str | None
    text: str
    open_comparisons: int
    faults: tuple[Fault, ...]
    comparison_id: int | None = None
    better: str | None = None


@dataclass(frozen=True)
class GoldRow:
    """One gold comparison as its lead sees it.

    `words` is the mean length; a tie's texts are equally fluent. `marks` are where the less fluent text is wrong:
    [start, end) in code points.
    """

    comparison_id: int
    prompt: str
    written_standard: str | None
    category: str | None
    issue: str | None
    explanation: str | None
    is_tie: bool
    more_fluent: str
    less_fluent: str
    words: int
    withdrawn: bool
    marks: tuple[tuple[int, int], ...]


def resemblance(store: Store, slug: str, who: Who = OPERATOR) -> Resemblance:
    """How the gold comparisons in use compare with the campaign's responses. For its leads."""
    with store.read() as db:
        return resemblance_of(db, authorise(db, who, slug, "lead").campaign)


def list_gold(store: Store, slug: str, who: Who = OPERATOR) -> list[GoldRow]:
    """Every gold comparison with texts, the newest first. For the campaign's leads."""
    first, second = aliased(Response), aliased(Response)
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        rows = db.execute(
            select(Comparison, Prompt.text, Prompt.written_standard, Prompt.category, first.text, second.text)
            .join(Prompt, Prompt.id == Comparison.prompt_id)
            .join(first, first.id == Comparison.first_response_id)
            .join(second, second.id == Comparison.second_response_id)
            .where(Comparison.campaign_id == campaign.id, Comparison.kind == "gold")
            .order_by(Comparison.id.desc())
        )
        return [_gold_row(*row) for row in rows]


def withdraw_gold(store: Store, slug: str, comparison_id: int, *, withdrawn: bool = True, who: Who = OPERATOR) -> None:
    """Withdraw a gold comparison, or restore it. Judgments made on it stay.

    Raises:
        RefusedError: 'gold_unknown' if the campaign has no such gold comparison.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        comparison = db.get(Comparison, comparison_id)
        if comparison is None or comparison.campaign_id != grant.campaign.id or comparison.kind != "gold":
            raise RefusedError("gold_unknown", f"no gold comparison {comparison_id} in this campaign")
        if (comparison.withdrawn_at is not None) != withdrawn:
            comparison.withdrawn_at = store.now() if withdrawn else None
            note(db, grant, "gold_withdrawn" if withdrawn else "gold_restored", comparison=comparison_id)


def pick_response(store: Store, slug: str, seed: int, who: Who = OPERATOR) -> Draft | None:
    """A real response to plant a fault in, by the seed; None if there is none.

    It is of typical length (10th to 90th percentile of the campaign), in the written standard that its prompt
    asks for, and no gold comparison uses it yet. Responses with few comparisons left to judge come first, so
    that few annotators meet the text a second time.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        known = some_texts(db, campaign)
        offered = _offered(db, campaign, known)
        if not offered:
            return None
        response_id, left = offered[seed % len(offered)]
        prompt, standard, category, text = db.execute(
            select(Prompt.text, Prompt.written_standard, Prompt.category, Response.text)
            .join(Prompt, Prompt.id == Response.prompt_id)
            .where(Response.id == response_id)
        ).one()
        text, standard = text or "", written_standard_of(text or "", standard) or "nb"
        faults = candidates(text, standard, vocabulary(known))
        return Draft(response_id, prompt, standard, category, text, left, tuple(faults))


def plant_gold(
    store: Store,
    slug: str,
    response_id: int,
    faulty: str,
    issue: str,
    explanation: str,
    who: Who = OPERATOR,
) -> int:
    """Add a gold comparison of a real response and the same text with a fault in it; its id.

    The comparison stores the texts without their system, so that nobody learns which system wrote the response. The
    changed words become its marks.

    Raises:
        RefusedError: 'no_text' for an empty faulty text, 'gold_unchanged' where it is the response itself,
            'gold_known' where the two texts are a gold comparison already, 'response_withdrawn' where the
            response was withdrawn or is not a real one of the campaign, 'unknown_issue' for a category that the
            protocol does not have, 'too_long' for an explanation of over 2,000 characters.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        campaign = grant.campaign
        response = db.get(Response, response_id)
        if response is None or response.campaign_id != campaign.id or response.withdrawn_at or not response.system_id:
            raise RefusedError("response_withdrawn", f"response {response_id} cannot be used")
        text = response.text or ""
        faulty, explanation = checked_fault(campaign, text, faulty, issue, explanation)
        gold = MadeGold(text, faulty, issue, explanation or None, marks_of(text, faulty))
        return add_planted(db, grant, db.get_one(Prompt, response.prompt_id), gold)


@dataclass(frozen=True)
class MadeGold:
    """A gold comparison made of real responses: its two texts, and what is wrong with the less fluent one."""

    better: str
    worse: str
    issue: str | None
    explanation: str | None
    marks: list[tuple[int, int]]


def add_made(db: Session, grant: Grant, made: Sequence[tuple[Prompt, MadeGold]]) -> list[int]:
    """Add gold comparisons of responses to these prompts, without their systems; the ids of those that were not known.

    Raises:
        RefusedError: 'gold_known' where the texts are a gold comparison with the other answer.
    """
    loader = Loader(db, grant.campaign, "planted")
    rows = [
        {
            # By its key, people who have read one of the texts before are spared it.
            "prompt_id": prompt.external_id or prompt.key,
            "prompt": prompt.text,
            "written_standard": prompt.written_standard,
            "category": prompt.category,
            "response_a": gold.better,
            "response_b": gold.worse,
            "gold": "a",
            "issue": gold.issue,
            "explanation": gold.explanation,
            "marks": [list(mark) for mark in gold.marks] or None,
        }
        for prompt, gold in made
    ]
    known = set(loader.comparisons.values())
    try:
        add_gold(loader, pd.DataFrame(rows).astype(object))
    except InputError:
        raise RefusedError("gold_known", "the two texts are a gold comparison with the other answer") from None
    return sorted(set(loader.comparisons.values()) - known)


def add_planted(db: Session, grant: Grant, prompt: Prompt, gold: MadeGold) -> int:
    """Add one gold comparison with a planted fault; its id.

    Raises:
        RefusedError: 'gold_known' where the two texts are a gold comparison already.
    """
    added = add_made(db, grant, [(prompt, gold)])
    if not added:
        raise RefusedError("gold_known", "the two texts are a gold comparison already")
    note(db, grant, "gold_planted", comparison=added[0], issue=gold.issue)
    return added[0]


def checked_fault(campaign: Campaign, text: str, faulty: str, issue: str, explanation: str) -> tuple[str, str]:
    """The faulty text and the explanation as they can be stored.

    Raises:
        RefusedError: as `plant_gold` for what a lead has typed.
    """
    faulty, explanation = storable(faulty), storable(explanation)
    _refuse_useless(text, faulty, explanation)
    if issue not in {known.key for known in load_protocol(campaign.protocol_key).issues}:
        raise RefusedError("unknown_issue", "the protocol does not have this category")
    return faulty, explanation


def _refuse_useless(text: str, faulty: str, explanation: str) -> None:
    if not faulty.strip() or not text:
        raise RefusedError("no_text", "the faulty text is empty")
    if faulty.strip() == text.strip():
        raise RefusedError("gold_unchanged", "the faulty text is the response itself")
    if len(explanation) > TEXT_LIMIT:
        raise RefusedError("too_long", f"an explanation has at most {TEXT_LIMIT} characters")


def _gold_row(
    comparison: Comparison,
    prompt: str,
    standard: str | None,
    category: str | None,
    first: str | None,
    second: str | None,
) -> GoldRow:
    better, worse = (second, first) if comparison.gold_outcome == "second" else (first, second)
    return GoldRow(
        comparison_id=comparison.id,
        prompt=prompt,
        written_standard=standard,
        category=category,
        issue=comparison.gold_issue,
        explanation=comparison.gold_explanation,
        is_tie=comparison.gold_outcome == "tie",
        more_fluent=better or "",
        less_fluent=worse or "",
        words=round((count_words(first or "") + count_words(second or "")) / 2),
        withdrawn=comparison.withdrawn_at is not None,
        marks=tuple((start, end) for start, end in comparison.gold_marks or ()),
    )


def _usable(campaign: Campaign) -> tuple[ColumnElement[bool], ...]:
    """The condition for a response to be a real one that is not withdrawn."""
    return (
        Response.campaign_id == campaign.id,
        Response.system_id.is_not(None),
        Response.text.is_not(None),
        Response.text != "",
        Response.withdrawn_at.is_(None),
    )


def some_texts(db: Session, campaign: Campaign) -> list[str]:
    """Texts of at most `_SAMPLE` responses: enough for the words in use and the typical length."""
    ids = list(db.scalars(select(Response.id).where(*_usable(campaign)).order_by(Response.id)))
    chosen = random.Random(campaign.id).sample(ids, min(_SAMPLE, len(ids)))  # noqa: S311 - chance, no secret
    return [
        text or ""
        for part in chunks(chosen, 500)
        for text in db.scalars(select(Response.text).where(Response.id.in_(part)))
    ]


def _offered(db: Session, campaign: Campaign, known: list[str]) -> list[tuple[int, int]]:
    """At most `_OFFERED` responses that suit, with their open comparisons: the fewest first, else by chance."""
    lengths = [count_words(text) for text in known]
    shortest, longest = np.percentile(lengths, (10, 90)) if lengths else (0, 0)
    here = (Response.campaign_id == campaign.id, Response.system_id.is_(None))
    in_gold = set(db.scalars(select(Response.text).where(*here)))
    left = _open_comparisons(db, campaign)
    ids = list(
        db.scalars(
            select(Response.id)
            .join(Prompt, Prompt.id == Response.prompt_id)
            .where(*_usable(campaign), Prompt.kind == "regular")
            .order_by(Response.id)
        )
    )
    random.Random(campaign.id).shuffle(ids)  # noqa: S311 - chance, no secret
    ids.sort(key=left.__getitem__)
    offered: list[tuple[int, int]] = []
    for part in chunks(ids, _OFFERED):
        texts = {
            row.id: row
            for row in db.execute(
                select(Response.id, Response.text, Prompt.written_standard)
                .join(Prompt, Prompt.id == Response.prompt_id)
                .where(Response.id.in_(part))
            )
        }
        for response_id in part:
            text, asked = texts[response_id].text, texts[response_id].written_standard
            typical = shortest <= count_words(text) <= longest
            if typical and text not in in_gold and written_standard_of(text, asked):
                offered.append((response_id, left[response_id]))
        if len(offered) >= _OFFERED:
            break
    return offered[:_OFFERED]


def _open_comparisons(db: Session, campaign: Campaign) -> Counter[int]:
    """How many regular comparisons somebody will still judge, by response."""
    counts: Counter[int] = Counter()
    for side in (Comparison.first_response_id, Comparison.second_response_id):
        open_ones = select(side, func.count()).where(Comparison.campaign_id == campaign.id, sql(OPEN_COMPARISON))
        counts.update(dict(db.execute(open_ones.group_by(side)).all()))
    return counts
