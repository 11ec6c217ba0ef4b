"""What is said of two parts of the data, whichever way the systems differ."""

from __future__ import annotations

import pytest

from eval_core.locales import use_language
from eval_core.ranking.slices import SliceComparison, SliceRow
from eval_core.reports.slice_words import slice_cells, slice_header, slice_notes, slice_verdict


def row(system: str, difference: float | None, *, decided: bool = False) -> SliceRow:
    """A system at 1 in the second part, with its difference ± 0.5; a system that the second part lacks where None."""
    if difference is None:
        return SliceRow(system, 0.25, None, None, None, None, None, False)
    low, high = difference - 0.5, difference + 0.5
    return SliceRow(system, 1 + difference, 1.0, difference, 0.25, low, high, decided)


def verdict(*rows: SliceRow) -> str:
    return slice_verdict(compared(*rows), "Bokmål", "Nynorsk")


def compared(*rows: SliceRow) -> SliceComparison:
    return SliceComparison(rows, 0.95, None, "none", {}, None, (10, 20))


def test_nothing_is_known_to_differ() -> None:
    """Differences that are not decided, however large, and systems that one part lacks do not count."""
    expected = "No system clearly differs between the two parts."
    assert verdict(row("alfa", 9.0), row("bravo", -9.0), row("charlie", None)) == expected


def test_nothing_in_common_is_not_no_difference() -> None:
    """Where no difference can be computed, that is said, and not that there is none."""
    expected = "The two parts have no system in common whose strength is known in both."
    assert verdict(row("alfa", None), row("bravo", None)) == expected


def test_what_lies_behind_the_columns() -> None:
    """The level, the judgments of each part and the clustering are named."""
    difference, behind = slice_notes(compared(row("alfa", 1.0)))
    assert difference.startswith("Difference: the first minus the second, with its 95% interval.")
    assert behind == "10 and 20 judgments, not clustered."


@pytest.mark.parametrize(
    ("differences", "expected"),
    [
        ({"alfa": 1.0}, "Stronger in the first part (Bokmål): alfa."),
        ({"alfa": -1.0}, "Stronger in the second part (Nynorsk): alfa."),
        (
            {"alfa": 1.0, "bravo": -1.0},
            "Stronger in the first part (Bokmål): alfa. Stronger in the second part (Nynorsk): bravo.",
        ),
        ({"alfa": 1.0, "bravo": 2.0}, "Stronger in the first part (Bokmål): alfa and bravo."),
        (dict.fromkeys("abcde", 1.0), "Stronger in the first part (Bokmål): a, b, c and 2 more."),
    ],
)
def test_decided_differences(differences: dict[str, float], expected: str) -> None:
    """A system is named with the part in which its strength is the larger one."""
    rows = [row(name, difference, decided=True) for name, difference in differences.items()]
    assert verdict(*rows, row("open", 3.0)) == expected


def test_the_largest_difference_comes_first() -> None:
    """Rows go by the size of the difference, up or down; what does not exist is a dash and comes last."""
    assert slice_header("Bokmål", "Nynorsk") == ["System", "Bokmål", "Nynorsk", "Difference", "Interval"]
    assert slice_cells(compared(row("none", None), row("small", 0.5), row("large", -1.25))) == [
        ["large", "−0.25", "1.00", "−1.25", "[−1.75, −0.75]"],
        ["small", "1.50", "1.00", "0.50", "[0.00, 1.00]"],
        ["none", "0.25", "–", "–", "–"],
    ]


@pytest.mark.parametrize(
    ("language", "nothing", "both", "interval"),
    [
        (
            "nb",
            "Det er ikke påvist forskjell mellom de to delene for noe system.",
            "Sterkere i den første delen (Bokmål): a og b. Sterkere i den andre delen (Nynorsk): c.",
            "[0,50; 1,50]",
        ),
        (
            "nn",
            "Det er ikkje påvist skilnad mellom dei to delane for noko system.",
            "Sterkare i den første delen (Bokmål): a og b. Sterkare i den andre delen (Nynorsk): c.",
            "[0,50; 1,50]",
        ),
    ],
)
def test_in_norwegian(language: str, nothing: str, both: str, interval: str) -> None:
    """Sentences and decimals are the reader's."""
    use_language(language)
    assert verdict(row("a", 1.0)) == nothing
    decided = [row(name, difference, decided=True) for name, difference in (("a", 1.0), ("b", 1.0), ("c", -1.0))]
    assert verdict(*decided) == both
    assert slice_cells(compared(*decided))[0][-1] == interval
