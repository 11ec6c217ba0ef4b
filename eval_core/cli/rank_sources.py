"""What `parvis rank` ranks: a file, a campaign or several, and people's judgments with a judge's."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eval_core.cli.output import counted, interval
from eval_core.cli.votes import chosen_votes, judged_votes_of_file, require_one_source
from eval_core.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from eval_core.files import Reading
    from eval_core.ranking import Ranking
    from eval_core.ranking.checkpoints import ModelCheckpoint
    from eval_core.ranking.choices import Choices, Extent
    from eval_core.ranking.results import JudgeShare
    from eval_core.store import Store


@dataclass(frozen=True)
class Asked:
    """Where the judgments come from, what was chosen of them, and how many bootstrap fits give the intervals.

    `how` says how the file is to be read, where it does not say so itself.
    """

    file: Path | None
    campaigns: tuple[str, ...]
    choices: Choices
    bootstrap: int = 0
    how: Reading | None = None

    def __post_init__(self) -> None:
        require_one_source(self.file, next(iter(self.campaigns), None))
        if self.file is not None and self.choices.both_orders:
            raise InputError("both_orders_of_campaign")

    @cached_property
    def store(self) -> Store:
        """The campaigns' database, opened once."""
        from eval_core.cli.database import reading

        return reading()

    def note_look(self) -> None:
        """Note in the log of each campaign that its ranking is shown."""
        from eval_core.cli.database import note_look

        for slug in self.campaigns:
            note_look(self.store, slug, "rank")

    def votes(self) -> tuple[pd.DataFrame, Extent]:
        """The judgments, as `votes_of` gives them, and what the choices came to."""
        lengths = self.choices.method.length_covariate
        if len(self.campaigns) < 2:
            campaign = next(iter(self.campaigns), None)
            store = self.store if campaign else None
            options: dict[str, Any] = {"lengths": lengths, "categories": True, "store": store}
            return chosen_votes(self.file, campaign, self.choices, how=self.how, **options)
        from eval_core.campaigns.results.combined.several_campaigns import read_several
        from eval_core.ranking.choices import judged_on

        votes = read_several(
            self.store,
            self.campaigns,
            where=self.choices.conditions,
            systems=self.choices.systems,
            identical_as_ties=self.choices.identical_as_ties,
            both_orders=self.choices.both_orders,
            lengths=lengths,
        )
        if twice := votes.attrs["elsewhere"]:
            words = "by an annotator who had judged the same texts in a campaign named before"
            print(f"left out: {counted(twice, 'judgment')} {words}", file=sys.stderr)
        return judged_on(votes, self.choices)

    def judges(self, votes: pd.DataFrame) -> tuple[tuple[str, int], ...]:
        """The LLM judges among the annotators, with the number of their judgments; of a file only where all are."""
        if self.choices.kind == "human":
            return ()
        from eval_core.campaigns.results.leaderboard import judges_among

        if self.file is None:
            from eval_core.campaigns.results.judge_orders import judge_names

            return judges_among(votes, judge_names(self.store))
        return judges_among(votes, set(votes["annotator"].dropna())) if self.choices.kind == "judge" else ()

    def said(self) -> dict[str, Any]:
        """What the JSON document says of it."""
        return {
            **({"campaigns": list(self.campaigns)} if self.campaigns else {}),
            **({"bootstrap": self.bootstrap} if self.bootstrap else {}),
        }


def refuse_with_judge(judge: str | None, choices: Choices, **options: bool) -> None:
    """Refuse the first option that is set: with a judge there is one kind of fit and one way to intervals.

    Raises:
        InputError: 'judge_options'; 'picked_without_judge' where no judge is named.
    """
    if judge is None:
        raise InputError("picked_without_judge")
    method = choices.method
    chosen = {
        "engine": method.engine != "newton",
        "cluster": method.cluster != "auto",
        "position_effect": method.position_effect,
        "length_covariate": method.length_covariate,
        "identical_as_ties": choices.identical_as_ties,
        "both_orders": choices.both_orders,
        "common_prompts": choices.common_prompts,
        **options,
    }
    for name, given in chosen.items():
        if given:
            raise InputError("judge_options", option=f"--{name.replace('_', '-')}")


def judged_ranking(
    asked: Asked, judge: str, *, reference: str | None, level: float, seed: int, by_verdict: bool
) -> tuple[Ranking, Extent, pd.DataFrame]:
    """The ranking of people and a judge together, what was ranked of the people's judgments, and these."""
    if len(asked.campaigns) > 1:
        raise InputError("judge_of_one_campaign")
    choices = asked.choices
    conditions = [*choices.conditions]
    if asked.file is not None:
        people, verdicts = judged_votes_of_file(asked.file, judge, conditions, how=asked.how, systems=choices.systems)
    else:
        from eval_core.campaigns.results.combined.judged_votes import judged_votes

        found = judged_votes(asked.store, asked.campaigns[0], judge, where=conditions, systems=choices.systems)
        people, verdicts = found.people, found.verdicts

    from eval_core.ranking.choices import judged_on
    from eval_core.ranking.rectification.combination import rank_with_judge

    ranking = rank_with_judge(
        people,
        verdicts,
        judge,
        model=choices.method.model,
        reference=reference,
        level=level,
        seed=seed,
        by_verdict=by_verdict,
    )
    return ranking, judged_on(people, choices)[1], people


def checkpoints_of(asked: Asked, ranking: Ranking) -> dict[str, Any]:
    """The ranking's rows by checkpoint, as the JSON document has them.

    Raises:
        InputError: without a campaign, or a checkpoint among the ranked systems; 'checkpoint_twice' where campaigns
            disagree.
    """
    if not asked.campaigns:
        raise InputError("checkpoints_of_campaigns")
    from eval_core.campaigns.results.combined.model_checkpoints import read_checkpoints
    from eval_core.ranking.checkpoints import by_checkpoint

    known: dict[str, ModelCheckpoint] = {}
    for slug in asked.campaigns:
        for one in read_checkpoints(asked.store, slug):
            if known.setdefault(one.system, one) != one:
                raise InputError("checkpoint_twice", system=one.system)
    rows = by_checkpoint(ranking, list(known.values()))
    if not rows:
        raise InputError("no_checkpoints")
    return {"checkpoints": [row.as_dict() for row in rows]}


def checkpoint_line(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the table by checkpoint."""
    number = row["checkpoint"]
    return {
        "family": row["family"],
        "checkpoint": int(number) if number.is_integer() else f"{number:g}",
        "system": row["system"],
        "strength": row["strength"],
        "interval": interval((row["low"], row["high"])),
        "change": row["change"],
        "interval of the change": interval((row["change_low"], row["change_high"])),
        "decided": row["decided"] if row["change"] is not None else None,
    }


def about_judge(share: JudgeShare, judgments: int) -> str:
    """What the judge added, in two sentences."""
    worth = round(share.worth)
    of_people = f"the {counted(judgments, 'judgment')} by people, of {share.judged} of its {share.items} comparisons"
    added = (
        f"the judge was worth about {counted(worth, 'human judgment')}"
        if worth >= 1
        else "the judge was worth no human judgment"
    )
    return (
        f"with the judge {share.judge} (weight {share.weight:.2f}): {added}, added to {of_people}; a judge cannot"
        " shrink what annotators differ by"
    )
