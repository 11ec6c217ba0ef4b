"""The table of operations: routes, OpenAPI document, page and documentation are made from it, so they cannot differ."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from eval_core.campaigns.publishing.judgment_pages import MOST, PAGE
from eval_core.locales import N_
from eval_core.web.programs import handlers
from eval_core.web.programs.campaign_models import Campaign, Campaigns, Fault, Problem, Progress, Refusal
from eval_core.web.programs.handlers import Call
from eval_core.web.programs.import_models import ImportReport
from eval_core.web.programs.intake import SUFFIXES
from eval_core.web.programs.judgment_models import Judgment, JudgmentPage, Removed
from eval_core.web.programs.ranking_models import Ranking
from eval_core.web.programs.replies import Reply

VERSION = "v1"


@dataclass(frozen=True)
class Parameter:
    """A part of the path, an option of the query or a header."""

    name: str
    place: str  # as OpenAPI calls it: path, query, header
    description: str
    shape: Mapping[str, Any] = field(default_factory=lambda: {"type": "string"})
    example: Any = None


@dataclass(frozen=True)
class Operation:
    """What a program can do.

    Attributes:
        path: below /api/v1.
        summary: a message for readers; `description` is for the document, which is in English.
        answer: the model of its JSON; `line` that of a line, where it also answers in lines.
        problems: the statuses that it answers with besides those of every operation.
        earlier: whether it is at /api too, its address before there were versions.
    """

    key: str
    method: str
    path: str
    summary: str
    description: str
    run: Callable[[Call], Awaitable[Reply]]
    answer: type[BaseModel]
    line: Any = None
    parameters: tuple[Parameter, ...] = ()
    body: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[int, ...] = ()
    earlier: bool = False


@dataclass(frozen=True)
class Error:
    """A status that is no success, with the model of its JSON."""

    model: type[BaseModel] | None
    description: str


ERRORS = {
    304: Error(None, "what you have, by `If-None-Match`, is what there is"),
    401: Error(Problem, "no valid token of this campaign; the message is always the same"),
    404: Error(Problem, "no such address below /api/v1"),
    405: Error(Problem, "another method; the header `Allow` has those that there are"),
    409: Error(Refusal, "the campaign's state or kind does not allow it; `code` says why"),
    413: Error(Problem, "the body is too large"),
    415: Error(Problem, "another type of content, or compressed"),
    422: Error(
        Fault,
        "an error in the file (`row` and `column` say where), an option or a cursor, or there is nothing to rank yet",
    ),
    429: Error(
        Problem,
        "too many wrong tokens from this address: wait ten minutes. A valid one is answered after a second; with `429` "
        "only while many others wait",
    ),
    503: Error(Refusal, "the database is busy, full, read-only or away (`code` says which): try again later"),
}
ALWAYS = (401, 429, 503)
SLUG = Parameter("slug", "path", "the campaign's short name", example="summaries")
KNOWN = Parameter("If-None-Match", "header", "the `ETag` of the ranking that you have")
CURSOR = Parameter("cursor", "query", "the `cursor` of the answer before; none to begin at the start")
LIMIT = Parameter(
    "limit",
    "query",
    "how many judgments at most",
    {"type": "integer", "minimum": 1, "maximum": MOST, "default": PAGE},
)
_MANY = {"type": "array", "items": {"type": "string"}}

OPERATIONS = (
    Operation(
        key="list_campaigns",
        method="GET",
        path="/campaigns",
        summary=N_("The campaign that the token opens"),
        description="A list with the one campaign that the token opens.",
        run=handlers.campaigns,
        answer=Campaigns,
    ),
    Operation(
        key="read_campaign",
        method="GET",
        path="/campaigns/{slug}",
        summary=N_("Title, state, kind and counts of the campaign"),
        description="What the campaign is. Names no system and no person.",
        run=handlers.campaign,
        answer=Campaign,
        parameters=(SLUG,),
    ),
    Operation(
        key="add_responses",
        method="POST",
        path="/campaigns/{slug}/responses",
        summary=N_("Add responses"),
        description="Imports the body as `parvis import responses` does: in one transaction, and the same file twice "
        "adds nothing twice. At most 64 MiB, not compressed.",
        run=handlers.responses,
        answer=ImportReport,
        parameters=(
            SLUG,
            Parameter(
                "comparisons_per_prompt",
                "query",
                "how many comparisons to make of a prompt",
                {"type": "integer", "minimum": 0, "maximum": 999_999},
            ),
            Parameter("against", "query", "compare with these systems only, or with all", _MANY),
            Parameter("column", "query", "what a heading means, as THEIRS=ours", _MANY),
            Parameter("leave_out", "query", "names_system, api_error or empty_response: leaves out prompts", _MANY),
            Parameter("decode", "query", "true: decode escapes such as &amp; in texts", {"type": "boolean"}),
        ),
        body=tuple(SUFFIXES),
        problems=(409, 413, 415, 422),
        earlier=True,
    ),
    Operation(
        key="read_progress",
        method="GET",
        path="/campaigns/{slug}/progress",
        summary=N_("How far the campaign is"),
        description="What `parvis progress --format json` prints. Names people, no system.",
        run=handlers.progress,
        answer=Progress,
        parameters=(SLUG,),
        earlier=True,
    ),
    Operation(
        key="read_ranking",
        method="GET",
        path="/campaigns/{slug}/ranking",
        summary=N_("The ranking so far"),
        description="What `parvis rank --campaign SLUG --format json` prints. It names systems while judging is open, "
        "and the audit log notes that the program has seen it.",
        run=handlers.ranking,
        answer=Ranking,
        parameters=(SLUG, KNOWN),
        headers={"ETag": "names this ranking, for `If-None-Match`"},
        problems=(304, 422),
        earlier=True,
    ),
    Operation(
        key="read_judgments",
        method="GET",
        path="/campaigns/{slug}/judgments",
        summary=N_("Judgments, page by page, and what has changed since"),
        description="Put each record in the place of the one that has its `id`, and remove what is not `live`: once "
        "`next` is null, you have the table of `parvis export judgments --pseudonymous`. Keep `cursor` and ask with it "
        "for what has changed since. A record may come again. It names systems while judging is open, and the audit "
        "log notes that the program has seen them.",
        run=handlers.judgments,
        answer=JudgmentPage,
        line=Judgment | Removed,
        parameters=(SLUG, CURSOR, LIMIT),
        headers={
            "Parvis-Cursor": "the `cursor`, for those who read lines",
            "Link": 'the address of the next page with `rel="next"`; missing where there is none now',
        },
        problems=(409, 422),
    ),
)
