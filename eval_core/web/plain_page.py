"""HTML pages outside Streamlit: one column of text in the reader's language, without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import parse_qs

from jinja2 import Environment, FileSystemLoader
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse

from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.web.typefaces import typefaces_at

HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",  # the address of a personal link holds the token
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; form-action 'self'; base-uri 'none'"
    ),
}
_MOST_BYTES = 4096  # of a form
_TEMPLATE = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True).get_template("plain_page.html")


def plain_page(*, status: int = 200, lines: Sequence[str] = (), **parts: str | None) -> HTMLResponse:
    """A page with these lines and other parts of the template: text is escaped, but for `html`."""
    html = _TEMPLATE.render(lang=current_language(), typefaces=typefaces_at(), lines=lines, **parts)
    return HTMLResponse(html, status_code=status, headers=HEADERS)


def crowded_page() -> HTMLResponse:
    """For one more of very many at one moment from one network: what the address leads to was not looked at."""
    text = _("Too many people are opening this at once from your network. Load the page again in a moment.")
    answer = plain_page(lines=[text], status=503)
    answer.headers["Retry-After"] = "2"
    return answer


async def short_form(request: Request) -> dict[str, str]:
    """The fields of a short form, without the NUL that no database can compare; nothing of a long or a broken one."""
    body = b""
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > _MOST_BYTES:
                return {}
    except ClientDisconnect:  # in the middle of it, such as the first press of a double tap: no failure of ours
        return {}
    fields = parse_qs(body.decode("utf-8", "replace"))
    return {name: values[-1].replace("\x00", "") for name, values in fields.items()}
