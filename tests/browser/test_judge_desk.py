"""Run a judge in a browser: five replies, the whole run with a typed key, and that key in nothing that was received."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from eval_core.campaigns.jobs.job_list import list_jobs
from eval_core.campaigns.people.persons import add_person
from eval_core.protocols import load_protocol
from tests.browser.conftest import Site, sign_in
from tests.judges.stub import Stub, serving
from tests.support.browser.acting import Received
from tests.support.browser.axe_checks import PHONE, barriers, sideways
from tests.support.browser.scenes import settle
from tests.support.building import Built, build_campaign
from tests.support.checking import everything

KEY = "sk-typed-by-a-lead-0123456789"
MODEL = "norsk-dommer"
ITEMS = 5


@pytest.fixture
def endpoint() -> Iterator[Stub]:
    """Repeats its key in every reply; every fifth reply cannot be read."""
    with serving(Stub(load_protocol("norwegian_fluency"), parroting=True, malformed_every=5)) as stub:
        yield stub


@pytest.fixture
def site(serve: Callable[..., Site], endpoint: Stub) -> Site:
    return serve(PARVIS_JUDGE_URL=endpoint.url, OPENAI_API_KEY="")


@pytest.fixture
def built(site: Site) -> Built:
    return build_campaign(site.store, prompts=4)


def test_from_five_items_to_the_whole_run(
    site: Site, built: Built, endpoint: Stub, visit: Callable[..., Page], tmp_path: Path
) -> None:
    """Ask, read, run; no barriers in the dark on a phone; the typed key went to the endpoint and nowhere else."""
    page = visit(locale="nb")
    received = Received.by(page)
    link = add_person(site.store, "Lise", ("lead",), [built.slug])
    sign_in(page, f"{site.url}/join/{link.token}")
    page.wait_for_load_state("networkidle")  # the browser forgets the answers of a page that is left
    page.goto(f"{site.url}/judge_desk?campaign={built.slug}")
    expect(page.locator(".tried")).to_have_count(ITEMS)
    page.locator(".st-key-judge_model input").fill(MODEL)
    page.locator(".st-key-judge_key input").fill(KEY)
    page.locator(".st-key-judge_try button").click()
    expect(page.locator(".tried .sides")).to_have_count(ITEMS)
    expect(page.get_by_text("4 av 5 svar kan leses.")).to_be_visible()
    settle(page)
    assert barriers(page) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    settle(page)
    assert barriers(page) == []
    assert sideways(page) == []
    page.locator(".st-key-judge_run_all button").click()
    expect(page.locator("table.plain td", has_text="Ferdig")).to_be_visible()
    (job,) = list_jobs(site.store, built.slug)
    assert (job.state, job.done) == ("done", job.total)
    assert endpoint.keys == {f"Bearer {KEY}"}
    assert received.naming([MODEL, "[key]", KEY]) == [MODEL, "[key]"]
    assert KEY not in site.log.read_text(errors="replace")
    assert KEY not in repr(everything(site.store))
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert any(MODEL.encode() in file.read_bytes() for file in files)
    assert not [file for file in files if KEY.encode() in file.read_bytes()]
