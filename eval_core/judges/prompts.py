"""What a judge reads: the protocol's template, filled in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError
from jinja2.sandbox import SandboxedEnvironment

from eval_core.errors import InputError
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


def seen_by_judge(protocol: Protocol) -> set[str]:
    """What of the protocol's `shows` is in the request to a judge; `prompt` and `source` are the same text.

    Raises:
        InputError: as `messages_about`.
    """
    asked, reference, response = "\N{WHITE SQUARE}", "\N{WHITE CIRCLE}", "\N{WHITE DIAMOND}"
    item = RatedItem(0, 0, response, asked, reference, "en", "nb", None, ())
    pair = ShownPair(0, 0, False, asked, None, response, response, "en", "nb")
    about = pair if protocol.kind == "pairwise" else (item,)
    criterion = protocol.rated[0].key if protocol.judge and protocol.judge.per_criterion else None
    text = messages_about(protocol, about, criterion)[0]["content"]
    signs = {"prompt": asked, "source": asked, "reference": reference, "response": response}
    return {name for name in protocol.shows if signs[name] in text}


def _rendered(
    protocol: Protocol,
    template: str,
    about: Sequence[RatedItem] | ShownPair,
    criterion: str | None,
    guidelines: str | None,
) -> str:
    values: dict[str, Any] = dict.fromkeys(TEMPLATE_NAMES)
    about = _shown(protocol, about)
    values |= {
        "criteria": protocol.criteria,
        "overall": protocol.score.overall if protocol.score else None,
        "criterion": next((rated for rated in protocol.rated if rated.key == criterion), None),
        "issues": protocol.issues,
        "guidelines": _general(protocol) if guidelines is None else guidelines,
    }
    if isinstance(about, ShownPair):
        fields = {name: getattr(about, name) for name in ("prompt", "written_standard", "response_a", "response_b")}
        languages = (about.source_language, about.target_language)
    else:
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


def _shown(protocol: Protocol, about: Sequence[RatedItem] | ShownPair) -> Sequence[RatedItem] | ShownPair:
    """What is asked about, with what people are shown of it and nothing else."""
    if isinstance(about, ShownPair):
        return about if protocol.asks else replace(about, prompt="")
    hidden = [replace(item, source=item.source if protocol.asks else "") for item in about]
    return [replace(item, reference=item.reference if protocol.refers else None) for item in hidden]


def _examples_of(examples: Sequence[Example], languages: tuple[str | None, str | None]) -> list[Example]:
    """The example of this language pair, if there is one."""
    return [example for example in examples if (example.source_language, example.target_language) == languages][:1]


def _general(protocol: Protocol) -> str:
    return guidelines_for(protocol, "en").body.strip() if protocol.guidelines else ""


@lru_cache(maxsize=32)
def _compiled(template: str) -> Template:
    return _ENVIRONMENT.from_string(template)
