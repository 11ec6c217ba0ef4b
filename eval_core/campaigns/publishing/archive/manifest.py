"""The archive of a campaign: a zip with one JSONL file for each table and a manifest with their sizes and hashes.

The rows of a campaign follow from the schema, so that a new table is part of the archive from its first day: a
table belongs to it by its `campaign_id`, or by the tables that it refers to.
"""

from __future__ import annotations

from typing import Annotated, Literal, cast

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import ColumnElement, Table, select

from eval_core.store import Base, Campaign, Membership, Person

MANIFEST = "manifest.json"
# Tables that grant access, or lead from a pseudonym to a person, are never exported or restored.
SECRET = ("link", "sign_in", "provider_account", "program_token", "link_offer", "pseudonym_key")
# What people gave to this server stays here: mail addresses and what hangs on them, and what a platform calls them.
HERE_ONLY = ("mail_address", "mail_plan", "mail", "arrival")
# Tables that matter only while someone works, or something is at work on one server.
PASSING = ("desk_action", "job", "judge_lease")
PERSON, CAMPAIGN, MEMBERSHIP = (cast("Table", one.__table__) for one in (Person, Campaign, Membership))
# Each after those that it refers to; an `about` may refer to any table.
TABLES: tuple[Table, ...] = tuple(
    sorted(
        (table for table in Base.metadata.sorted_tables if table.name not in (*SECRET, *HERE_ONLY, *PASSING)),
        key=lambda table: "about" in table.c,
    )
)
_BY_NAME = {table.name: table for table in TABLES}
# In an `about`, a key named like a table holds its ids. Rounds are known by number.
REFERENCES = frozenset(_BY_NAME) - {"round", "campaign"}


class FileFacts(BaseModel):
    """One file of the archive: its rows, its bytes before packing, and their SHA-256."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    rows: Annotated[int, Field(ge=0)]
    bytes: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Manifest(BaseModel):
    """The manifest, which is read first. `schema_revision`: that of the database that the archive came from."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    format: Literal["parvis-archive"] = "parvis-archive"
    format_version: Literal[1] = 1
    parvis_version: str
    schema_revision: str
    campaign: str
    people: Literal["pseudonymous", "named"]
    made_at: str
    files: dict[str, FileFacts]


def file_of(table: Table) -> str:
    """The name of a table's file."""
    return f"{table.name}.jsonl"


def belongs(table: Table, campaign_id: int) -> ColumnElement[bool]:
    """The condition for a row of `table` to be the campaign's; a role held everywhere is held here too.

    Raises:
        LookupError: for a table without a connection to a campaign: add it to this module.
    """
    if table is CAMPAIGN:
        return table.c.id == campaign_id
    if table is MEMBERSHIP:
        return (table.c.campaign_id == campaign_id) | table.c.campaign_id.is_(None)
    if "campaign_id" in table.c:
        return table.c.campaign_id == campaign_id
    for column in table.c:
        for key in column.foreign_keys:
            owner = _BY_NAME.get(key.column.table.name)
            if owner is not None and owner is not PERSON and not column.nullable:
                return column.in_(select(owner.c.id).where(belongs(owner, campaign_id)))
    raise LookupError(f"no column says to which campaign a row of '{table.name}' belongs")


def owners(table: Table) -> dict[str, Table]:
    """The columns that refer to a table of the archive, with that table."""
    return {
        column.name: _BY_NAME[key.column.table.name]
        for column in table.c
        for key in column.foreign_keys
        if key.column.table.name in _BY_NAME
    }
