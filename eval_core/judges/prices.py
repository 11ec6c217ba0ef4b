"""What a run of a judge costs: estimates of tokens, prices by token, and a budget that is kept."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from eval_core.errors import InputError

BYTES_PER_TOKEN = 3.0
"""Of UTF-8, until the endpoint has counted: rather too many tokens than too few for the languages of Europe."""

_UNKNOWN_COMPLETION = 400  # tokens, until a reply has come
_MILLION = 1_000_000


@dataclass(frozen=True)
class Price:
    """The price of a million tokens, in whatever currency the budget has: of what is sent, and of what comes back."""

    prompt: float
    completion: float

    def of(self, prompt_tokens: float, completion_tokens: float) -> float:
        """What so many tokens cost."""
        return (self.prompt * prompt_tokens + self.completion * completion_tokens) / _MILLION


def price_of(model: str, given: Sequence[float], file: Path | None) -> Price | None:
    """The price that was given as two numbers, else that of a model in a file; None where neither says.

    The file is TOML: a table for each model, by its name, with `prompt` and `completion` per million tokens.

    Raises:
        InputError: for a negative price, a file that cannot be read, or one without the model.
    """
    if given:
        return _checked(given[0], given[1], None, model)
    if file is None:
        return None
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError("prices_unreadable", problem=str(error), file=file) from None
    entry = table.get(model)
    if not isinstance(entry, dict) or not {"prompt", "completion"} <= entry.keys():
        raise InputError("price_missing", model=model, file=file)
    return _checked(entry["prompt"], entry["completion"], file, model)


def _checked(prompt: object, completion: object, file: Path | None, model: str) -> Price:
    values = []
    for value in (prompt, completion):
        if isinstance(value, bool) or not isinstance(value, int | float) or not (0 <= value < math.inf):
            raise InputError("bad_price", model=model, file=file)
        values.append(float(value))
    return Price(*values)


def bytes_of(messages: Sequence[dict[str, str]]) -> int:
    """The bytes of UTF-8 that are sent."""
    return sum(len(message["content"].encode(errors="replace")) for message in messages)


@dataclass
class Account:
    """What a run has cost, and whether a further request fits into the budget.

    Where an endpoint counts no tokens, they are estimated, from what it counted before if it ever did.

    Attributes:
        price: None where it is not known: then nothing is spent, and no budget can be kept.
        budget: None without a limit.
        spent: what the answered requests cost; those that were lost are counted as if they had been answered.
    """

    price: Price | None = None
    budget: float | None = None
    spent: float = 0.0
    _reserved: float = 0.0
    _bytes: int = field(default=0, repr=False)
    _tokens: int = field(default=0, repr=False)
    _longest: int = field(default=0, repr=False)

    def prompt_tokens(self, size: int) -> int:
        """About how many tokens so many bytes are."""
        per_token = self._bytes / self._tokens if self._tokens else BYTES_PER_TOKEN
        return math.ceil(size / per_token)

    def estimate(self, size: int) -> float:
        """The most that a request of so many bytes is likely to cost: with the longest reply that came so far."""
        if self.price is None:
            return 0.0
        return self.price.of(self.prompt_tokens(size), self._longest or _UNKNOWN_COMPLETION)

    def reserve(self, size: int) -> float | None:
        """Set aside what a request is likely to cost; None where the budget does not allow for it."""
        cost = self.estimate(size)
        if self.budget is not None and self.spent + self._reserved + cost > self.budget:
            return None
        self._reserved += cost
        return cost

    def settle(self, reserved: float, size: int, prompt_tokens: int | None, completion_tokens: int | None) -> None:
        """Put what a request really took in the place of what was set aside."""
        self._reserved -= reserved
        if prompt_tokens:
            self._bytes, self._tokens = self._bytes + size, self._tokens + prompt_tokens
        self._longest = max(self._longest, completion_tokens or 0)
        if self.price is not None:
            sent = self.prompt_tokens(size) if prompt_tokens is None else prompt_tokens
            came = (self._longest or _UNKNOWN_COMPLETION) if completion_tokens is None else completion_tokens
            self.spent += self.price.of(sent, came)

    def release(self, reserved: float, *, perhaps_paid: bool) -> None:
        """Give back what was set aside for a request without a reply, unless it may have to be paid."""
        self._reserved -= reserved
        if perhaps_paid:
            self.spent += reserved
