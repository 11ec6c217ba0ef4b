"""What is ranked, and how: one record, from which page, report, command line and programs start, with its defaults.

The defaults leave out nothing: all systems that were judged, all prompts, all written standards together, Davidson's
model. So a ranking is the same wherever it is read, and a system without a judgment changes nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import pandas as pd

from eval_core.errors import InputError


@dataclass(frozen=True)
class Method:
    """How it is ranked, in the words of `rank`."""

    model: str = "davidson"
    engine: str = "newton"
    cluster: str = "auto"
    position_effect: bool = False
    length_covariate: bool = False


@dataclass(frozen=True)
class Choices:
    """What is ranked: None and () mean all.

    Attributes:
        systems: only judgments between these.
        common_prompts: only the prompts that all of the systems which were judged answered.
        written_standard, category: of the prompts.
        kind: whose judgments: human, judge or all.
        where: further conditions FIELD=VALUE.
        identical_as_ties: whether identical responses count as ties.
        both_orders: whether a judge that judged a comparison in both orders has one verdict of both, a tie where they
            differ; else the first order's counts.
        judge: the judge whose verdicts are added to people's judgments (see `rectification`).
    """

    systems: tuple[str, ...] = ()
    common_prompts: bool = False
    written_standard: str | None = None
    category: str | None = None
    kind: str = "human"
    where: tuple[str, ...] = ()
    identical_as_ties: bool = False
    both_orders: bool = False
    judge: str | None = None
    method: Method = field(default_factory=Method)

    @classmethod
    def under(cls, where: Iterable[str], **chosen: Any) -> Choices:
        """The choices behind conditions FIELD=VALUE, as `parvis rank --where` takes them."""
        named = ("written_standard", "category", "kind")
        values: dict[str, list[str]] = {name: [] for name in named}
        rest = []
        for condition in where:
            name, separator, value = condition.partition("=")
            if separator and name in named:
                values[name].append(value)
            else:
                rest.append(condition)
        single: dict[str, Any] = {name: given[0] for name, given in values.items() if len(given) == 1}
        several = [f"{name}={value}" for name, given in values.items() if len(given) > 1 for value in given]
        return cls(**single, where=(*several, *rest), **chosen)

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions FIELD=VALUE, as `read_votes` takes them; people's judgments need none."""
        own = (("written_standard", self.written_standard), ("category", self.category))
        named = [f"{name}={value}" for name, value in own if value is not None]
        whose = [] if self.kind == "human" else [f"kind={self.kind}"]
        return (*named, *whose, *self.where)

    @property
    def options(self) -> tuple[str, ...]:
        """The options of `parvis rank` that make these choices, word by word."""
        words = [word for condition in self.conditions for word in ("--where", condition)]
        if self.systems:
            words += ["--systems", ",".join(self.systems)]
        words += ["--common-prompts"] * self.common_prompts + ["--identical-as-ties"] * self.identical_as_ties
        words += ["--both-orders"] * self.both_orders
        words += ["--with-judge", self.judge] if self.judge else []
        default = asdict(Method())
        for name, value in asdict(self.method).items():
            if value != default[name]:
                option = f"--{name.replace('_', '-')}"
                words += [option] if value is True else [option, str(value)]
        return tuple(words)


@dataclass(frozen=True)
class Extent:
    """What the choices came to.

    Attributes:
        systems: how many systems were judged.
        prompts: how many prompts were judged, before `common_prompts`.
        common: how many of these every such system answered; None where that was not asked.
        unjudged: systems of the campaign without a judgment here, which are not ranked, sorted.
    """

    systems: int
    prompts: int
    common: int | None = None
    unjudged: tuple[str, ...] = ()

    @property
    def partial(self) -> bool:
        """Whether the systems answered different prompts, so that the common ones are a choice."""
        return self.common is not None and 0 < self.common < self.prompts


def systems_of(votes: pd.DataFrame) -> tuple[str, ...]:
    """The systems that were judged, sorted."""
    return tuple(sorted({*votes["first"].unique(), *votes["second"].unique()}))


def common_prompts(votes: pd.DataFrame, answers: Sequence[tuple[Hashable, str]] = ()) -> set[Any]:
    """The judged prompts that every judged system answered.

    A system has answered what it was judged on, and `answers`: prompts (as in the column prompt) and systems.
    """
    pairs = pd.concat(
        [
            *(votes[["prompt", side]].set_axis(["prompt", "system"], axis=1) for side in ("first", "second")),
            *([pd.DataFrame(answers, columns=["prompt", "system"])] if answers else []),
        ],
        ignore_index=True,
    ).astype({"system": object})
    systems = set(systems_of(votes))
    pairs = pairs[pairs["prompt"].isin(votes["prompt"].dropna().unique()) & pairs["system"].isin(systems)]
    answered = pairs.drop_duplicates().groupby("prompt", observed=True).size()
    return set(answered.index[answered == len(systems)])


def on_common_prompts(votes: pd.DataFrame, common: set[Any]) -> pd.DataFrame:
    """The judgments on these prompts.

    Raises:
        InputError: if there is no such prompt, or no judgment.
    """
    if not common:
        raise InputError("no_common_prompts" if len(votes) else "nothing_to_rank")
    return votes[votes["prompt"].isin(common)]


def judged_on(votes: pd.DataFrame, choices: Choices) -> tuple[pd.DataFrame, Extent]:
    """The judgments on the chosen prompts, and what was chosen, where only the judgments say who answered what."""
    prompts, common = int(votes["prompt"].nunique()), None
    if choices.common_prompts:
        on_all = common_prompts(votes)
        votes, common = on_common_prompts(votes, on_all), len(on_all)
    return votes, Extent(len(systems_of(votes)), prompts, common)


def choices_document(choices: Choices, extent: Extent) -> dict[str, Any]:
    """The choices as `parvis rank --format json` has them under the key choices."""
    return {
        "systems": list(choices.systems) or None,
        "common_prompts": choices.common_prompts,
        "written_standard": choices.written_standard,
        "category": choices.category,
        "kind": choices.kind,
        "where": list(choices.where),
        "identical_as_ties": choices.identical_as_ties,
        "both_orders": choices.both_orders,
        "with_judge": choices.judge,
        **asdict(choices.method),
        "n_systems": extent.systems,
        "n_prompts": extent.prompts,
        "n_common_prompts": extent.common,
        "unjudged": list(extent.unjudged),
    }
