"""HTML pages outside Streamlit: one column of text in the reader's language, without scripts."""

from __future__ import annotations

from starlette.responses import HTMLResponse

from eval_core.locales import current_language

HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",  # the address of a personal link holds the token
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
}


def plain_page(body: str, *, status: int = 200) -> HTMLResponse:
    """A page with this HTML as its body, which the caller has escaped."""
    return HTMLResponse(
        _TEMPLATE.format(lang=current_language(), body=body),
        status_code=status,
        headers=HEADERS,
    )


_TEMPLATE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Parvis</title><style>
:root {{ color-scheme: light dark; --ink: #1B1F23; --ground: #fff; --accent: #0B5C6B; --on: #fff }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ink: #E6E9EB; --ground: #14181B; --accent: #6FC3CF; --on: #14181B }} }}
body {{ margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground);
  color: var(--ink); font: 18px/1.5 "Source Sans", "Source Sans 3", system-ui, sans-serif }}
main {{ max-width: 32rem; padding: 1.5rem }}
h1 {{ font: 600 28px/1.2 "Source Serif", Georgia, serif; margin: 0 0 1rem }}
h2 {{ font-size: 1em; margin: 1.5rem 0 .25rem }}
p {{ margin: 0 0 .5rem }}
a {{ color: var(--accent) }}
button {{ margin: 1rem 0; padding: .75rem 2rem; min-height: 48px; font: inherit; font-weight: 600;
  color: var(--on); background: var(--accent); border: 0; border-radius: 4px; cursor: pointer }}
:is(a, button):focus-visible {{ outline: 3px solid var(--ink); outline-offset: 2px }}
</style></head><body><main>{body}</main></body></html>
"""
