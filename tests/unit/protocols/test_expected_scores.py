"""The probability-weighted score: by hand, over the points of the scale only, and never at an unclear place."""

from __future__ import annotations

import math
from typing import Any

import pytest

from eval_core.protocols import load_protocol
from eval_core.protocols.expected_scores import Token, tokens_of, with_expected
from eval_core.protocols.reply_types import Mark

HEVAL = load_protocol("heval")
KEYS = [criterion.key for criterion in HEVAL.rated]


def spread(chosen: str, **shares: float) -> Token:
    """A token with candidates by their probabilities; `_` in a name is a space."""
    names = {name.lstrip("n").replace("_", " "): math.log(share) for name, share in shares.items()}
    return Token(chosen, names or {chosen: 0.0})


def plain(text: str) -> list[Token]:
    """Tokens of one character each."""
    return [Token(letter, {letter: 0.0}) for letter in text]


def marks_of(*values: int | None) -> dict[str, Mark]:
    return {key: Mark(value, "") for key, value in zip(KEYS, values, strict=False)}


def test_by_hand() -> None:
    """4 with 0.6, 3 with 0.3 and a word with 0.1: (4·0.6 + 3·0.3)/0.9, and " 3" counts as 3."""
    protocol = load_protocol("gptscore_ko")
    key = protocol.rated[0].key
    tokens = [*plain("점수: "), spread("4", n4=0.6, n3=0.2, n_3=0.1, nx=0.1)]
    (found,) = with_expected(protocol, [{key: Mark(4, "")}], "점수: 4", tokens)
    assert found is not None
    assert found[key].expected == pytest.approx((4 * 0.6 + 3 * 0.3) / 0.9)


def test_points_off_the_scale_do_not_count() -> None:
    """A 7 on a scale to 5 is no point."""
    protocol = load_protocol("gptscore_ko")
    key = protocol.rated[0].key
    (found,) = with_expected(protocol, [{key: Mark(5, "")}], "5", [spread("5", n5=0.5, n7=0.5)])
    assert found is not None
    assert found[key].expected == 5.0


def test_each_criterion_has_its_own_token() -> None:
    """In an object of JSON the score after the criterion's key is meant, not an equal number elsewhere."""
    first, second = KEYS[:2]
    text = f'{{"{first}": 3, "{second}": 3}}'
    head, rest = text.split("3", 1)
    tokens = [*plain(head), spread("3", n3=0.5, n4=0.5), *plain(rest[:-2]), spread("3", n3=0.5, n2=0.5), *plain("}")]
    assert "".join(token.text for token in tokens) == text
    (found,) = with_expected(HEVAL, [marks_of(3, 3)], text, tokens)
    assert found is not None
    assert [found[key].expected for key in (first, second)] == pytest.approx([3.5, 2.5])


def test_each_item_of_a_batch_has_its_own_token() -> None:
    """In the order of the reply, where it is that of the request; else none is known."""
    protocol = load_protocol("mt_qualitative")
    key = protocol.rated[0].key
    text = f'[{{"{key}": [4, "why 4"]}}, {{"{key}": [2, ""]}}]'
    tokens: list[Token] = []
    for letter in text:
        tokens.append(spread(letter, n4=0.75, n3=0.25) if letter == "4" and not any(t.text == "4" for t in tokens)
                      else Token(letter, {letter: 0.0}))  # fmt: skip
    items = [{key: Mark(4, "why 4")}, {key: Mark(2, "")}]
    found = with_expected(protocol, items, text, tokens)
    assert [marks[key].expected for marks in found if marks] == [pytest.approx(3.75), 2.0]
    turned = with_expected(protocol, items[::-1], text, tokens)
    assert [marks[key].expected for marks in turned if marks] == [None, None]


@pytest.mark.parametrize(
    "tokens",
    [
        plain("another text"),
        [],
        [*plain("Score: 1"), *plain("2")][:3],
    ],
)
def test_tokens_of_another_text_say_nothing(tokens: list[Token]) -> None:
    protocol = load_protocol("gptscore_ko")
    key = protocol.rated[0].key
    (found,) = with_expected(protocol, [{key: Mark(4, "")}], "점수: 4", tokens)
    assert found == {key: Mark(4, "")}


def test_a_score_in_several_tokens_is_not_known() -> None:
    """On a scale to 100, "8" may be the first digit of 85."""
    protocol = load_protocol("heval")
    scale = protocol.criteria[0].model_copy(update={"min": 0, "max": 100, "points": ()})
    longer, key = protocol.model_copy(update={"criteria": (scale,)}), scale.key
    reply = f'{{"{key}": 85}}'
    (found,) = with_expected(longer, [{key: Mark(85, "")}], reply, plain(reply))
    assert found is not None
    assert found[key].expected is None
    single = f'{{"{key}": 8}}'
    (found,) = with_expected(longer, [{key: Mark(8, "")}], single, plain(single))
    assert found is not None
    assert found[key].expected is None


@pytest.mark.parametrize(
    "sent",
    [None, {}, {"content": None}, {"content": ["x"]}, {"content": [{"token": 3}]}, {"content": [{"logprob": -1.0}]}],
)
def test_what_an_endpoint_may_send_instead(sent: dict[str, Any] | None) -> None:
    """Anything but tokens is no tokens."""
    assert tokens_of(sent) == ()


def test_tokens_as_endpoints_write_them() -> None:
    """With the chosen token among the candidates even where it is not among the most probable."""
    sent = {"content": [{"token": "4", "logprob": -3.0, "top_logprobs": [{"token": "5", "logprob": -0.1}]}]}
    assert tokens_of(sent) == (Token("4", {"5": -0.1, "4": -3.0}),)
