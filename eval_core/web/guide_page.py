"""The annotators' guide as a page that needs no sign-in: it is sent with an invitation and holds no data."""

from __future__ import annotations

from html import escape

from markdown_it import MarkdownIt
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from eval_core.locales import LANGUAGES, use_language
from eval_core.protocols import load_guide
from eval_core.web.plain_page import plain_page


def guide_routes(base_path: str = "") -> list[BaseRoute]:
    """The route /guide/LANGUAGE under `base_path` ('' or '/parvis'), LANGUAGE being en, nb or nn."""

    async def guide(request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            return plain_page(status=404)
        use_language(language)
        others = " · ".join(
            f'<a href="{base_path}/guide/{code}" lang="{code}" hreflang="{code}">{escape(name)}</a>'
            for code, name in LANGUAGES.items()
            if code != language
        )
        return plain_page(html=f"{guide_html(language)}<p>{others}</p>")

    return [Route(f"{base_path}/guide/{{language}}", guide, methods=["GET", "HEAD"])]


def guide_html(language: str) -> str:
    """The guide as HTML; markup within its text is escaped.

    Raises:
        InputError: for an unknown language.
    """
    return str(MarkdownIt("commonmark", {"html": False}).render(load_guide(language).body))
