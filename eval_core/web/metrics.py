"""Figures for monitoring, in Prometheus's text form, at /metrics: off without PARVIS_METRICS_TOKEN, and guarded by it.

How much is judged, and when, is for the operator only: in a small campaign it shows what one person does. So there is
no figure by person or campaign, and none at all without the token.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from contextlib import suppress

from prometheus_client import CollectorRegistry, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from eval_core import __version__, settings
from eval_core.errors import UnavailableError
from eval_core.store import Store
from eval_core.upkeep.counts import OperatingFigures, operating_figures
from eval_core.upkeep.versions import versions
from eval_core.web.throttle import FailureLimit, client_of

_HEADERS = {"Cache-Control": "no-store"}
_KINDS = ("busy", "full", "read_only", "away", "moved", "damaged")
# Of this process; what is in the database is read on request.
_PROCESS = CollectorRegistry()
ProcessCollector(registry=_PROCESS)  # memory, processor time, open files
CLICKS = Histogram(
    "parvis_click_seconds",
    "Time from an annotator's click reaching this process until it was recorded or refused",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=_PROCESS,
)


def metrics_routes(store: Store, base_path: str = "") -> list[BaseRoute]:
    """The route /metrics under `base_path`; none without PARVIS_METRICS_TOKEN.

    Raises:
        ParvisError: if the token has fewer than 16 characters.
    """
    token = settings.METRICS_TOKEN.value()
    if not token:
        return []
    limit, expected = FailureLimit(), f"Bearer {token}".encode()

    async def metrics(request: Request) -> Response:
        client, presented = client_of(request), request.headers.get("authorization", "").encode()
        async with limit.turn(client) as admitted:
            if not admitted:
                return PlainTextResponse("too many at once\n", 503, _HEADERS | {"Retry-After": "1"})
            if not hmac.compare_digest(presented, expected):
                if presented and limit.failed(client):
                    return PlainTextResponse("wait ten minutes\n", 429, _HEADERS | {"Retry-After": "600"})
                return PlainTextResponse("a token is needed\n", 401, _HEADERS | {"WWW-Authenticate": "Bearer"})
        text = await run_in_threadpool(_text, store)
        return PlainTextResponse(text, headers=_HEADERS, media_type=CONTENT_TYPE_PLAIN_0_0_4)

    return [Route(f"{base_path}/metrics", metrics, methods=["GET"])]


def _text(store: Store) -> bytes:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_DatabaseCollector(store))
    return generate_latest(_PROCESS) + generate_latest(registry)


class _DatabaseCollector(Collector):
    """The figures of one moment."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def collect(self) -> Iterator[Metric]:
        figures: OperatingFigures | None = None
        with suppress(UnavailableError):  # that it is away is reported; unknown figures are left out
            figures = operating_figures(self._store)
        yield GaugeMetricFamily("parvis_database_up", "Whether the database answered just now", bool(figures))
        if figures:
            yield CounterMetricFamily(
                "parvis_judgments", "Judgments there are, undone ones included", figures.judgments
            )
            yield CounterMetricFamily("parvis_ratings", "Ratings there are, earlier ones included", figures.ratings)
            yield GaugeMetricFamily(
                "parvis_leases", "Comparisons and responses that are assigned to somebody", figures.leases
            )
            yield GaugeMetricFamily("parvis_sign_ins", "Sign-ins that have not been closed", figures.sign_ins)
        errors = CounterMetricFamily("parvis_database_errors", "What it could not do for this process", labels=["kind"])
        for kind in _KINDS:
            errors.add_metric([kind], self._store.troubles[f"database_{kind}"])
        yield errors
        info = GaugeMetricFamily("parvis_info", "The version that runs", labels=["version"])
        info.add_metric([__version__], 1)
        yield info
        parts = GaugeMetricFamily("parvis_component_info", "The version of each part", labels=["component", "version"])
        for component, number in versions(self._store).items():
            parts.add_metric([component, number], 1)
        yield parts
