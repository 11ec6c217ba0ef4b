"""What people do in the browser, and what their browsers receive."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import Page, Response, WebSocket, expect

LABELS = {"A": "A is more fluent", "tie": "Equally fluent", "B": "B is more fluent"}
# Elements' own scripts arrive only when `letGo` is called, as on a slow phone.
LATE_SCRIPTS = """
const url = URL.createObjectURL.bind(URL)
window.gate = new Promise(resolve => { window.letGo = resolve })
URL.createObjectURL = (blob) =>
  url(blob.type === 'text/javascript' ? new Blob(['await window.gate;', blob], { type: blob.type }) : blob)
"""


@dataclass
class Received:
    """Every byte that a page's browser receives: documents, scripts, downloads and websocket frames."""

    parts: list[bytes] = field(default_factory=list)

    @classmethod
    def by(cls, page: Page) -> Received:
        """Start to listen; do so before the page's first address."""
        received = cls()
        page.on("response", received._response)
        page.on("websocket", received._websocket)
        return received

    def _response(self, response: Response) -> None:
        self.parts.append(response.url.encode())
        if response.request.resource_type in ("document", "xhr", "fetch") and response.status < 300:
            self.parts.append(response.body())

    def _websocket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.parts.append(_bytes(frame)))

    def naming(self, names: list[str]) -> list[str]:
        """Those of the names that stand somewhere in what was received."""
        everything = b"\n".join(self.parts)
        return [name for name in names if name.encode() in everything]


def _bytes(frame: str | bytes) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame


def settled(page: Page) -> None:
    """Wait until the server has sent the whole screen: before that, some of what was there is next to what comes.

    Pages before the sign-in are whole at once.
    """
    expect(page.locator("[data-test-script-state]:not([data-test-script-state=notRunning])")).to_have_count(0)


def pick(page: Page, key: str, option: str) -> None:
    """Choose an option from the list of this key."""
    box = page.locator(f'[class*="st-key-{key}"]').get_by_role("combobox")
    box.scroll_into_view_if_needed()
    # Scrolling closes an open list, and reaches the page with its next picture.
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    box.click()
    page.get_by_role("option", name=option).click()
