"""What a page sends to the browser, as text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from streamlit.testing.v1 import AppTest


def sent(test: AppTest) -> str:
    """Everything of every element, in the protobuf's text form with its letters unescaped."""
    assert not test.exception, test.exception
    return "\n".join(_unescaped(str(node.proto)) for node in _nodes(test._tree) if getattr(node, "proto", None))


def in_campaign(test: AppTest, slug: str) -> AppTest:
    """The page that is open, after its address was changed to another campaign."""
    test.query_params["campaign"] = slug
    return test.run()


def as_shown(label: str) -> str:
    """The label of an element without what keeps it from being read as Markdown."""
    return label.replace("\\", "").replace("\N{WORD JOINER}", "")


def links(test: AppTest) -> dict[str, str]:
    """The label of each link to a page, and where it leads: the page's address, and what it asks for."""
    found = [node.proto for node in test.get("page_link")]
    return {as_shown(link.label): f"{link.page}?{link.query_string}" for link in found}


def words(test: AppTest) -> str:
    """The page's own HTML and text, without the sidebar."""
    return "\n".join(
        getattr(node.proto, "body", "") for node in _nodes(test.main) if getattr(node, "proto", None) is not None
    )


def _nodes(block: Any) -> Iterator[Any]:
    yield block
    for child in getattr(block, "children", {}).values():
        yield from _nodes(child)


def _unescaped(text: str) -> str:
    """Protobuf's text form writes bytes outside ASCII as octal escapes."""
    return (
        text.encode("latin-1", "backslashreplace")
        .decode("unicode_escape")
        .encode("latin-1", "replace")
        .decode("utf-8", "replace")
    )


def desk_data(test: AppTest) -> dict[str, Any]:
    """What the page gives to the desk in the browser."""
    assert not test.exception, test.exception
    (found,) = [one for one in test.get("bidi_component") if one.proto.component_name.endswith("parvis_desk")]
    data: dict[str, Any] = json.loads(found.proto.json)
    return data
