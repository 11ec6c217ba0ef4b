"""People and a judge in one ranking, and strength by checkpoint, in words of the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from eval_core.errors import InputError
from eval_core.locales import N_, interval, ngettext, number
from eval_core.locales import gettext as _
from eval_core.ranking.checkpoints import CheckpointRow
from eval_core.ranking.results import Ranking

_REFUSALS = {
    "judge_items_differ": N_(
        "The comparisons that people judged differ from the rest in what is known of them. What people say of these "
        "cannot be carried over to the others."
    ),
    "judge_left_items": N_("The judge has not judged every comparison between these systems."),
    "judge_left_out": N_("The judge has not judged every comparison that people judged."),
    "judge_needs_strengths": N_("People's judgments alone do not give every system a finite strength."),
    "judge_options": N_("With a judge there is one kind of intervals, and no effect of position or length."),
    "judge_without_prompts": N_("Some judgments by people name no prompt, so they cannot be found among the judge's."),
    "rectified_without_maximum": N_("People's judgments and the judge's together give no finite strengths."),
    "nothing_to_rank": N_("There is nothing to rank yet: no judgments here."),
}


def judge_sentences(ranking: Ranking) -> list[str]:
    """What the judge was worth, and what it cannot do; empty for a ranking without a judge."""
    share = ranking.judge
    if share is None:
        return []
    facts = {"judge": share.judge, "judgments": number(ranking.n_judgments)}
    worth = round(share.worth)
    return [
        ngettext(
            "Added to {judgments} judgments by people, the judge {judge} was worth about {count} human judgment.",
            "Added to {judgments} judgments by people, the judge {judge} was worth about {count} human judgments.",
            worth,
            **facts,
        )
        if worth >= 1
        else _("Added to {judgments} judgments by people, the judge {judge} was worth no human judgment.", **facts),
        _("A judge cannot shrink what annotators differ by: only more annotators can."),
        _(
            "Its verdicts on {items} comparisons, of which people judged {judged}, count with the weight {weight} "
            "(0: not at all, 1: fully), and people's judgments correct what it gets wrong on average.",
            items=number(share.items),
            judged=number(share.judged),
            weight=number(share.weight, 2),
        ),
    ]


def judge_method() -> str:
    """How people and a judge are put together, with the source."""
    return _(
        "Prediction-powered estimation (Angelopoulos et al. 2023), the weight as in PPI++; numbers of judgments and "
        "win rates are those of people alone."
    )


def refusal_sentence(error: InputError) -> str:
    """Why people and a judge are not ranked together."""
    known = _REFUSALS.get(error.code)
    return _(known) if known else _("People and the judge cannot be ranked together here.")


def checkpoint_words() -> dict[str, str]:
    """The words of the figure by checkpoint."""
    return {
        "strength": _("Strength"),
        "checkpoint": _("Checkpoint"),
        "note": _(
            "Strength by checkpoint, with its interval as a band. Each interval is for one checkpoint alone; the table "
            "says which changes are decided."
        ),
    }


def checkpoint_table(rows: Sequence[CheckpointRow]) -> tuple[list[str], list[list[str]]]:
    """Header and rows, a checkpoint each."""
    header = [
        _("Model family"),
        _("Checkpoint"),
        _("System"),
        _("Strength"),
        _("Change since the checkpoint before"),
        _("Decided"),
    ]
    return header, [_cells(row) for row in rows]


def _cells(row: CheckpointRow) -> list[str]:
    changed = "" if row.change is None else _("Yes") if row.decided else _("No")
    return [
        row.family,
        number(row.checkpoint),
        row.system,
        _estimate(row.strength, row.low, row.high) if row.bounded else _("unbounded"),
        _estimate(row.change, row.change_low, row.change_high),
        changed,
    ]


def _estimate(value: float | None, low: float | None, high: float | None) -> str:
    if value is None:
        return ""
    written = number(value, 2)
    return written if low is None or high is None else f"{written} {interval(low, high)}"


def no_checkpoints() -> str:
    """What to do for a curve, where no system has a checkpoint."""
    return _("No ranked system has a checkpoint. To add them, load a file of responses with a column “checkpoint”.")
