"""Tables of what is judged: campaigns, prompts, systems, responses and comparisons."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Exists, ForeignKey, Index, UniqueConstraint, or_, select, text
from sqlalchemy.orm import Mapped, mapped_column

from eval_core.store.base import Base, JSONList, JSONObject, utc_now

OPEN_COMPARISON = "done < overlap AND kind = 'regular' AND identical = false AND withdrawn_at IS NULL"


class Campaign(Base):
    """One evaluation effort: a protocol, its prompts, its people, its targets.

    A draft is being set up and not yet judged; `closed` may be opened again; `archived` is also hidden from
    the lists.
    """

    __tablename__ = "campaign"
    __table_args__ = (
        CheckConstraint("status IN ('draft', 'open', 'paused', 'closed', 'archived')", name="status"),
        CheckConstraint("text_view IN ('plain', 'formatted')", name="text_view"),
        CheckConstraint("overlap >= 1", name="overlap"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    status: Mapped[str] = mapped_column(default="open")
    protocol_key: Mapped[str]
    protocol_version: Mapped[str]
    protocol_hash: Mapped[str]
    clarifications: Mapped[int] = mapped_column(default=0)  # published ones: part of the guidelines' version
    guideline_edition: Mapped[int] = mapped_column(default=0)  # the newest of the campaign's own; 0: the general text
    text_view: Mapped[str] = mapped_column(default="plain")
    overlap: Mapped[int] = mapped_column(default=2)
    shared: Mapped[int] = mapped_column(default=0)  # comparisons in the shared set
    shared_overlap: Mapped[int] = mapped_column(default=0)
    per_annotator: Mapped[int | None]  # quota of judgments per person
    deadline: Mapped[datetime | None]
    is_demo: Mapped[bool] = mapped_column(default=False)
    settings: Mapped[dict[str, Any]] = mapped_column(default=dict)
    headings: Mapped[dict[str, Any] | None]  # kind of file -> heading -> our column, as a lead has matched them
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class Prompt(Base):
    """The input of the systems; `key` is its id in the files, or a hash of text and standard."""

    __tablename__ = "prompt"
    __table_args__ = (
        UniqueConstraint("campaign_id", "key"),
        CheckConstraint("written_standard IN ('nb', 'nn')", name="written_standard"),
        CheckConstraint("kind IN ('regular', 'gold')", name="kind"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    key: Mapped[str]
    external_id: Mapped[str | None]  # prompt_id as the file gave it
    kind: Mapped[str] = mapped_column(default="regular")
    text: Mapped[str]
    written_standard: Mapped[str | None]
    category: Mapped[str | None]
    document: Mapped[str | None]
    reference: Mapped[str | None]
    source_language: Mapped[str | None]
    target_language: Mapped[str | None]
    meta: Mapped[dict[str, Any] | None]


class System(Base):
    """What generated a response. Never sent to an annotator's browser.

    `checkpoint` is how far a model of `family` had been trained (steps, tokens, whatever the file counts), 0 or more.
    """

    __tablename__ = "system"
    __table_args__ = (UniqueConstraint("campaign_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    name: Mapped[str]
    family: Mapped[str | None]
    checkpoint: Mapped[float | None]


class Response(Base):
    """One system's text for one prompt. Gold texts have no system; an unknown text is NULL.

    `gold`: where responses are rated, what is known of a text without a system: {"scores": {criterion: [least, most]},
    "explanation": words or None}.
    """

    __tablename__ = "response"
    __table_args__ = (
        UniqueConstraint("prompt_id", "system_id"),
        Index(None, "campaign_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    prompt_id: Mapped[int] = mapped_column(ForeignKey("prompt.id"))
    system_id: Mapped[int | None] = mapped_column(ForeignKey("system.id"))
    text: Mapped[str | None]
    meta: Mapped[dict[str, Any] | None]
    gold: Mapped[dict[str, Any] | None]
    withdrawn_at: Mapped[datetime | None]


class Comparison(Base):
    """Two responses to one prompt, in canonical orientation.

    The first is the response whose system name sorts first by code point; for gold texts without a system,
    the one whose text sorts first. `done` counts live regular judgments by people and moves only together
    with them, in one transaction; it makes "what is still open" an index look-up.
    """

    __tablename__ = "comparison"
    __table_args__ = (
        UniqueConstraint("first_response_id", "second_response_id"),
        CheckConstraint("first_response_id <> second_response_id", name="two_responses"),
        CheckConstraint("kind IN ('regular', 'gold')", name="kind"),
        CheckConstraint("gold_outcome IN ('first', 'second', 'tie')", name="gold_outcome"),
        CheckConstraint("(kind = 'gold') = (gold_outcome IS NOT NULL)", name="gold_has_outcome"),
        CheckConstraint("overlap >= 1 AND done >= 0", name="counts"),
        Index(
            "ix_comparison_open",
            "campaign_id",
            "position",
            sqlite_where=text(OPEN_COMPARISON),
            postgresql_where=text(OPEN_COMPARISON),
        ),
        Index("ix_comparison_campaign", "campaign_id", "kind", "identical", "overlap", "done"),
        Index("ix_comparison_prompt", "prompt_id"),
        # Without it a database looks through all comparisons for each response that is taken out.
        Index(None, "second_response_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    prompt_id: Mapped[int] = mapped_column(ForeignKey("prompt.id"))
    first_response_id: Mapped[int] = mapped_column(ForeignKey("response.id"))
    second_response_id: Mapped[int] = mapped_column(ForeignKey("response.id"))
    kind: Mapped[str] = mapped_column(default="regular")
    round: Mapped[int] = mapped_column(default=1)
    anchor_round: Mapped[int | None]  # the newest round in which it was served again
    overlap: Mapped[int] = mapped_column(default=1)
    shared: Mapped[bool] = mapped_column(default=False)
    position: Mapped[int] = mapped_column(default=0)  # serving order, shared set first
    done: Mapped[int] = mapped_column(default=0)
    identical: Mapped[bool] = mapped_column(default=False)
    gold_outcome: Mapped[str | None]
    gold_issue: Mapped[str | None]
    gold_explanation: Mapped[str | None]
    # Where the less fluent text is wrong: ranges [start, end) of its Unicode code points.
    gold_marks: Mapped[list[list[int]] | None] = mapped_column(JSONList)
    # Columns of its file that are none of ours; never sent to an annotator's browser.
    meta: Mapped[dict[str, Any] | None] = mapped_column(JSONObject)
    withdrawn_at: Mapped[datetime | None]


class LoadedFile(Base):
    """A file that a campaign was loaded from; the row goes when the file is taken out again.

    `about` says which rows it added, as the first and the last id under the name of each table: imports into one
    campaign follow each other, so all of the campaign's rows between them are its own. Under 'loaded_file' are the
    earlier files whose rows it names, and under 'prompt.text' and the like the ids of earlier rows that it completed.
    """

    __tablename__ = "loaded_file"
    __table_args__ = (
        Index(None, "campaign_id"),
        CheckConstraint("kind IN ('responses', 'comparisons', 'gold', 'judgments', 'ratings')", name="kind"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    kind: Mapped[str]
    name: Mapped[str]
    size: Mapped[int | None]  # bytes
    rows: Mapped[int]
    added: Mapped[dict[str, Any]] = mapped_column(default=dict)  # how many of what
    about: Mapped[dict[str, Any]] = mapped_column(default=dict)
    loaded_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))  # NULL: command line, or a program
    program: Mapped[str | None]
    loaded_at: Mapped[datetime] = mapped_column(default=utc_now)


def lacks_text() -> Exists:
    """The condition for a text of a comparison to be missing or empty (imported judgments may lack them)."""
    blank = select(Response.id).where(
        Response.id.in_((Comparison.first_response_id, Comparison.second_response_id)),
        or_(Response.text.is_(None), Response.text == ""),
    )
    return blank.exists()
