"""What `parvis rank` ranks: a file, a campaign or several, and people's judgments with a judge's."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eval_core.cli.output import counted
from eval_core.cli.votes import judged_votes_of_file, require_one_source, votes_of
from eval_core.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from eval_core.ranking import Ranking
    from eval_core.ranking.results import JudgeShare


@dataclass(frozen=True)
class Asked:
    """Where the judgments come from, and which of them: conditions FIELD=VALUE, and systems (all if empty)."""

    file: Path | None
    campaigns: tuple[str, ...]
    where: tuple[str, ...]
    systems: tuple[str, ...]

    def votes(self, *, identical_as_ties: bool, lengths: bool) -> pd.DataFrame:
        """The judgments, as `votes_of` gives them."""
        if len(self.campaigns) < 2:
            return votes_of(
                self.file,
                next(iter(self.campaigns), None),
                list(self.where),
                systems=self.systems,
                identical_as_ties=identical_as_ties,
                lengths=lengths,
                categories=True,
            )
        from eval_core.campaigns.results.combined.several_campaigns import read_several
        from eval_core.cli.database import reading

        require_one_source(self.file, self.campaigns[0])
        return read_several(
            reading(),
            self.campaigns,
            where=self.where,
            systems=self.systems,
            identical_as_ties=identical_as_ties,
            lengths=lengths,
        )

    def said(self) -> dict[str, Any]:
        """What the JSON document says of it."""
        return {"campaigns": list(self.campaigns)} if self.campaigns else {}


def refuse_with_judge(judge: str | None, **options: bool) -> None:
    """Refuse the first option that is set: with a judge there is one kind of fit and one way to intervals.

    Raises:
        InputError: 'judge_options'; 'picked_without_judge' where no judge is named.
    """
    if judge is None:
        raise InputError("picked_without_judge")
    for name, given in options.items():
        if given:
            raise InputError("judge_options", option=f"--{name.replace('_', '-')}")


def judged_ranking(
    asked: Asked,
    judge: str,
    *,
    model: str,
    reference: str | None,
    level: float,
    seed: int,
    by_verdict: bool,
) -> Ranking:
    """The ranking of people and a judge together."""
    require_one_source(asked.file, next(iter(asked.campaigns), None))
    if len(asked.campaigns) > 1:
        raise InputError("judge_of_one_campaign")
    if asked.file is not None:
        people, verdicts = judged_votes_of_file(asked.file, judge, list(asked.where), systems=asked.systems)
    else:
        from eval_core.campaigns.results.combined.judged_votes import judged_votes
        from eval_core.cli.database import reading

        found = judged_votes(reading(), asked.campaigns[0], judge, where=asked.where, systems=asked.systems)
        people, verdicts = found.people, found.verdicts

    from eval_core.ranking.rectification.joint_ranking import rank_with_judge

    return rank_with_judge(
        people,
        verdicts,
        judge,
        model=model,
        reference=reference,
        level=level,
        seed=seed,
        by_verdict=by_verdict,
    )


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
