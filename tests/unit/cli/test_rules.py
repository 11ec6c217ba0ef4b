"""`parvis campaign rules`, `parvis campaign set`, `parvis person admit` and `parvis person retry`."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from eval_core.campaigns.setup.plan_review import Advice
from eval_core.cli import rules
from tests.support.running import Run, Write

GOLD = [{"more_fluent": f"Jeg spiser nummer {one}.", "less_fluent": f"Jeg spise nummer {one}."} for one in range(3)]


def test_an_empty_campaign_has_the_defaults(done: Run, trial: str) -> None:
    """Every rule stands in the table, marked as a default; the note says what is missing."""
    out = done("campaign", "rules", trial).out
    rows = [line for line in out.splitlines()[1:] if not line.startswith("note: ")]
    assert len(rows) == 20
    assert all(row.endswith("yes") for row in rows)
    assert re.search(r"^pass-mark +80% +yes$", out, re.MULTILINE)
    assert "note: no information letter" in out


def test_what_is_set_is_shown(done: Run, trial: str, write: Write) -> None:
    """Shares in both spellings are stored; the answer names what changed, and the JSON what has its default."""
    done("import", "gold", write("gold.jsonl", GOLD), "--campaign", trial)
    words = "--gold-share 5% --repeat-share 0.025 --reasons share --training 5 --test 8 --pass-mark 75% --no-revisable"
    words += " --pair-policy adaptive"
    out = done("campaign", "set", trial, *words.split(), "--letter-pay", "250 kroner").out
    assert "gold-share: 0% -> 5%" in out
    assert "repeat-share: 0% -> 2.5%" in out
    assert "revisable: yes -> no" in out
    assert "pair-policy: balanced -> adaptive" in out
    assert "letter-pay: empty -> 250 kroner" in out
    assert "take 13 gold comparisons, and 3 can be shown" in out
    assert "reasons-share:" not in out
    found = done("campaign", "rules", trial, "--format", "json").json
    assert (found["gold_share"], found["repeat_share"], found["pass_mark"]) == (0.05, 0.025, 0.75)
    assert found["letter"]["pay"] == "250 kroner"
    assert found["defaults"] == [
        "reasons_share",
        "stop",
        "stop_judgments",
        "stop_width",
        "responses_beside",
        "budget_hours",
        *(f"letter.{name}" for name in ("responsible", "contact", "purpose", "sharing")),
    ]
    assert found["advice"][1] == {"code": "gold_short", "need": 13, "have": 3}
    again = done("campaign", "set", trial, "--training", "5").out
    assert again.startswith("nothing changed")


def test_the_plan_is_set_beside_the_rules(done: Run, parvis: Run, trial: str, write: Write) -> None:
    """Title, overlap and deadline change together with a rule; what is fixed is refused by name once judging began."""
    words = "--title Autumn --overlap 3 --shared 2 --shared-overlap 4 --per-annotator 9 --deadline 2026-12-04"
    out = done("campaign", "set", trial, *words.split(), "--training", "2").out
    assert "overlap: 2 -> 3" in out
    assert "deadline: empty -> 2026-12-04 23:59:00+00:00" in out
    assert "training: 0 -> 2" in out
    assert "'soon' is not a time" in parvis("campaign", "set", trial, "--deadline", "soon").complaint
    assert "shared_overlap" in parvis("campaign", "set", trial, "--shared-overlap", "1").complaint
    judged = [{"model_a": "a", "model_b": "b", "winner": "tie", "prompt_id": "p", "annotator_id": "Per"}]
    done("import", "judgments", write("judgments.jsonl", judged), "--campaign", trial)
    assert "'overlap' is fixed since judging began" in parvis("campaign", "set", trial, "--overlap", "1").complaint
    assert "title: Autumn -> Winter" in done("campaign", "set", trial, "--title", "Winter").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "nothing to change"),
        (("--gold-share", "60%"), "gold_share"),
        (("--gold-share", "60"), "'60' is not a share"),
        (("--gold-share", "-1%"), "'-1%' is not a share"),
        (("--repeat-share", "nan"), "'nan' is not a share"),
        (("--pass-mark", "most"), "'most' is not a share"),
        (("--training", "51"), "'--training'"),
        (("--reasons", "often"), "'often'"),
        (("--pair-policy", "greedy"), "'greedy'"),
        (("--letter-pay", "x" * 2001), "letter.pay"),
        (("--test", "3", "--gold-share", "0.6"), "gold_share"),
    ],
)
def test_bad_input_changes_nothing(
    parvis: Run, trial: str, contents: Callable[[], list[str]], words: tuple[str, ...], said: str
) -> None:
    """One clear message, exit 2, and the database as it was."""
    before = contents()
    assert said in parvis("campaign", "set", trial, *words).complaint
    assert contents() == before


@pytest.mark.parametrize(
    "words",
    [
        ("campaign", "rules", "nowhere"),
        ("campaign", "set", "nowhere", "--training", "3"),
        ("person", "admit", "Kari", "--campaign", "nowhere"),
        ("person", "retry", "Kari", "--campaign", "nowhere"),
    ],
)
def test_an_unknown_campaign_is_named(parvis: Run, done: Run, trial: str, words: tuple[str, ...]) -> None:
    """The complaint names the campaign that is not there, and those that are."""
    done("person", "add", "Kari", "--role", "annotator")
    complaint = parvis(*words).complaint
    assert "'nowhere'" in complaint
    assert trial in complaint


def test_admitting_and_another_try(parvis: Run, done: Run, trial: str) -> None:
    """Somebody is admitted once; a try is for those who failed; an unknown person is named."""
    done("person", "add", "Kari", "--role", "annotator", "--campaign", trial)
    assert "no failed test" in parvis("person", "retry", "Kari", "--campaign", trial).complaint
    assert "may judge" in done("person", "admit", "Kari", "--campaign", trial).out
    assert "could judge already" in done("person", "admit", "Kari", "--campaign", trial).out
    assert "'Ola'" in parvis("person", "admit", "Ola", "--campaign", trial).complaint


def test_every_advice_has_a_sentence() -> None:
    """The codes that the service names in its documentation are those the command line has words for."""
    codes = set(re.findall(r"^    '(\w+)':", Advice.__doc__ or "", re.MULTILINE))
    assert codes == set(rules._ADVICE)


def test_the_documentation_has_every_rule_with_its_default() -> None:
    """The table of docs/annotating.md names each option of `set`, and the default that `Rules` has."""
    from eval_core.campaigns.rules import Rules
    from tests.support.reading import ROOT, section, text_of

    table = section(text_of(ROOT / "docs" / "annotating.md"), "Rules")
    said = dict(re.findall(r"^\| `--([\w-]+)` \| ([\w.%]+) \|", table, re.MULTILINE))
    now = {rules._as_option(name): value or "empty" for name, value in rules._flat(Rules()).items()}
    assert said == {name: value for name, value in now.items() if name != "letter-version"}
