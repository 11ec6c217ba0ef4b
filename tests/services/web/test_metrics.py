"""What monitoring reads at /metrics: Prometheus's own parser understands it, and only who has the token sees it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from importlib.metadata import version

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette
from starlette.testclient import TestClient

from eval_core import __version__
from eval_core.campaigns.people.sign_ins.sign_in import sign_out
from eval_core.errors import ParvisError
from eval_core.store import Store, engine, head_revision
from eval_core.web.metrics import metrics_routes
from tests.support.acts import open_desk
from tests.support.building import Built
from tests.support.judging import judge

TOKEN = "a-token-of-the-monitoring"


@pytest.fixture
def scrape(store: Store, monkeypatch: pytest.MonkeyPatch) -> Callable[[], dict[str, float]]:
    """Reads the figures as Prometheus does: name and labels -> value."""
    monkeypatch.setenv("PARVIS_METRICS_TOKEN", TOKEN)
    client = TestClient(Starlette(routes=metrics_routes(store, "/parvis")))

    def read() -> dict[str, float]:
        answer = client.get("/parvis/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        samples = [sample for family in text_string_to_metric_families(answer.text) for sample in family.samples]
        return {" ".join([sample.name, *sample.labels.values()]): sample.value for sample in samples}

    return read


def test_the_figures_are_the_databases(scrape: Callable[[], dict[str, float]], campaign: Callable[..., Built]) -> None:
    """Judgments, live leases and open sign-ins are counted, in any process and by anyone."""
    built = campaign()
    kari, ola = built.annotators(2)
    judge(built, kari, at_most=3)
    open_desk(built.store, ola, built.slug)
    samples = scrape()
    assert samples["parvis_database_up"] == 1
    assert samples["parvis_judgments_total"] == 3
    assert samples["parvis_leases"] == 1
    assert samples["parvis_sign_ins"] == 2
    assert samples["parvis_ratings_total"] == 0
    assert samples[f"parvis_info {__version__}"] == 1
    parts = dict(name.split(" ")[1:] for name in samples if name.startswith("parvis_component_info "))
    assert parts["parvis"] == __version__
    assert parts["schema"] == head_revision()
    assert parts["streamlit"] == version("streamlit")
    assert parts["sqlite" if built.store.is_sqlite else "postgresql"][0].isdigit()
    assert not parts.keys() & {"pytest", "mypy"}  # what only development needs
    assert samples["process_resident_memory_bytes"] > 0
    sign_out(built.store, ola)
    assert scrape()["parvis_sign_ins"] == 1
    built.store.now.move(hours=1)  # type: ignore[attr-defined]
    assert scrape()["parvis_leases"] == 0


def test_a_database_that_is_away(
    scrape: Callable[[], dict[str, float]], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its database the page still answers, says so, and counts what failed; what it cannot know is left out."""

    @contextmanager
    def broken(*_args: object, **_options: object) -> None:
        raise engine.PoolTimeoutError("planted")

    monkeypatch.setattr(engine, "Session", broken)
    samples = scrape()
    assert samples["parvis_database_up"] == 0
    assert samples["parvis_database_errors_total busy"] == 1
    assert "parvis_judgments_total" not in samples


def test_only_with_the_token(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the setting there is no such page; with it nobody else gets a figure, and guessing is slowed down."""
    monkeypatch.delenv("PARVIS_METRICS_TOKEN", raising=False)
    assert metrics_routes(store) == []
    monkeypatch.setenv("PARVIS_METRICS_TOKEN", "short")
    with pytest.raises(ParvisError, match="at least 16 characters"):
        metrics_routes(store)
    monkeypatch.setenv("PARVIS_METRICS_TOKEN", TOKEN)
    client = TestClient(Starlette(routes=metrics_routes(store)))
    for header in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN}, {"Authorization": "Bearer "}):
        answer = client.get("/metrics", headers=header)
        assert (answer.status_code, "parvis_" in answer.text) == (401, False)
    # Who shows no token has guessed none.
    statuses = [client.get("/metrics", headers={"Authorization": f"Bearer {at}"}).status_code for at in range(18)]
    assert statuses[:17] == [401] * 17
    assert (statuses[0], statuses[-1]) == (401, 429)
