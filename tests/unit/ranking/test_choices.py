"""What is ranked: choices and conditions, the common prompts, and a slice too small to say anything."""

from __future__ import annotations

from itertools import combinations

import pandas as pd
import pytest

from eval_core.errors import InputError
from eval_core.ranking import cautions, rank
from eval_core.ranking.choices import Choices, Extent, Method, common_prompts, judged_on

A_B_C = [(f"p{number}", first, second) for number in range(3) for first, second in combinations("abc", 2)]


def votes(*rows: tuple[str | None, str, str], outcome: str = "first", annotator: str = "Kari") -> pd.DataFrame:
    """Judgments of (prompt, first, second)."""
    frame = pd.DataFrame(rows, columns=["prompt", "first", "second"], dtype=object)
    return frame.assign(outcome=outcome, annotator=annotator)


def test_conditions_become_choices_and_back() -> None:
    """A single standard, category or kind has a place of its own; the rest stays as it was given."""
    given = ("written_standard=nb", "category=mail", "round=2", "kind=judge")
    choices = Choices.under(given)
    assert (choices.written_standard, choices.category, choices.kind, choices.where) == (
        "nb",
        "mail",
        "judge",
        ("round=2",),
    )
    assert sorted(choices.conditions) == sorted(given)
    several = Choices.under(["category=mail", "category=news"])
    assert (several.category, several.conditions) == (None, ("category=mail", "category=news"))
    assert Choices.under(["no condition"]).conditions == ("no condition",)


def test_defaults_need_no_option() -> None:
    """The default choices are those of the bare command; every other choice has its option."""
    assert Choices().options == ()
    chosen = Choices(
        systems=("a", "b"),
        common_prompts=True,
        written_standard="nn",
        method=Method("bradley-terry", "choix", "prompt"),
    )
    assert " ".join(chosen.options) == (
        "--where written_standard=nn --systems a,b --common-prompts --model bradley-terry --engine choix --cluster prompt"
    )
    assert Choices(method=Method(position_effect=True)).options == ("--position-effect",)


def test_common_prompts_are_those_of_the_judged_systems() -> None:
    """What a system was judged on it has answered; a system without a judgment, and unjudged prompts, count for nothing."""
    more = votes(*A_B_C, ("p0", "a", "d"), (None, "a", "b"))
    assert common_prompts(votes(*A_B_C)) == {"p0", "p1", "p2"}
    assert common_prompts(more) == {"p0"}
    assert common_prompts(more, [("p1", "d"), ("p9", "d"), ("p0", "e")]) == {"p0", "p1"}
    kept, extent = judged_on(more, Choices(common_prompts=True))
    assert (len(kept), extent) == (4, Extent(4, 3, 1))
    assert judged_on(more, Choices())[1] == Extent(4, 3)
    with pytest.raises(InputError, match="every judged system"):
        judged_on(votes(("p0", "a", "b"), ("p1", "c", "d")), Choices(common_prompts=True))


def test_too_small_a_slice_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a few judgments a system and nothing decided there is a warning; not with more, not where it is decided."""

    def warned(frame: pd.DataFrame) -> bool:
        return any(warning.code == "few_judgments" for warning in rank(frame).warnings)

    few = pd.concat([votes(*A_B_C), votes(*A_B_C, outcome="second", annotator="Ola")], ignore_index=True)
    small = few.iloc[:11]
    assert warned(small)
    assert "11 for 3 systems" in rank(small).warnings[0].message
    many = pd.concat([few] * 3, ignore_index=True)
    assert not any(pair.decided for pair in rank(many).pairs)
    assert not warned(many)
    won = pd.concat([votes((f"p{n}", "a", "b"), annotator=f"person {n}") for n in range(9)], ignore_index=True)
    assert rank(won).pairs[0].decided
    assert not warned(won)
    # The planted fault: a limit of nothing warns of nothing.
    monkeypatch.setattr(cautions, "FEW_JUDGMENTS", 0)
    assert not warned(small)
