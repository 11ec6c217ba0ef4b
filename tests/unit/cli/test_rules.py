"""`parvis campaign rules`, `parvis campaign set`, `parvis person admit` and `parvis person retry`."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from eval_core.campaigns.crowd_rules import Crowd
from eval_core.campaigns.rules import PARTS, Letter, Rules
from eval_core.campaigns.setup.plan import Plan
from eval_core.campaigns.setup.plan_review import Advice
from eval_core.cli import rules
from tests.support.running import Run, Write

GOLD = [
    {"more_fluent": f"Jeg spiser nummer {number}.", "less_fluent": f"Jeg spise nummer {number}."} for number in range(3)
]


def test_an_empty_campaign_has_the_defaults(done: Run, trial: str) -> None:
    """Every rule is in the table, marked as a default; the note says what is missing."""
    out = done("campaign", "rules", trial).out
    rows = [line for line in out.splitlines()[1:] if not line.startswith("note: ")]
    assert len(rows) == len(rules.settings()) - len(Plan.model_fields) + 1  # and the letter's version
    assert all(row.endswith("yes") for row in rows)
    assert re.search(r"^pass_mark +80% +yes$", out, re.MULTILINE)
    assert "note: no information letter" in out


def test_what_is_set_is_shown(done: Run, trial: str, write: Write) -> None:
    """Shares in both spellings are stored; the answer names what changed, and the JSON what has its default."""
    done("import", "gold", write("gold.jsonl", GOLD), "--campaign", trial)
    words = "gold_share=5% repeat_share=0.025 reasons=share training=5 test=8 pass_mark=75% revisable=no"
    words += " pair_policy=adaptive"
    out = done("campaign", "set", trial, *words.split(), "letter.pay=250 kroner = cheap").out
    assert "gold_share: 0% -> 5%" in out
    assert "repeat_share: 0% -> 2.5%" in out
    assert "revisable: yes -> no" in out
    assert "pair_policy: balanced -> adaptive" in out
    assert "letter.pay: empty -> 250 kroner = cheap" in out
    assert "need 13 gold comparisons, and 3 can be shown" in out
    assert "reasons_share:" not in out
    document = done("campaign", "rules", trial, "--format", "json").json
    assert (document["gold_share"], document["repeat_share"], document["pass_mark"]) == (0.05, 0.025, 0.75)
    assert document["letter"]["pay"] == "250 kroner = cheap"
    assert document["defaults"] == [
        "reasons_share",
        "stop",
        "stop_judgments",
        "stop_width",
        "responses_beside",
        "budget_hours",
        *(name for name in Rules.model_fields if name.startswith(("open_link", "native_screen", "public_results"))),
        *(f"letter.{name}" for name in ("responsible", "contact", "purpose", "sharing")),
        *(f"letter.{name}" for name in ("basis", "storage", "ends", "rights", "officer", "complaint")),
        *(f"crowd.{name}" for name in Crowd.model_fields),
    ]
    assert document["advice"][1] == {"code": "gold_short", "need": 13, "have": 3, "standard": None}
    assert done("campaign", "set", trial, "training=5").out.startswith("nothing changed")


def test_the_plan_is_set_together_with_the_rules(done: Run, parvis: Run, trial: str, write: Write) -> None:
    """Title, overlap and deadline change with a rule; what the first judgment has fixed is refused by name."""
    words = "title=Autumn overlap=3 shared=2 shared_overlap=4 per_annotator=9 deadline=2026-12-04 training=2"
    out = done("campaign", "set", trial, *words.split()).out
    assert "overlap: 2 -> 3" in out
    assert "deadline: empty -> 2026-12-04 23:59:00+00:00" in out
    assert "training: 0 -> 2" in out
    out = done("campaign", "set", trial, "deadline=2026-12-04T14:30+01:00", "per_annotator=").out
    assert "deadline: 2026-12-04 23:59:00+00:00 -> 2026-12-04 13:30:00+00:00" in out
    assert "per_annotator: 9 -> empty" in out
    assert "shared_overlap: a shared set needs both" in parvis("campaign", "set", trial, "shared=0").complaint
    judged = [{"model_a": "a", "model_b": "b", "winner": "tie", "prompt_id": "p", "annotator_id": "Per"}]
    done("import", "judgments", write("judgments.jsonl", judged), "--campaign", trial)
    assert "'overlap' is fixed since judging began" in parvis("campaign", "set", trial, "overlap=1").complaint
    assert "title: Autumn -> Winter" in done("campaign", "set", trial, "title=Winter").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "NAME=VALUE"),
        (("--gold-share", "5%"), "--gold-share"),
        (("training",), "'training' is not NAME=VALUE"),
        (("training=3", "training=4"), "'training' is set twice"),
        (("gold-share=5%",), "'gold-share'"),
        (("letter.version=7",), "'letter.version'"),
        (("gold_share=60%",), "'gold_share=60%'"),
        (("gold_share=60",), "'gold_share=60'"),
        (("gold_share=-1%",), "a share from 0% to 50%"),
        (("gold_share=",), "'gold_share='"),
        (("repeat_share=nan",), "'repeat_share=nan'"),
        (("repeat_share=nan%",), "'repeat_share=nan%'"),
        (("pass_mark=most%",), "'pass_mark=most%'"),
        (("training=51",), "a whole number from 0 to 50"),
        (("training=2.5",), "'training=2.5'"),
        (("revisable=perhaps",), "yes, no"),
        (("reasons=often",), "off, share, all"),
        (("pair_policy=greedy",), "balanced, adaptive"),
        (("deadline=soon",), "a time such as 2026-12-04"),
        (("letter.pay=" + "x" * 2001,), "letter.pay takes text"),
        (("protocol=nonsense",), "'protocol=nonsense'"),
        (("title=",), "'title='"),
        # What is wrong with one holds the others back, whichever model they belong to.
        (("test=3", "gold_share=0.6"), "gold_share"),
        (("title=Autumn", "gold_share=0.6"), "gold_share"),
        (("gold_share=5%", "overlap=0"), "overlap"),
        (("training=3", "colour=red"), "'colour'"),
    ],
)
def test_bad_input_changes_nothing(
    parvis: Run, trial: str, contents: Callable[[], list[str]], words: tuple[str, ...], said: str
) -> None:
    """One clear message that names what is wrong, exit 2, and the database as it was."""
    before = contents()
    complaint = parvis("campaign", "set", trial, *words).complaint
    assert said in complaint
    assert len(complaint) < 700
    assert contents() == before


def test_an_unknown_name_is_answered_with_those_like_it(parvis: Run, trial: str) -> None:
    """Someone who mistypes a name reads what they may have meant, and where all names are."""
    assert "(like it: gold_share" in parvis("campaign", "set", trial, "gold-shares=5%").complaint
    assert "--help' lists all" in parvis("campaign", "set", trial, "colour=red").complaint


def test_the_help_explains_every_name(done: Run) -> None:
    """The help is made from the models: each name with its description, its values and its default."""
    said = " ".join(done("campaign", "set", "--help").out.split())
    for setting in rules.settings().values():
        assert setting.description.endswith("."), setting.name
        assert f"{setting.name} {setting.description} Takes {setting.values}." in said
    assert (
        "gold_share Share of gold comparisons among an annotator's comparisons. Takes a share from 0% to 50%." in said
    )
    assert "Takes a share from 0% to 100%. Default: 80%." in said


def test_every_field_of_the_models_can_be_set() -> None:
    """A rule added to the models is a name of `set`, unless Parvis counts it itself."""
    assert set(rules.settings()) == {
        *Plan.model_fields,
        *Rules.model_fields.keys() - set(PARTS),
        *(f"letter.{name}" for name in Letter.model_fields.keys() - {"version"}),
        *(f"crowd.{name}" for name in Crowd.model_fields),
    }


@pytest.mark.parametrize(
    "words",
    [
        ("campaign", "rules", "nowhere"),
        ("campaign", "set", "nowhere", "training=3"),
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
    """Someone is admitted once; a try is for those who failed; an unknown person is named."""
    done("person", "add", "Kari", "--role", "annotator", "--campaign", trial)
    assert "no failed test" in parvis("person", "retry", "Kari", "--campaign", trial).complaint
    assert "may judge" in done("person", "admit", "Kari", "--campaign", trial).out
    assert "could judge already" in done("person", "admit", "Kari", "--campaign", trial).out
    assert "'Ola'" in parvis("person", "admit", "Ola", "--campaign", trial).complaint


def test_every_advice_has_a_sentence() -> None:
    """The codes that the service names in its documentation are those the command line has words for."""
    codes = set(re.findall(r"^    '(\w+)':", Advice.__doc__ or "", re.MULTILINE))
    assert codes == set(rules._ADVICE)


def test_a_platform_is_set_name_by_name(done: Run, parvis: Run, trial: str) -> None:
    """What is set stays beside what was; an address that leads anywhere by plain http is refused by name."""
    done("campaign", "set", trial, "crowd.platform=Prolific", "crowd.parameters=PROLIFIC_PID,STUDY_ID")
    out = done("campaign", "set", trial, "crowd.person=PROLIFIC_PID", "crowd.completed_code=C1").out
    assert "crowd.completed_code: empty -> C1" in out
    document = done("campaign", "rules", trial, "--format", "json").json
    assert document["crowd"]["platform"] == "Prolific"
    assert document["crowd"]["parameters"] == "PROLIFIC_PID, STUDY_ID"
    refused = parvis("campaign", "set", trial, "crowd.completed_address=http://evil.example/")
    assert refused.code == 2
    assert "'crowd.completed_address=http://evil.example/' is not possible" in refused.err
