"""The desk on the stub's routes: without Streamlit and without a database, so that each test takes a moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.browser.desk import Desk
from tests.support.browser.desk_stub import DESK, Stub, serving
from tests.support.browser.stub_pile import StubDesk

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# Nobody waits for a server over the network here: what is not there in this time does not come.
PATIENCE_MS = 10_000
# Of all desks of a run: under a slug that was there before, a test would go on with another's pile.
NUMBERS = count()


@dataclass(frozen=True)
class Laid(Desk):
    """A desk in a tab, and the pile behind it."""

    pile: StubDesk

    def tell(self, script: str, argument: Any = None) -> Any:
        """Run a script with the desk's shadow root as `root`."""
        return self.page.evaluate(
            f"argument => {{ const root = document.getElementById('host').shadowRoot; {script} }}", argument
        )

    def acted(self, kind: str) -> list[dict[str, Any]]:
        """What of this kind the server has recorded."""
        return [action for action in self.pile.actions if action["kind"] == kind]


@pytest.fixture(scope="module")
def stub() -> Iterator[Stub]:
    with serving() as running:
        yield running


@pytest.fixture
def lay(stub: Stub, visit: Callable[..., Page]) -> Callable[..., Laid]:
    """Opens a desk: keywords are the fields of `stub_pile.Plan` and the page's `size`, `theme` and `owner`.

    `options` are those of the browser's profile, such as PHONE. Each desk has a slug of its own, and so a pile and a
    store of actions. `fault` plants one: in a module of the desk, what is found there becomes something else. `before`
    is a script that runs before the page's own.
    """

    def open_desk(
        options: dict[str, Any] | None = None,
        *,
        fault: tuple[str, str, str] | None = None,
        before: str | None = None,
        **query: object,
    ) -> Laid:
        page = visit(**(options or {}))
        page.set_default_timeout(PATIENCE_MS)
        if before:
            page.add_init_script(before)
        if fault:
            plant(page, *fault)
        slug = f"desk{next(NUMBERS)}"
        asked = "&".join(f"{name}={value}" for name, value in {"language": "en", "texts": "short", **query}.items())
        page.goto(f"{stub.url}/?slug={slug}&{asked}")
        laid = Laid(page, stub.desk(slug))
        laid.stands("judge", "why", "answer", "intro", "gate", "rate")
        return laid

    return open_desk


def plant(page: Page, name: str, found: str, other: str) -> None:
    """Serve a module of the desk with a fault in it."""
    script = (DESK / name).read_text(encoding="utf-8")
    assert script.count(found) == 1, f"{found!r} is not once in {name}"
    spoiled = script.replace(found, other)
    page.route(f"**/desk-files/*/{name}", lambda route: route.fulfill(body=spoiled, content_type="text/javascript"))
