"""Tables of work: assignments, judgments, ratings, desk actions. Judgments and ratings are append-only."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from eval_core.store.base import Base, JSONObject, utc_now

# What counts as an annotator's work: the stream, not the training and the test before it.
WORK_KINDS = ("regular", "gold", "repeat")
SKIP_REASONS = ("other_standard", "unreadable", "uncomfortable", "other")
# Exactly the conditions of the covering indexes: otherwise SQLite does not use a partial index.
LIVE = "live"
RANKED = "live AND ranked AND outcome IS NOT NULL"
_LAYOUT = "layout IN ('side_by_side', 'stacked', 'switched')"
# Characters of a text: the half-open range [start, end) of Unicode code points, or no place at all.
_PLACE = {
    "place": '(start IS NULL) = ("end" IS NULL)',
    "range": '0 <= start AND start < "end"',
}


class Assignment(Base):
    """A comparison shown to one person. `swapped`: the canonical second response was shown as A.

    `occurrence` distinguishes several showings of one comparison to one person (a repeat, or doubled rows of
    an imported file). An expired lease stays `leased`: it no longer holds a place, but its owner may
    resume it while the comparison has room.
    """

    __tablename__ = "assignment"
    __table_args__ = (
        UniqueConstraint("comparison_id", "person_id", "occurrence"),
        CheckConstraint("status IN ('leased', 'done', 'skipped', 'released')", name="status"),
        CheckConstraint("kind IN ('regular', 'gold', 'repeat', 'training', 'test')", name="kind"),
        CheckConstraint("(status = 'skipped') = (skip_reason IS NOT NULL)", name="skip_has_reason"),
        CheckConstraint(f"skip_reason IN {SKIP_REASONS}", name="skip_reason"),
        Index("ix_assignment_person", "campaign_id", "person_id", "status", "sequence"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    comparison_id: Mapped[int] = mapped_column(ForeignKey("comparison.id"))
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))  # NULL: an import named no one
    occurrence: Mapped[int] = mapped_column(default=0)
    kind: Mapped[str] = mapped_column(default="regular")
    status: Mapped[str] = mapped_column(default="leased")
    sequence: Mapped[int] = mapped_column(default=0)  # the person's own running number
    swapped: Mapped[bool] = mapped_column(default=False)
    order_known: Mapped[bool] = mapped_column(default=True)
    leased_until: Mapped[datetime | None]
    first_shown_at: Mapped[datetime | None]
    shown_at: Mapped[datetime | None]  # when it last came up; the dwell guard counts from here
    skip_reason: Mapped[str | None]
    skip_comment: Mapped[str | None]
    skipped_at: Mapped[datetime | None]
    skip_settled_at: Mapped[datetime | None]  # when a lead found that the skip needs nothing more
    asks_reasons: Mapped[bool] = mapped_column(default=False)
    qualification_id: Mapped[int | None] = mapped_column(ForeignKey("qualification.id"))  # of a test
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class Judgment(Base):
    """One revision of the choice made on an assignment; `live` marks the one that counts.

    A null choice is an undo; `late` is a choice that came after its lease had run out. Prompt and systems are repeated
    here so that a ranking reads one covering index and never joins.
    """

    __tablename__ = "judgment"
    __table_args__ = (
        UniqueConstraint("assignment_id", "revision"),
        CheckConstraint("choice IN ('A', 'B', 'tie')", name="choice"),
        CheckConstraint("outcome IN ('first', 'second', 'tie')", name="outcome"),
        CheckConstraint("(choice IS NULL) = (outcome IS NULL)", name="choice_has_outcome"),
        CheckConstraint(_LAYOUT, name="layout"),
        CheckConstraint("revision >= 1", name="revision"),
        Index(
            "uq_judgment_live",
            "assignment_id",
            unique=True,
            sqlite_where=text("live"),
            postgresql_where=text("live"),
        ),
        Index(
            "ix_judgment_ranking",
            "campaign_id",
            "first_system_id",
            "second_system_id",
            "outcome",
            "swapped",
            "order_known",
            "person_id",
            "prompt_id",
            sqlite_where=text("live AND ranked AND outcome IS NOT NULL"),
            postgresql_where=text("live AND ranked AND outcome IS NOT NULL"),
        ),
        Index("ix_judgment_person", "campaign_id", "person_id", "id"),
        # Pages of judgments, in the order of the log.
        Index("ix_judgment_page", "campaign_id", "id", sqlite_where=text(LIVE), postgresql_where=text(LIVE)),
        # Gold, repeats and the like: few among many.
        Index(
            "ix_judgment_unranked",
            "campaign_id",
            "person_id",
            sqlite_where=text("NOT ranked"),
            postgresql_where=text("NOT ranked"),
        ),
        # Without them a database looks through all judgments for each comparison and prompt that is taken out.
        Index(None, "comparison_id"),
        Index(None, "prompt_id"),
        Index("ix_judgment_late", "campaign_id", "person_id", sqlite_where=text("late"), postgresql_where=text("late")),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignment.id"))
    revision: Mapped[int]
    live: Mapped[bool] = mapped_column(default=True)
    choice: Mapped[str | None]
    outcome: Mapped[str | None]
    swapped: Mapped[bool]
    order_known: Mapped[bool] = mapped_column(default=True)
    ranked: Mapped[bool] = mapped_column(default=True)  # False for gold, repeats and doubled rows
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    comparison_id: Mapped[int] = mapped_column(ForeignKey("comparison.id"))
    prompt_id: Mapped[int] = mapped_column(ForeignKey("prompt.id"))
    first_system_id: Mapped[int | None] = mapped_column(ForeignKey("system.id"))
    second_system_id: Mapped[int | None] = mapped_column(ForeignKey("system.id"))
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    imported: Mapped[bool] = mapped_column(default=False)
    late: Mapped[bool] = mapped_column(default=False)
    shown_at: Mapped[datetime | None]
    decided_at: Mapped[datetime | None]
    active_ms: Mapped[int | None]
    layout: Mapped[str | None]
    text_view: Mapped[str | None]
    language: Mapped[str | None]
    prompt_opened: Mapped[bool | None]
    protocol_version: Mapped[str | None]
    protocol_hash: Mapped[str | None]
    guideline_version: Mapped[str | None]
    # Of an imported one: columns of its file that are none of ours. Never sent to an annotator's browser.
    meta: Mapped[dict[str, Any] | None] = mapped_column(JSONObject)
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class Remark(Base):
    """An annotator's reasons for one revision of a judgment; they may be empty."""

    __tablename__ = "remark"
    __table_args__ = (
        UniqueConstraint("judgment_id"),
        CheckConstraint("quality IN ('both_well', 'both_badly')", name="quality"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    judgment_id: Mapped[int] = mapped_column(ForeignKey("judgment.id"))
    quality: Mapped[str | None]  # of a tie
    comment: Mapped[str | None]
    given_at: Mapped[datetime] = mapped_column(default=utc_now)


class Reason(Base):
    """One issue of the guidelines that an annotator found in one response: at a place of its text, or without one."""

    __tablename__ = "reason"
    __table_args__ = (
        UniqueConstraint("remark_id", "response_id", "issue", "start", "end"),
        *(CheckConstraint(condition, name=name) for name, condition in _PLACE.items()),
        # To the constraint above, missing places are not equal.
        Index(
            "uq_reason_placeless",
            "remark_id",
            "response_id",
            "issue",
            unique=True,
            sqlite_where=text("start IS NULL"),
            postgresql_where=text("start IS NULL"),
        ),
        Index(None, "response_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    remark_id: Mapped[int] = mapped_column(ForeignKey("remark.id"))
    response_id: Mapped[int] = mapped_column(ForeignKey("response.id"))
    issue: Mapped[str]  # a key of the protocol
    start: Mapped[int | None]  # both or neither
    end: Mapped[int | None]


class RatingAssignment(Base):
    """A response given to one person (or judge) to rate under one protocol; leased as comparisons are.

    `kind`: 'regular' is the stream, control responses among it; training and test come before.
    """

    __tablename__ = "rating_assignment"
    __table_args__ = (
        UniqueConstraint("response_id", "person_id", "protocol_key"),
        CheckConstraint("status IN ('leased', 'done', 'skipped', 'released')", name="status"),
        CheckConstraint("kind IN ('regular', 'training', 'test')", name="kind"),
        CheckConstraint("(status = 'skipped') = (skip_reason IS NOT NULL)", name="skip_has_reason"),
        CheckConstraint(f"skip_reason IN {SKIP_REASONS}", name="skip_reason"),
        Index("ix_rating_assignment_person", "campaign_id", "person_id", "status"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    response_id: Mapped[int] = mapped_column(ForeignKey("response.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    protocol_key: Mapped[str]
    protocol_version: Mapped[str]
    protocol_hash: Mapped[str]
    kind: Mapped[str] = mapped_column(default="regular", server_default="regular")
    qualification_id: Mapped[int | None] = mapped_column(ForeignKey("qualification.id"))  # of a test
    status: Mapped[str] = mapped_column(default="leased")
    leased_until: Mapped[datetime | None]
    shown_at: Mapped[datetime | None]
    skip_reason: Mapped[str | None]
    skip_comment: Mapped[str | None]
    skipped_at: Mapped[datetime | None]
    skip_settled_at: Mapped[datetime | None]  # when a lead found that the skip needs nothing more
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class Rating(Base):
    """One criterion's score on one response, one revision of it: an integer, or not applicable."""

    __tablename__ = "rating"
    __table_args__ = (
        UniqueConstraint("rating_assignment_id", "criterion", "revision"),
        CheckConstraint("NOT (not_applicable AND value IS NOT NULL)", name="value_or_na"),
        CheckConstraint(_LAYOUT, name="layout"),
        Index(
            "uq_rating_live",
            "rating_assignment_id",
            "criterion",
            unique=True,
            sqlite_where=text("live"),
            postgresql_where=text("live"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    rating_assignment_id: Mapped[int] = mapped_column(ForeignKey("rating_assignment.id"))
    criterion: Mapped[str]
    revision: Mapped[int]
    live: Mapped[bool] = mapped_column(default=True)
    value: Mapped[int | None]
    expected: Mapped[float | None]  # of a judge: the points of the scale, weighted by their probabilities
    log_probability: Mapped[float | None]  # of a judge: the response's, the mean of its tokens, in nats
    not_applicable: Mapped[bool] = mapped_column(default=False)
    explanation: Mapped[str | None]
    decided_at: Mapped[datetime | None]
    active_ms: Mapped[int | None]
    language: Mapped[str | None]
    layout: Mapped[str | None]
    late: Mapped[bool] = mapped_column(default=False)  # it came after its lease had run out
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class RatingMark(Base):
    """One issue that a rater found in the rated response, in one revision of its ratings; a place as in `Reason`."""

    __tablename__ = "rating_mark"
    __table_args__ = (
        UniqueConstraint("rating_assignment_id", "revision", "issue", "start", "end"),
        *(CheckConstraint(condition, name=name) for name, condition in _PLACE.items()),
        CheckConstraint("revision >= 1", name="revision"),
        Index(
            "uq_rating_mark_placeless",
            "rating_assignment_id",
            "revision",
            "issue",
            unique=True,
            sqlite_where=text("start IS NULL"),
            postgresql_where=text("start IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    rating_assignment_id: Mapped[int] = mapped_column(ForeignKey("rating_assignment.id"))
    revision: Mapped[int]
    start: Mapped[int | None]
    end: Mapped[int | None]
    issue: Mapped[str]


class DeskAction(Base):
    """What a person did on the desk, under the name that their browser gave it: sent twice, it is done once.

    Also what Undo goes back through; it belongs to no archive, since it only matters while someone works.
    """

    __tablename__ = "desk_action"
    __table_args__ = (
        UniqueConstraint("campaign_id", "person_id", "uuid"),
        CheckConstraint("assignment_id IS NULL OR rating_assignment_id IS NULL", name="about_one"),
        Index("ix_desk_action_person", "campaign_id", "person_id", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    uuid: Mapped[str]
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    kind: Mapped[str]
    assignment_id: Mapped[int | None] = mapped_column(ForeignKey("assignment.id"))
    rating_assignment_id: Mapped[int | None] = mapped_column(ForeignKey("rating_assignment.id"))
    revision: Mapped[int | None]
    done_at: Mapped[datetime]  # as the browser's clock counted back from the moment of sending
    # At the earliest: when texts handed out until then could have been in sight as long as the browser said. Requests
    # that take long do not move it, so the next one is not taken for too quick.
    read_until: Mapped[datetime | None]
    undone: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
