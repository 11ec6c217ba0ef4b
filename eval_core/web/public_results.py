"""The public pages of results, /results/SLUG: what `parvis publish` writes, for anyone, when a lead has switched it on.

A site is built once for each state of the data, by the first who asks, and kept in a temporary folder. Whether it is
public is asked at each request, so that opening a campaign again hides it at once. A file is found by its name in a
list of what was written: no path from outside ever reaches the disk.
"""

from __future__ import annotations

import asyncio
import logging
import mimetypes
import re
import shutil
import tempfile
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from eval_core import settings
from eval_core.campaigns.people.link_address import results_address
from eval_core.campaigns.publishing.public_results import PublicResults, public_results
from eval_core.errors import InputError, RefusedError, UnavailableError
from eval_core.locales import gettext as _
from eval_core.locales import preferred, use_language
from eval_core.store import Store
from eval_core.web.plain_page import plain_page

_LOG = logging.getLogger("parvis.results")
_KEPT = 12  # sites
_WAITING = 40  # requests that wait for sites to be built
_AGAIN = 60.0  # seconds until a site that could not be built is tried again
_SLUG = re.compile("[a-z0-9_-]{1,200}")
_TYPES = {".js": "text/javascript", ".md": "text/markdown", ".cff": "text/plain", ".woff2": "font/woff2"}
_TYPES |= {".parquet": "application/vnd.apache.parquet", ".zip": "application/zip"}
HEADERS = {
    # Kept by browsers, but asked for each time: what is no longer public is not shown.
    "Cache-Control": "no-cache",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none';"
        " form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@dataclass(frozen=True)
class _Built:
    """A site on disk: its files by name. None are there where it could not be built; `at` is when that was."""

    key: str
    files: Mapping[str, Path]
    at: float
    folder: Path | None = None
    failed: bool = False


class PublicSites:
    """The sites of one process. Only one is built at a time, so that strangers cannot take all of the processor."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._sites: OrderedDict[str, _Built] = OrderedDict()
        self._turn = asyncio.Lock()
        self._waiting = 0

    @cached_property
    def _place(self) -> tempfile.TemporaryDirectory[str]:
        """Where sites are kept: made for the first of them, and gone with the process."""
        return tempfile.TemporaryDirectory(prefix="parvis-results-", ignore_cleanup_errors=True)

    async def site(self, wanted: PublicResults) -> _Built | None:
        """The site in this state of the data; None where too many wait for it, or it is another state by now."""
        if (known := self._known(wanted)) is not None:
            return known
        if self._waiting >= _WAITING:
            return None
        self._waiting += 1
        try:
            async with self._turn:
                # Another request may have had it built meanwhile.
                if (built := self._known(wanted)) is None:
                    built = await run_in_threadpool(self._build, wanted)
                    self._keep(wanted.slug, built)
            # Waiting and building take seconds, in which it may have been opened again, or its texts been withheld.
            still = await run_in_threadpool(public_results, self.store, wanted.slug) == wanted
            return built if still else None
        finally:
            self._waiting -= 1

    def _known(self, wanted: PublicResults) -> _Built | None:
        known = self._sites.get(wanted.slug)
        if known is None or known.key != wanted.key:
            return None
        if known.failed and time.monotonic() - known.at > _AGAIN:
            return None
        self._sites.move_to_end(wanted.slug)
        return known

    def _build(self, wanted: PublicResults) -> _Built:
        from eval_core.reports.site.publication import write_site
        from eval_core.reports.site.site_folder import MARKER

        folder = Path(tempfile.mkdtemp(dir=self._place.name)) / "site"
        address = results_address(wanted.slug, settings.BASE_URL.value())
        now = time.monotonic()
        try:
            written = write_site(self.store, wanted.slug, folder, texts=wanted.texts, address=address)
        except InputError:
            return _Built(wanted.key, {}, now)  # such as nothing to rank: there is no page to show
        except RefusedError:
            return _Built(wanted.key, {}, now, failed=True)  # opened again this moment: closed once more, it is built
        except Exception:
            _LOG.exception("the public results of a campaign could not be built")
            return _Built(wanted.key, {}, now, failed=True)
        hidden = (MARKER, ".nojekyll")
        files = {name: folder / name for name in written.files if name not in hidden}
        return _Built(wanted.key, files, now, folder.parent)

    def _keep(self, slug: str, built: _Built) -> None:
        old = [self._sites.pop(slug, None)]
        self._sites[slug] = built
        while len(self._sites) > _KEPT:
            old.append(self._sites.popitem(last=False)[1])
        for gone in old:
            if gone and gone.folder:
                shutil.rmtree(gone.folder, ignore_errors=True)


def public_results_routes(store: Store, base_path: str = "") -> list[BaseRoute]:
    """The routes /results/SLUG/... under `base_path` ('' or '/parvis')."""
    sites = PublicSites(store)

    async def results(request: Request) -> Response:
        slug, name = request.path_params["slug"], request.path_params.get("name")
        try:
            wanted = await run_in_threadpool(public_results, store, slug) if _SLUG.fullmatch(slug) else None
            if wanted is None:
                return _nothing_here(request, base_path)
            here = f"{base_path}/results/{quote(slug)}/"
            if name is None:
                return RedirectResponse(here, status_code=308, headers={**HEADERS, "Cache-Control": "no-store"})
            built = await sites.site(wanted)
        except UnavailableError:
            built = None
        if built is None or built.failed:
            return _later(request)
        if name and not name.endswith("/") and f"{name}/index.html" in built.files:
            place = f"{here}{quote(name)}/"
            return RedirectResponse(place, status_code=308, headers={**HEADERS, "Cache-Control": "no-store"})
        found = f"{name}index.html" if not name or name.endswith("/") else name
        if found not in built.files:
            return _nothing_here(request, base_path)
        return await _sent(request, built, found)

    methods = ["GET", "HEAD"]
    return [
        Route(f"{base_path}/results/{{slug}}", results, methods=methods),
        Route(f"{base_path}/results/{{slug}}/{{name:path}}", results, methods=methods),
    ]


async def _sent(request: Request, built: _Built, name: str) -> Response:
    """A file, or that the browser's copy of it is still good."""
    tag = f'"{built.key[:32]}"'
    headers = {**HEADERS, "ETag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    try:
        content = await run_in_threadpool(built.files[name].read_bytes)
    except FileNotFoundError:  # a newer site took its place at this moment
        return _later(request)
    kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(content, headers=headers, media_type=kind)


def _nothing_here(request: Request, base_path: str) -> Response:
    """The same answer for a campaign that does not exist, that is not public, and for a file that is not there."""
    use_language(preferred(request.headers.get("accept-language")))
    title, text = _("Page not found"), _("There is no page at this address. It may be misspelt, or be an old one.")
    way = f'<a href="{base_path}/">{escape(_("To the first page"))}</a>'
    return plain_page(html=f"<h1>{escape(title)}</h1><p>{escape(text)}</p><p>{way}</p>", status=404)


def _later(request: Request) -> Response:
    use_language(preferred(request.headers.get("accept-language")))
    title, text = _("Just a moment"), _("These results are being put together. Load the page again in a minute.")
    answer = plain_page(html=f"<h1>{escape(title)}</h1><p>{escape(text)}</p>", status=503)
    answer.headers["Retry-After"] = "10"
    return answer
