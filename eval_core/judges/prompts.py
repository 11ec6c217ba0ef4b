"""What a judge reads: the protocol's template, filled in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError
from jinja2.sandbox import SandboxedEnvironment

from eval_core.errors import InputError
from eval_core.files.dialogue import told
from eval_core.judges.work import RatedItem, ShownPair
from eval_core.protocols import Protocol, guidelines_for
from eval_core.protocols.model import TEMPLATE_NAMES, Example

Messages = list[dict[str, str]]
# A lead's own file may hold any template: it reaches nothing but what it is given. A missing value prints as nothing.
_ENVIRONMENT = SandboxedEnvironment(
    undefined=StrictUndefined, autoescape=False, finalize=lambda value: "" if value is None else value
)


def messages_about(
    protocol: Protocol,
    about: Sequence[RatedItem] | ShownPair,
    criterion: str | None = None,
    guidelines: str | None = None,
) -> Messages:
    """The chat messages that ask for one reply.

    Args:
        criterion: the only one that is asked for, where each has a request of its own.
        guidelines: the rules that people judge by in a campaign, as Markdown; the general ones where None.

    Raises:
        InputError: if the protocol has no [judge], or its template fails on what it is given.
    """
    if protocol.judge is None:
        raise InputError("protocol_without_judge", protocol=protocol.key)
    text = _rendered(protocol, protocol.judge.template, about, criterion, guidelines)
    return [{"role": "user", "content": text.strip()}]


def likelihood_text(protocol: Protocol, item: RatedItem, criterion: str | None = None) -> str:
    """The text of the protocol's `likelihood`, which ends with the response.

    Raises:
        InputError: if the protocol has none, or its template fails on what it is given.
    """
    if protocol.judge is None or protocol.judge.likelihood is None:
        raise InputError("protocol_without_judge", protocol=protocol.key)
    return _rendered(protocol, protocol.judge.likelihood.strip(), (item,), criterion, None)


def _rendered(
    protocol: Protocol,
    template: str,
    about: Sequence[RatedItem] | ShownPair,
    criterion: str | None,
    guidelines: str | None,
) -> str:
    values: dict[str, Any] = dict.fromkeys(TEMPLATE_NAMES)
    values |= {
        "criteria": protocol.criteria,
        "overall": protocol.score.overall if protocol.score else None,
        "criterion": next((rated for rated in protocol.rated if rated.key == criterion), None),
        "issues": protocol.issues,
        "guidelines": _general(protocol) if guidelines is None else guidelines,
    }
    if isinstance(about, ShownPair):
        texts = {name: told(getattr(about, name)) for name in ("prompt", "response_a", "response_b")}
        fields: dict[str, Any] = texts | {"written_standard": about.written_standard}
        languages = (about.source_language, about.target_language)
    else:
        about = [_told(item) for item in about]
        first = about[0]
        fields = {name: getattr(first, name) for name in ("source", "reference", "response", "written_standard")}
        fields |= {"prompt": first.source, "items": about}
        languages = (first.source_language, first.target_language)
    values |= fields | {"source_language": languages[0], "target_language": languages[1]}
    values["examples"] = _examples_of(protocol.judge.examples if protocol.judge else (), languages)
    try:
        return _compiled(template).render(values)
    except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
        raise InputError("judge_template_fails", protocol=protocol.key, problem=str(error)) from None


def _told(item: RatedItem) -> RatedItem:
    """The item with its dialogues as plain text."""
    reference = item.reference and told(item.reference)
    return replace(item, source=told(item.source), reference=reference, response=told(item.response))


def _examples_of(examples: Sequence[Example], languages: tuple[str | None, str | None]) -> list[Example]:
    """The example of this language pair, if there is one."""
    return [example for example in examples if (example.source_language, example.target_language) == languages][:1]


def _general(protocol: Protocol) -> str:
    return guidelines_for(protocol, "en").body.strip() if protocol.guidelines else ""


@lru_cache(maxsize=32)
def _compiled(template: str) -> Template:
    return _ENVIRONMENT.from_string(template)
