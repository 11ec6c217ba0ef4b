"""Which heading is which column: names, words of Norway, choices; and the values under them."""

from __future__ import annotations

import pytest

from eval_core.errors import InputError
from eval_core.files import (
    COLUMNS,
    REQUIRED,
    Reading,
    match_columns,
    meta_of,
    read_comparisons,
    read_gold,
    read_judgments,
    read_responses,
)
from eval_core.files.headings import plain_word


@pytest.mark.parametrize(
    ("kind", "headings", "found"),
    [
        ("responses", ["Oppgave", "MODELL", " svar "], {"prompt": "Oppgave", "system": "MODELL", "response": " svar "}),
        ("responses", ["Leietekst", "system", "Respons", "Målform"], {"written_standard": "Målform"}),
        ("responses", ["Prompt ID", "PROMPT", "System", "Response"], {"prompt_id": "Prompt ID", "prompt": "PROMPT"}),
        ("comparisons", ["oppgåve", "Svar A", "Svar_B", "modell a", "Model B"], {"response_a": "Svar A", "model_b": "Model B"}),
        ("gold", ["Mer flytende", "Mindre flytende"], {"more_fluent": "Mer flytende"}),
        ("gold", ["meir flytande", "mindre flytande"], {"less_fluent": "mindre flytande"}),
        ("judgments", ["modell_a", "modell_b", "Valg", "Vurderer"], {"choice": "Valg", "annotator_id": "Vurderer"}),
        ("judgments", ["venstre", "høgre", "vinnar"], {"left": "venstre", "right": "høgre", "winner": "vinnar"}),
        ("ratings", ["prompt_id", "modell", "vurderar", "kriterium", "verdi"], {"criterion": "kriterium"}),
    ],
)  # fmt: skip
def test_headings_are_known_by_their_words(kind: str, headings: list[str], found: dict[str, str]) -> None:
    """Case, blanks, underscores and accents do not matter, and Norwegian words are understood."""
    matching = match_columns(kind, headings)
    assert found.items() <= matching.found.items()
    assert matching.missing == ()
    assert not matching.ambiguous


def test_our_own_name_wins_over_words_and_a_choice_over_all() -> None:
    """A column with our name is ours; the other stays metadata; a lead's choice turns that round, or takes it away."""
    headings = ["prompt", "oppgave", "system", "response"]
    assert match_columns("responses", headings).rest == ("oppgave",)
    chosen = match_columns("responses", headings, {"oppgave": "prompt", "gone": "system"})
    assert chosen.found["prompt"] == "oppgave"
    assert chosen.rest == ("prompt",)
    assert match_columns("responses", headings, {"prompt": ""}).found["prompt"] == "oppgave"
    assert match_columns("responses", ["x"]).missing == ("prompt", "system", "response")


def test_headings_that_could_be_one_column_are_refused_by_both_names(write) -> None:
    """Two headings of one meaning are no guess; a choice settles it, and the other is kept as metadata."""
    path = write("t.csv", "prompt,system,Tekst,Svar\np,s,other,mine\n")
    with pytest.raises(InputError, match="could be this one: 'Tekst', 'Svar'") as caught:
        read_responses(path)
    assert (caught.value.row, caught.value.column) == (1, "response")
    frame = read_responses(path, Reading(columns={"Svar": "response", "Tekst": ""}))
    assert frame["response"].tolist() == ["mine"]
    assert meta_of(frame).tolist() == [{"Tekst": "other"}]
    with pytest.raises(InputError, match="'Svar' cannot be 'answer'"):
        read_responses(path, Reading(columns={"Svar": "answer"}))
    with pytest.raises(InputError, match="could be this one: 'Svar', 'Tekst'"):
        read_responses(path, Reading(columns={"Svar": "response", "Tekst": "response"}))


def test_a_heading_that_is_not_there_is_refused_by_name(write) -> None:
    """A choice for no heading of the file is an error that lists those there are, all such choices at once."""
    path = write("t.csv", "prompt,system,Svar\np,s,mine\n")
    with pytest.raises(InputError) as caught:
        read_responses(path, Reading(columns={"svar ": "response", "Bot": ""}))
    assert [(fault.row, fault.column) for fault in caught.value.faults] == [(1, "svar "), (1, "Bot")]
    assert str(caught.value).startswith(f"{path}, row 1, column 'svar ': ")
    assert "'prompt', 'system', 'Svar'" in str(caught.value)
    assert read_responses(path, Reading(columns={"Svar": "response"}))["response"].tolist() == ["mine"]


def test_what_is_remembered_gives_way_to_our_own_name_and_to_a_choice(write) -> None:
    """An earlier file's choice counts where nothing is said of this one; two such for one column are no guess."""
    remembered = {"Bot": "system", "Tool": "system", "prompt": "", "gone": "response"}
    both = ["prompt", "system", "Bot", "response"]
    assert match_columns("responses", both, remembered=remembered).found["system"] == "system"
    matching = match_columns("responses", both, {"Bot": "system"}, remembered=remembered)
    assert (matching.found["system"], matching.found["prompt"]) == ("Bot", "prompt")
    later = match_columns("responses", ["prompt", "Bot", "Modell", "svar"], {"Modell": "system"}, remembered=remembered)
    assert (later.found["system"], later.rest) == ("Modell", ("Bot",))
    # A heading that only resembles our name is no more than a word for it.
    assert match_columns("responses", ["Bot", "System"], remembered=remembered).found["system"] == "Bot"
    path = write("t.csv", "prompt,Bot,Tool,response\np,s,t,x\n")
    with pytest.raises(InputError, match="could be this one: 'Bot', 'Tool'"):
        read_responses(path, Reading(remembered=remembered))
    assert read_responses(path, Reading(columns={"Tool": "system"}, remembered=remembered))["system"].tolist() == ["t"]


def test_a_column_that_gives_way_keeps_its_values(write) -> None:
    """Where another heading is chosen for a column, the file's own of that name is metadata."""
    path = write("t.csv", "prompt,oppgave,system,response\nold,new,s,r\n")
    frame = read_responses(path, Reading(columns={"oppgave": "prompt"}))
    assert frame["prompt"].tolist() == ["new"]
    assert meta_of(frame).tolist() == [{"prompt (file)": "old"}]


def test_values_are_understood_where_they_have_one_meaning(write) -> None:
    """Written standards and answers in the words of people; what may mean either is refused."""
    text = "prompt;modell;svar;målform\np;s;x;Bokmål\nq;s;x;nynorsk\nr;s;x;nb-NO\nt;s;x;NN\nu;s;x;\n"
    standards = read_responses(write("t.csv", text))["written_standard"]
    assert standards.tolist()[:4] == ["nb", "nn", "nb", "nn"]
    assert standards.isna().tolist() == [False] * 4 + [True]
    with pytest.raises(InputError, match="row 2, column 'målform': the written standard must be nb"):
        read_responses(write("t.csv", text.replace("Bokmål", "norsk")))
    words = ["A er mest flytende", "b er meir flytande", "Like flytende", "uavgjort", "A", "B er best"]
    rows = "".join(f"p;x;y;k;m;n;{word}\n" for word in words)
    frame = read_judgments(write("v.csv", "oppgave;svar_a;svar_b;vurderer;modell_a;modell_b;valg\n" + rows))
    assert frame["outcome"].tolist() == ["a", "b", "tie", "tie", "a", "b"]
    pair = "prompt,response_a,response_b,model_a,model_b,fasit\np,x,y,m,n,Uavgjort\np,x,z,m,o,b\n"
    assert read_comparisons(write("c.csv", pair))["gold"].tolist() == ["tie", "b"]


def test_faults_are_all_told_under_the_file_s_own_headings(write) -> None:
    """Each fault has its row, the heading of the file and the first words; a hundred are listed, the others counted."""
    rows = "".join(f"p{n},,svar nummer {n},no\n" for n in range(150))
    path = write("t.csv", "Oppgave,Modell,Svar,Målform\n,s,x,nb\n" + rows)
    with pytest.raises(InputError) as caught:
        read_responses(path)
    error = caught.value
    assert [(fault.row, fault.column, fault.code) for fault in error.faults[:3]] == [
        (2, "Oppgave", "blank_prompt"),
        (3, "Målform", "bad_standard"),
        (3, "Modell", "blank_system"),
    ]
    assert error.faults[1].excerpt == "no"
    assert (len(error.faults), error.count) == (100, 301)
    assert str(error) == f"{path}, row 2, column 'Oppgave': a prompt must not be blank (and 300 more faults)"


def test_faults_of_each_reader_are_collected(write) -> None:
    """Gold, JSON Lines and broken records are named at once too."""

    def places(read, path) -> list[tuple[int | None, str | None]]:
        with pytest.raises(InputError) as caught:
            read(path)
        return [(fault.row, fault.column) for fault in caught.value.faults]

    gold = write("g.csv", 'more_fluent,less_fluent,marks\nx,x,\n,y,\nx,zz,"[[0,9]]"\nx,y,oops\n')
    assert places(read_gold, gold) == [(2, "less_fluent"), (3, "more_fluent"), (4, "marks"), (5, "marks")]
    lines = write("t.jsonl", '{"prompt": "p"}\n{oops\n[]\n')
    assert places(read_responses, lines) == [(2, None), (3, None)]
    ragged = write("r.csv", "prompt,system,response\np,s\np,s,x,y\np,s,x\n")
    assert places(read_responses, ragged) == [(2, "response"), (3, None)]


def test_the_words_of_a_kind_name_one_column_each() -> None:
    """No word means two columns of one kind of file, and what is required is known."""
    for kind, columns in COLUMNS.items():
        words = [word for ours, more in columns.items() for word in set(map(plain_word, (ours, *more)))]
        own = {plain_word(ours) for ours in columns}
        doubled = {word for word in words if words.count(word) > 1 and word not in own}
        assert not doubled, kind
        assert all(name in columns for names in REQUIRED[kind] for name in names)
