"""What each operation of the API does: the services of the command line, asked by a program."""

from __future__ import annotations

import hashlib
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from eval_core import __version__
from eval_core.campaigns.access import Program
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.publishing.judgment_pages import MOST, PAGE, judgment_page
from eval_core.campaigns.results.early_results import note_look
from eval_core.campaigns.results.leaderboard import latest_change, read_leaderboard
from eval_core.campaigns.watching.description import describe_campaign
from eval_core.campaigns.watching.progress import campaign_progress
from eval_core.errors import InputError
from eval_core.ranking import rank
from eval_core.ranking.choices import choices_document
from eval_core.store import Store
from eval_core.store.cache import PerCampaign
from eval_core.web.programs.intake import import_options, receive, suffix_of
from eval_core.web.programs.replies import LINES, RefusedRequest, Reply

_RANKINGS: PerCampaign[Any] = PerCampaign(8)


@dataclass(frozen=True)
class Call:
    """One request of a program whose token is valid for the campaign `slug`; `base` is the address of the API."""

    store: Store
    request: Request
    who: Program
    slug: str
    base: str


async def campaigns(call: Call) -> Reply:
    """The campaigns that the token opens."""
    return Reply({"campaigns": [(await campaign(call)).document]})


async def campaign(call: Call) -> Reply:
    """What the campaign is."""
    return Reply(asdict(await run_in_threadpool(describe_campaign, call.store, call.slug, call.who)))


async def responses(call: Call) -> Reply:
    """Import the body as `parvis import responses` does."""
    options, suffix = import_options(call.request), suffix_of(call.request)
    with tempfile.TemporaryDirectory(prefix="parvis-") as folder:
        path = Path(folder) / f"responses{suffix}"
        await receive(call.request, path)
        report = await run_in_threadpool(import_responses, call.store, path, call.slug, who=call.who, **options)
    return Reply(report.document())


async def progress(call: Call) -> Reply:
    """What `parvis progress --format json` prints."""
    state = await run_in_threadpool(campaign_progress, call.store, call.slug, call.who)
    return Reply(asdict(state) | {"left": state.left})


async def ranking(call: Call) -> Reply:
    """What `parvis rank --campaign SLUG --format json` prints; not computed again while nothing has changed."""
    return await run_in_threadpool(_ranking, call.store, call.slug, call.who)


async def judgments(call: Call) -> Reply:
    """A page of judgments, as one document or as lines."""
    return await run_in_threadpool(_judgments, call)


def _ranking(store: Store, slug: str, who: Program) -> Reply:
    def computed() -> dict[str, Any]:
        board = read_leaderboard(store, slug, who=who)
        chosen = choices_document(board.choices, board.extent)
        about = {"campaigns": [slug], "choices": chosen, "diagnostics": None}
        return rank(board.votes).as_dict() | about

    note_look(store, slug, who=who)
    state = latest_change(store, slug, who)
    document = _RANKINGS.get_or_compute(store, slug, state, computed)
    tag = hashlib.sha256(f"{__version__} {slug} {state}".encode()).hexdigest()[:24]
    return Reply(document, tag=tag)


def _judgments(call: Call) -> Reply:
    query = call.request.query_params
    if set(query) - {"cursor", "limit"}:
        raise RefusedRequest(422, "an option is one of cursor, limit")
    number = query.get("limit", str(PAGE))
    if not (number.isascii() and number.isdecimal() and len(number) <= len(str(MOST))):
        raise InputError("bad_limit", most=MOST)
    page = judgment_page(call.store, call.slug, query.get("cursor"), int(number), call.who)
    note_look(call.store, call.slug, who=call.who)
    options = urlencode({"cursor": page.cursor, "limit": number})
    following = f"{call.base}/campaigns/{call.slug}/judgments?{options}" if page.more else None
    headers = {"Parvis-Cursor": page.cursor} | ({"Link": f'<{following}>; rel="next"'} if following else {})
    accepted = call.request.headers.get("accept", "")
    if LINES in accepted or "application/x-ndjson" in accepted:
        return Reply(lines=page.records, headers=headers)
    return Reply({"judgments": page.records, "cursor": page.cursor, "next": following}, headers=headers)
