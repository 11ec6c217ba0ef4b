"""What tools for annotation export: nested records with the answers of each person, and the logs of runs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from eval_core.files.headings import plain_word
from eval_core.files.shapes.battles import content_of, prompt_of

Record = dict[str, Any]
_SIDES = {"model_a": ("left", "first", "1", "a"), "model_b": ("right", "second", "2", "b")}
_SHOWN = (
    "",
    "response",
    "answer",
    "text",
    "reply",
    "output",
    "option",
    "completion",
    "model",
    "system",
    "svar",
    "tekst",
)
_SIDE_OF = {word + end: side for side, ends in _SIDES.items() for end in ends for word in _SHOWN}
_TIES = ("tie", "equal", "same", "both", "uavgjort", "likt", "like")
_FREE = ("selection", "scale_value", "text_box", "slider", "value")


def is_missing(value: Any) -> bool:
    """Whether a cell holds nothing."""
    return value is None or (isinstance(value, float) and value != value)


def side_of(word: Any) -> Any:
    """The side that an option such as *Text 1* or *left* means; any other word as it is."""
    return _SIDE_OF.get(plain_word(word), word) if isinstance(word, str) else word


def _answered(answers: Mapping[str, Any], pairwise_answers: Mapping[str, Any] | None = None) -> Record:
    """The answers of one person; the only one that compares is the winner."""
    compared = pairwise_answers or answers
    if "winner" in answers or len(compared) != 1:
        return dict(answers)
    name, word = next(iter(compared.items()))
    rest = {other: value for other, value in answers.items() if other != name}
    # A rating is no winner: it stays under its own name.
    return dict(answers) if isinstance(word, int | float) else {**rest, "winner": side_of(word)}


def label_studio(record: Record) -> Iterator[Record]:
    """A task with everybody's annotations; those that were cancelled say nothing."""
    task = {"id": record.get("id"), **(record.get("meta") or {}), **(record.get("data") or {})}
    for one in record.get("annotations") or record.get("completions") or ():
        results = [] if one.get("was_cancelled") else one.get("result") or []
        answers = {said["from_name"]: _value(said.get("value")) for said in results if "from_name" in said}
        if answers:
            compared = {said["from_name"]: answers[said["from_name"]] for said in results if _compares(said, results)}
            yield {**task, **_answered(answers, compared), "annotator_id": _person(one.get("completed_by"))}


def _compares(said: Record, results: list[Record]) -> bool:
    kinds = [one.get("type") for one in results]
    return said.get("type") == ("pairwise" if "pairwise" in kinds else "choices")


def _person(value: Any) -> Any:
    """Who annotated: a number, a name, or an object that has one."""
    if isinstance(value, dict):
        value = next((value[name] for name in ("email", "username", "id") if value.get(name)), None)
    return value


def _value(value: Any) -> Any:
    """The answer within what a control gives: one word or number, or the list of several."""
    if isinstance(value, list) and len(value) == 1:
        return _value(value[0])
    if isinstance(value, dict):
        said = [value[name] for name in ("selected", "choices", "rating", "number", "text") if name in value]
        return _value(said[0]) if said else value
    return value


def label_studio_min(record: Record) -> Iterator[Record]:
    """A flat record: the task's data, its id, the answers, and who gave them."""
    said = {name: _value(_parsed(value)) for name, value in record.items()}
    said["annotator_id"] = _person(said.pop("annotator"))
    chosen = {name: said[name] for name, value in record.items() if _has(value, "selected")}
    names = list(record)
    if not chosen and "id" in names and names.index("id") < names.index("annotator"):
        chosen = {name: said[name] for name in names[names.index("id") + 1 : names.index("annotator")]}
    yield {name: value for name, value in said.items() if name not in chosen} | _answered(chosen)


def _has(value: Any, name: str) -> bool:
    value = _parsed(value)
    return isinstance(value, list) and any(isinstance(one, dict) and name in one for one in value)


def _parsed(value: Any) -> Any:
    """What JSON in a cell of a table says."""
    if isinstance(value, str) and value.startswith(("[{", "{")):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def argilla(record: Record) -> Iterator[Record]:
    """A record with the responses to each question, by person; what was discarded or is a draft says nothing."""
    task = {"id": record.get("id"), **(record.get("fields") or {}), **(record.get("metadata") or {})}
    responses = record.get("responses")
    if responses is None:  # flat: the answers, the persons and their states are three lists
        names = [name for name in record if name.endswith(".responses")]
        task |= {name: value for name, value in record.items() if ".responses" not in name}
        responses = {name.removesuffix(".responses"): _said(record, name) for name in names}
    elif isinstance(responses, list):  # by person, as version 1 exports them
        questions = {name: None for one in responses for name in one.get("values") or ()}
        responses = {name: [{**one, **one["values"][name]} for one in responses if name in one["values"]]
                     for name in questions}  # fmt: skip
    by_person: dict[str, Record] = {}
    for question, several in responses.items():
        for one in several or ():
            if one.get("status") in (None, "submitted"):
                by_person.setdefault(str(one.get("user_id")), {})[question] = _best(one.get("value"))
    for person, answers in by_person.items():
        yield {**task, **_answered(answers), "annotator_id": person}


def _said(record: Record, name: str) -> list[Record]:
    keys = ("value", "user_id", "status")
    lists = [record.get(f"{name}{part}") or [None] * len(record[name]) for part in ("", ".users", ".status")]
    return [dict(zip(keys, one, strict=True)) for one in zip(*lists, strict=False)]


def _best(value: Any) -> Any:
    """Of a ranking of two options the better one, or a tie; anything else as it is."""
    if not isinstance(value, list) or len(value) != 2:
        return value
    if all(isinstance(one, dict) and "rank" in one for one in value):
        first, second = sorted(value, key=lambda one: float(one["rank"]))
        return "tie" if first["rank"] == second["rank"] else first.get("value")
    return value[0]


def prodigy(record: Record) -> Iterator[Record]:
    """A task with options, of which the accepted ones are better than the others; two of two are a tie.

    What was rejected or ignored says nothing.
    """
    options = {str(one.get("id")): one for one in record["options"] if not _is_tie(one)}
    chosen = {str(name) for name in record["accept"]}
    tied = any(str(one.get("id")) in chosen and _is_tie(one) for one in record["options"])
    rest = (record.get("meta") or {}) | {
        name: value for name, value in record.items() if name not in ("options", "accept", "meta")
    }
    rest |= {"prompt": rest.pop("text")} if "text" in rest and "prompt" not in rest else {}
    rest["annotator_id"] = rest.pop("_annotator_id", rest.pop("_session_id", None))
    if record["answer"] != "accept" or not (chosen or tied):
        return
    names = list(options)
    two = [(first, second) for place, first in enumerate(names) for second in names[place + 1 :]]
    for first, second in two:
        if len(two) == 1 or (first in chosen) != (second in chosen):
            won = [first in chosen, second in chosen]
            yield {
                **rest,
                **_option(options[first], "a"),
                **_option(options[second], "b"),
                "winner": "tie" if won[0] == won[1] else "model_a" if won[0] else "model_b",
            }


def _is_tie(option: Record) -> bool:
    return any(plain_word(str(option.get(name, ""))) in _TIES for name in ("id", "text"))


def _option(option: Record, side: str) -> Record:
    meta = option.get("meta") or {}
    known = [where[name] for where in (option, meta) for name in ("model", "system", "generator") if where.get(name)]
    named = (
        [option["id"]] if side_of(str(option["id"])) == str(option["id"]) and not str(option["id"]).isdigit() else []
    )
    system = next(iter([*known, *named]), None)
    return {f"response_{side}": option.get("text"), **({f"model_{side}": system} if system is not None else {})}


def potato(record: Record) -> Iterator[Record]:
    """An instance with labels by scheme, as {"preference": {"selection": "A"}} or {"better": {"Text 1": "1"}}."""
    rest = {name: value for name, value in record.items() if name not in ("label_annotations", "span_annotations")}
    shown = rest.pop("displayed_text")
    if isinstance(shown, list) and len(shown) == 2:
        rest |= {"response_a": shown[0], "response_b": shown[1]}
    elif isinstance(shown, str):
        rest.setdefault("displayed_text", shown)
    answers = {
        scheme: _label(*next(iter(labels.items())))
        for scheme, labels in record["label_annotations"].items()
        if isinstance(labels, dict) and labels
    }
    if answers:
        yield {**rest, **_answered(answers)}


def _label(label: str, value: Any) -> Any:
    return value if label in _FREE or label.startswith("scale_") else label


def inspect(record: Record) -> Iterator[Record]:
    """A sample of a run; of several epochs the first."""
    if record.get("epoch", 1) != 1:
        return
    of_run, output = record["eval"], record.get("output") or {}
    choices = output.get("choices") or ()
    answer = content_of(choices[0].get("message") or {}) if choices else output.get("completion")
    if record.get("error"):
        answer = None
    yield {
        "prompt_id": f"{of_run.get('task', '')}/{record.get('id')}",
        "prompt": prompt_of(record["input"]),
        "system": of_run.get("model"),
        "response": answer,
        "category": of_run.get("task"),
        "target": record.get("target"),
        "run_id": of_run.get("run_id"),
    }
