"""A program's copy of the judgments of a campaign, read page by page, and what it must be the same as."""

from __future__ import annotations

import json
from typing import Any

import pytest

from eval_core.campaigns.publishing.judgment_pages import JudgmentPage, judgment_page
from eval_core.campaigns.publishing.judgment_table import export_judgments
from tests.support.building import Built


class Copy:
    """What a program has: it puts each record in place of the one with its id, and removes what is not live."""

    def __init__(self, built: Built) -> None:
        self.built, self.cursor = built, None
        self.records: dict[int, dict[str, Any]] = {}

    def read(self, limit: int) -> JudgmentPage:
        page = judgment_page(self.built.store, self.built.slug, self.cursor, limit)
        assert len(page.records) <= limit
        for record in page.records:
            if record["live"]:
                self.records[record["id"]] = record
            else:
                self.records.pop(record["id"], None)
        self.cursor = page.cursor
        return page

    def read_all(self, limit: int) -> None:
        for _ in range(1_000):
            if not self.read(limit).more:
                return
        pytest.fail("the pages have no end")

    @property
    def table(self) -> list[dict[str, Any]]:
        rows = ({key: row[key] for key in row if key not in ("id", "live")} for row in self.records.values())
        return sorted(rows, key=in_order)


def in_order(row: dict[str, Any]) -> str:
    return json.dumps(row, sort_keys=True)


def exported(built: Built) -> list[dict[str, Any]]:
    """The rows of `parvis export judgments --pseudonymous`."""
    frame = export_judgments(built.store, built.slug, pseudonymous=True)
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return sorted(rows, key=in_order)
