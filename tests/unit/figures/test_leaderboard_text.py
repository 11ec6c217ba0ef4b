"""The leaderboard as LaTeX and Markdown says what the ranking says, whatever systems are called."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from eval_core.figures.leaderboard_text import (
    LEADERBOARD_LABELS,
    latex,
    leaderboard_latex,
    leaderboard_markdown,
    markdown,
)
from tests.support.latex import printed, visible
from tests.unit.figures.building import HOSTILE, ranking, row

LABELS = dict(
    zip(LEADERBOARD_LABELS, ("Ranks", "Name", "Votes", "Rate", "Strength [95 %]", "none", "Part {number}"), strict=True)
)
NASTY = [
    *(r"\input{/etc/passwd}", "a & b", "50% _x_ {y} $z$ #1 ~^", "a|b", "*b* **c** `d` <e> [f](g)", "--x,,y''``"),
    *(
        "![i](http://x.y/z.png)",
        "https://x.y www.x.y @me a@b.c #12",
        r"\| \\ \a",
        "[5pt]",
        "*",
        HOSTILE,
        "a\nb\tc",
        "&amp;",
    ),
]
MADE = ranking(
    [row("a", 1), row("b_2", 2, strength=-1.5, low=-1.7, high=-1.25, rank_high=2), row("u", 3, bounded=False)]
)


def test_latex_is_a_table_with_the_rules_of_booktabs() -> None:
    """Ranges have an en dash, negative numbers a minus, the unbounded a word; there are three rules and no others."""
    assert leaderboard_latex(MADE, labels=LABELS).split("\n") == [
        r"\begin{tabular}{llrrr}",
        r"\toprule",
        r"Ranks & Name & Votes & Rate & Strength [95 \%] \\",
        r"\midrule",
        r"1--2 & a & 1,001 & 0.89 & 2.13 [1.73, 2.53] \\",
        r"2 & b\_2 & 1,002 & 0.88 & $-$1.50 [$-$1.70, $-$1.25] \\",
        r"3--4 & u & 1,003 & 0.87 & none \\",
        r"\bottomrule",
        r"\end{tabular}",
        "",
    ]


def test_markdown_is_a_table() -> None:
    """The same numbers with the signs themselves; figures are aligned to the right."""
    assert leaderboard_markdown(MADE, labels=LABELS).split("\n") == [
        r"| Ranks | Name | Votes | Rate | Strength \[95 %\] |",
        "| :-- | :-- | --: | --: | --: |",
        r"| 1–2 | a | 1,001 | 0.89 | 2.13 \[1.73, 2.53\] |",
        r"| 2 | b\_2 | 1,002 | 0.88 | −1.50 \[−1.70, −1.25\] |",
        r"| 3–4 | u | 1,003 | 0.87 | none |",
        "",
    ]


def test_a_decimal_comma_parts_limits_at_a_semicolon() -> None:
    """Numbers are the caller's; a grouping space survives in both."""
    options = {
        "number": lambda v: f"{v:.1f}".replace(".", ",").replace("-", "−"),
        "count": lambda n: f"{n:,}".replace(",", "\u00a0"),
    }
    assert "1~001 & 0,9 & 2,1 [1,7; 2,5]" in leaderboard_latex(MADE, labels=LABELS, **options)
    assert "1\u00a0001 | 0,9 | 2,1 \\[1,7; 2,5\\]" in leaderboard_markdown(MADE, labels=LABELS, **options)


def test_components_are_headed() -> None:
    """Several components each have their heading, in LaTeX over their rows, in Markdown over tables of their own."""
    apart = ranking([row("a", 1), row("b", 1, component=1)])
    assert leaderboard_latex(apart, labels=LABELS).count(r"\midrule") == 2
    assert r"\multicolumn{5}{l}{Part 2} \\" in leaderboard_latex(apart, labels=LABELS)
    assert leaderboard_markdown(apart, labels=LABELS).count("**Part 2**\n\n| Ranks") == 1


def with_nasty(test):
    """Hypothesis draws names, and the nasty ones come first."""
    for name in NASTY:
        test = example(name)(test)
    return given(st.text())(test)


@with_nasty
def test_latex_prints_every_name_as_it_is(name: str) -> None:
    """No character of a name acts in LaTeX; read back, the name is what it was."""
    source = latex(name)
    assert printed(source) == visible(name)
    assert "---" not in source
    assert ",," not in source


@pytest.mark.parametrize("name", NASTY)
def test_nasty_names_keep_the_latex_table_whole(name: str) -> None:
    """Each row has four separators and one end; no row begins like an option of the row before."""
    made = leaderboard_latex(ranking([row(name, 1), row("b", 2)]), labels=LABELS | {"rank": name})
    assert made.count("\n") == 8
    for line in made.split("\n"):
        if line.endswith(r"\\"):
            assert len(re.findall(r"(?<!\\)&", line)) == 4
            assert line[0] not in "[*"


def cells(source: str) -> list[list[str]]:
    """The texts of a Markdown table's body; an assertion fails on any markup in a cell."""
    values: list[list[str]] = []
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(source):
        if token.type == "tr_open":
            values.append([])
        if token.type == "inline":
            children = token.children or []
            assert {child.type for child in children} <= {"text", "text_special"}, source
            values[-1].append("".join(child.content for child in children))
    return values


@with_nasty
def test_markdown_shows_every_name_as_it_is(name: str) -> None:
    """Read as Markdown, a name in a table is one cell of plain text, the name itself."""
    table = cells(leaderboard_markdown(ranking([row(name, 1), row("b", 2)]), labels=LABELS))
    assert [len(line) for line in table] == [5, 5, 5]
    assert table[1][1].split() == visible(name).split()
    assert table[2][1] == "b"


def test_markdown_makes_no_links_and_calls_nobody() -> None:
    """What GitHub would make of bare addresses, mentions and numbers of issues is broken by a backslash."""
    assert markdown("https://x.y www.x.y @me #12") == r"https\://x.y www\.x.y \@me \#12"


def test_nothing_is_a_table_of_heads() -> None:
    """An empty ranking has its heads and no rows."""
    assert len(cells(leaderboard_markdown(ranking([]), labels=LABELS))) == 1
    assert leaderboard_latex(ranking([]), labels=LABELS).count(r"\\") == 1


@pytest.mark.parametrize("key", LEADERBOARD_LABELS)
@pytest.mark.parametrize("write", [leaderboard_latex, leaderboard_markdown])
def test_a_missing_word_is_an_error(write, key: str) -> None:
    """There is no word to fall back on: a label that is missing raises KeyError."""
    with pytest.raises(KeyError, match=key):
        write(MADE, labels={k: v for k, v in LABELS.items() if k != key})
