"""The OpenAPI document of the API, made from the table of operations and the models of the answers."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from eval_core import __version__
from eval_core.web.programs.operations import ALWAYS, ERRORS, OPERATIONS, VERSION, Operation, Parameter
from eval_core.web.programs.replies import LINES

_TEMPLATE = "#/components/schemas/{model}"
_ABOUT = (
    "Programs add responses to a campaign of Parvis and read its state, ranking and judgments, with a token of that "
    "campaign. Answers may get more keys; those that there are keep their names and meaning."
)


@cache
def openapi_document(base_path: str = "") -> dict[str, Any]:
    """The document for a server under `base_path` ('' or '/parvis'). It holds nothing of any campaign."""
    models = {op.answer for op in OPERATIONS} | {error.model for error in ERRORS.values() if error.model}
    ordered = sorted(models, key=lambda model: model.__name__)
    _, shapes = models_json_schema([(model, "serialization") for model in ordered], ref_template=_TEMPLATE)
    paths: dict[str, Any] = {}
    for op in OPERATIONS:
        paths.setdefault(op.path, {})[op.method.lower()] = _operation(op)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Parvis", "version": VERSION, "description": _ABOUT, "x-parvis-version": __version__},
        "servers": [{"url": f"{base_path}/api/{VERSION}"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": shapes["$defs"],
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "of `parvis token create`, or of the page Export",
                }
            },
        },
    }


def _operation(op: Operation) -> dict[str, Any]:
    about: dict[str, Any] = {
        "operationId": op.key,
        "summary": op.summary,
        "description": op.description,
        "parameters": [_parameter(one) for one in op.parameters],
        "responses": {"200": _success(op)} | {str(status): _failure(status) for status in statuses(op)},
    }
    if op.body:
        file = {"schema": {"type": "string", "contentMediaType": "application/octet-stream"}}
        about["requestBody"] = {"required": True, "content": dict.fromkeys(op.body, file)}
    return about


def statuses(op: Operation) -> list[int]:
    """What an operation answers with besides 200."""
    return sorted({*op.problems, *ALWAYS})


def _parameter(one: Parameter) -> dict[str, Any]:
    made: dict[str, Any] = {"name": one.name, "in": one.place, "description": one.description}
    made["schema"] = dict(one.shape)
    if one.place == "path":
        made["required"] = True
    if one.example is not None:
        made["example"] = one.example
    return made


def _success(op: Operation) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": _TEMPLATE.format(model=op.answer.__name__)}}}
    if op.line is not None:
        line = TypeAdapter(op.line).json_schema(ref_template=_TEMPLATE, mode="serialization")
        line.pop("$defs", None)
        # OpenAPI 3.1 has no word for the schema of one line.
        content[LINES] = {"schema": {"type": "string", "description": "one of them a line"}, "x-line-schema": line}
    made: dict[str, Any] = {"description": (op.answer.__doc__ or "").strip(), "content": content}
    if op.headers:
        texts = op.headers.items()
        made["headers"] = {name: {"description": text, "schema": {"type": "string"}} for name, text in texts}
    return made


def _failure(status: int) -> dict[str, Any]:
    error = ERRORS[status]
    made: dict[str, Any] = {"description": error.description}
    if error.model is not None:
        schema = {"$ref": _TEMPLATE.format(model=error.model.__name__)}
        made["content"] = {"application/json": {"schema": schema}}
    return made
