"""What LaTeX prints of text that was escaped for it."""

from __future__ import annotations

import re
import unicodedata


def printed(source: str) -> str:
    """What LaTeX prints of escaped text: macros undone; an assertion fails where anything else acts."""
    words = {
        "textbackslash": "\\",
        "textasciitilde": "~",
        "textasciicircum": "^",
        "textless": "<",
        "textgreater": ">",
        "textbar": "|",
        "textquotedbl": '"',
        "textasciigrave": "`",
        "textquotesingle": "'",
        "allowbreak": "",
    }
    shown = ""
    source = re.sub(r"\\parvischar\{(\d+)\}\{([0-9A-F]+)\}", lambda found: _character(*found.groups()), source)
    source = re.sub(r"\\ensuremath\{\\(\w+)\}", lambda found: _SIGNS[found[1]], source)
    token = re.compile(r"\\([a-z]+)\{\}|\\([{}$&#%_,])|(\{\})|(\$-\$)|(--)|(~)|(.)", re.DOTALL)
    for word, mark, empty, minus, dash, tie, plain in token.findall(source):
        assert plain not in set("\\{}$&#%_^\"`'<>|")
        shown += words[word] if word else "\u202f" if mark == "," else mark
        shown += "" if empty else "−" if minus else "–" if dash else "\u00a0" if tie else plain
    return shown


_SIGNS = {"alpha": "α", "theta": "θ", "leq": "≤", "geq": "≥"}


def _character(decimal: str, hexadecimal: str) -> str:
    assert int(decimal) == int(hexadecimal, 16)
    return chr(int(decimal))


def visible(text: str) -> str:
    """Without what acts invisibly."""
    return "".join(" " if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"} else c for c in text)
