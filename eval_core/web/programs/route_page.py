"""A page about the API for those who open its address in a browser. It needs no sign-in and holds no data."""

from __future__ import annotations

from html import escape

from starlette.requests import Request
from starlette.responses import Response

from eval_core.locales import gettext as _
from eval_core.locales import preferred, use_language
from eval_core.web.plain_page import plain_page
from eval_core.web.programs.operations import OPERATIONS


def route_page(request: Request, base: str) -> Response:
    """The operations under the address `base`, in the language of the browser, and a link to their OpenAPI document."""
    use_language(preferred(request.headers.get("accept-language")))
    rows = "".join(
        f"<h2>{escape(_(op.summary))}</h2><p><code>{op.method} {escape(base + op.path)}</code></p>" for op in OPERATIONS
    )
    words = (
        f"<h1>{escape(_('For programs'))}</h1>"
        f"<p>{escape(_('A program needs a token of the campaign. Leads create one on the page Export.'))}</p>"
    )
    link = f'<a href="{escape(base)}/openapi.json">{escape(_("Everything as an OpenAPI document"))}</a>'
    return plain_page(html=f"{words}{rows}<p class='below'>{link}</p>")
