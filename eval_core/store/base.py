"""The declarative base: constraint names, and times that are always UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, MetaData
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import JSON, TypeDecorator

# A later migration can alter or drop only named constraints on every database.
NAMING = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class UTCDateTime(TypeDecorator[datetime]):
    """An aware UTC time. SQLite stores no zone, so reading adds it; naive values are refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a zone cannot be stored")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class JSONList(TypeDecorator[list[Any]]):
    """A list as JSON; nothing is NULL, not the null of JSON."""

    impl = JSON(none_as_null=True)
    cache_ok = True


class JSONObject(TypeDecorator[dict[str, Any]]):
    """An object as JSON; nothing is NULL, not the null of JSON."""

    impl = JSON(none_as_null=True)
    cache_ok = True


class Base(DeclarativeBase):
    """Base of every table."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map = {datetime: UTCDateTime(), dict[str, Any]: JSON()}  # noqa: RUF012 - SQLAlchemy's hook


def utc_now() -> datetime:
    """The present moment, aware and in UTC."""
    return datetime.now(UTC)
