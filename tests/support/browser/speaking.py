"""Which words on a screen are of another language than the chosen one: every message of the catalogues is known."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po
from playwright.sync_api import Page

import eval_core.locales
from eval_core.locales import LANGUAGES, use_language
from eval_core.protocols import load_protocol
from eval_core.reports.protocol_words import choice_labels, tie_labels

# What people wrote, and the data files that stand there in one language and say so in `lang`.
WRITTEN = (
    ".strip .text, .passage .text, .reading .body, .response .body, .beginning, .words, .because, .said-by,"
    " .clarification, .guidelines, .letter"
)
# Every text and every attribute that is read, hidden ones included, and in the shadow of our own elements too; not
# Streamlit's own link to the main part, nor what the desk writes anew whenever it shows it.
_READ = """
written => {
  const found = new Set([document.title])
  const attributes = ["aria-label", "placeholder", "title", "alt"]
  const read = root => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const place = node.nodeType === Node.TEXT_NODE ? node.parentElement : node
      if (place?.closest(`style, script, noscript, [data-testid*="Icon"], a[href="#stMain"], .desk [hidden], ${written}`)) continue
      if (node === place) attributes.forEach(name => found.add(node.getAttribute(name) ?? ""))
      else found.add(node.textContent)
      if (node.shadowRoot) read(node.shadowRoot)
    }
  }
  read(document.body)
  return [...found].map(text => text.replaceAll("\u2060", "").split(/\\s+/).join(" ").trim()).filter(text => /\\p{L}{2}/u.test(text))
}
"""
_NUMBER = re.compile(r"[\d\s.,:]+")
_SENTENCE_END = re.compile(r"(?<=[.!?]) ")
_PLACE = re.compile(r"\{\w*\}")


def words_of(page: Page) -> list[str]:
    """All texts of the page's own, without what people wrote."""
    return list(page.evaluate(_READ, WRITTEN))


def foreign(texts: list[str], language: str) -> list[str]:
    """Those of the texts that are, or contain, a message of another language."""
    return [text for text in texts if _is_foreign(text, language)]


@cache
def _is_foreign(text: str, language: str) -> bool:
    own = _matched(text, language)
    if own is not None:  # what is filled into a message may be one as well, or what people wrote
        parts = [one for part in own for one in _SENTENCE_END.split(part)]
        return any(_matched(part, language) is None and _is_message(part, language) for part in parts)
    if any(_matched(text, other) is not None for other in LANGUAGES if other != language):
        return True
    sentences = _SENTENCE_END.split(text)
    return len(sentences) > 1 and any(_is_foreign(one, language) for one in sentences)


def _is_message(part: str, language: str) -> bool:
    """Whether it is a message of another language, with nothing but numbers filled in."""
    found = (_matched(part, other) for other in LANGUAGES if other != language)
    return any(places is not None and all(map(_NUMBER.fullmatch, places)) for places in found)


def _matched(text: str, language: str) -> tuple[str, ...] | None:
    """What fills the message of this language that the text is; None where it is none."""
    plain, templates = _messages(language)
    if text in plain:
        return ()
    found = next(filter(None, (one.fullmatch(text) for one in templates)), None)
    return found.groups() if found else None


@cache
def _messages(language: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """The messages of a language: those that stand as they are, and those with places to fill."""
    source = Path(eval_core.locales.__file__).with_name("nb.po" if language == "en" else f"{language}.po")
    with source.open("rb") as file:
        entries = [one for one in read_po(file, locale=source.stem) if one.id]
    forms = [one.id if language == "en" else one.string for one in entries]
    messages = {text for form in forms for text in ([form] if isinstance(form, str) else form)}
    protocol = load_protocol("norwegian_fluency")
    messages |= {issue.label[language] for issue in protocol.issues}
    use_language(language)
    messages |= {*choice_labels(protocol).values(), *tie_labels(protocol).values()}
    templates = {one for one in messages if _PLACE.search(one)}
    patterns = ("(.+?)".join(map(re.escape, _PLACE.split(one))) for one in sorted(templates))
    return frozenset(messages - templates), tuple(map(re.compile, patterns))
