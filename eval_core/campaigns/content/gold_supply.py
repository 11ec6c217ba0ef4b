"""Which gold comparison comes to whom: none whose texts they have met, training and test evenly over categories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from sqlalchemy import ColumnElement, Row, Select, bindparam, select
from sqlalchemy.orm import aliased

from eval_core.store import Assignment, Comparison, Prompt, Response
from eval_core.store.schema.content import lacks_text

Drawable = Row[int, str | None, str | None]  # id, gold_issue, written_standard
_HAD, _MET, _EARLIER = aliased(Assignment), aliased(Assignment), aliased(Comparison)
_SOURCE, _OWN = aliased(Prompt), aliased(Prompt)
_READ, _GOLDEN = aliased(Response), aliased(Response)


def usable_gold() -> tuple[ColumnElement[bool], ...]:
    """The conditions for a comparison to be a gold comparison of the `campaign` that can be shown."""
    return (
        Comparison.campaign_id == bindparam("campaign"),
        Comparison.kind == "gold",
        ~Comparison.identical,
        Comparison.withdrawn_at.is_(None),
        ~lacks_text(),
    )


def unseen_by_person() -> tuple[ColumnElement[bool], ...]:
    """The conditions for the `person` never to have had it, nor one of its texts in a comparison it was made of.

    Somebody who has judged the two responses before would know them again, and gold that is known is no test.
    """
    had = select(_HAD.id).where(_HAD.comparison_id == Comparison.id, _HAD.person_id == bindparam("person"))
    # The prompt of gold that was made of real responses names the prompt of these.
    read_before = (
        select(_MET.id)
        .select_from(_OWN)
        .join(_SOURCE, (_SOURCE.campaign_id == _OWN.campaign_id) & (_SOURCE.key == _OWN.external_id))
        .join(_EARLIER, (_EARLIER.prompt_id == _SOURCE.id) & (_EARLIER.kind == "regular"))
        .join(_MET, (_MET.comparison_id == _EARLIER.id) & (_MET.person_id == bindparam("person")))
        .join(_READ, _READ.id.in_((_EARLIER.first_response_id, _EARLIER.second_response_id)))
        .join(_GOLDEN, _GOLDEN.id.in_((Comparison.first_response_id, Comparison.second_response_id)))
        .where(_OWN.id == Comparison.prompt_id, _READ.text == _GOLDEN.text)
    )
    return ~had.correlate(Comparison).exists(), ~read_before.correlate(Comparison).exists()


# What a person has had of one `kind` in the `campaign`: the category and the written standard of each.
HAD_OF_KIND: Select[str | None, str | None] = (
    select(Comparison.gold_issue, Prompt.written_standard)
    .select_from(Assignment)
    .join(Comparison, Comparison.id == Assignment.comparison_id)
    .join(Prompt, Prompt.id == Comparison.prompt_id)
    .where(
        Assignment.campaign_id == bindparam("campaign"),
        Assignment.person_id == bindparam("person"),
        Assignment.kind == bindparam("kind"),
        Assignment.status != "released",
    )
)


def drawn_evenly(unseen: Sequence[Drawable], had: Sequence[Row[str | None, str | None]], chance: Random) -> int:
    """The id of a gold comparison of the category that came least so far; of those, of such a written standard.

    Args:
        unseen: at least one.
        had: what `HAD_OF_KIND` finds.
    """
    issues, standards = Counter(row.gold_issue for row in had), Counter(row.written_standard for row in had)
    fewest = min(issues[row.gold_issue] for row in unseen)
    rows = [row for row in unseen if issues[row.gold_issue] == fewest]
    fewest = min(standards[row.written_standard] for row in rows)
    rows = [row for row in rows if standards[row.written_standard] == fewest]
    # A category with much gold comes no sooner than one with little.
    names = sorted({row.gold_issue or "" for row in rows})
    name = names[int(chance.random() * len(names))]
    rows = [row for row in rows if (row.gold_issue or "") == name]
    return int(rows[int(chance.random() * len(rows))].id)
