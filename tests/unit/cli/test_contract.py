"""The commands, options and defaults that other programs rely on."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.running import COMMANDS, Run

CONTRACT = {
    "serve": "--port --address --demo",
    "demo": "",
    "database upgrade": "",
    "campaign create": "slug --title --protocol --overlap --shared --shared-overlap --per-annotator",
    "campaign list": "--format",
    "campaign close": "slug",
    "campaign reopen": "slug",
    "campaign rules": "slug --format",
    "campaign set": "slug values",
    "campaign open-link": "slug --people --until --off --format",
    "import responses": "file --campaign --comparisons-per-prompt --against",
    "import comparisons": "file --campaign",
    "import judgments": "file --campaign --order-unknown",
    "import ratings": "file --campaign --protocol --revise",
    "import gold": "file --campaign",
    "import all": "file",
    "gold list": "--campaign --format",
    "export judgments": "--campaign --output --pseudonymous --spreadsheet-safe",
    "export ratings": "--campaign --output --protocol --pseudonymous --spreadsheet-safe",
    "export ranking": "--campaign --output --pseudonymous --spreadsheet-safe",
    "export payments": "--campaign --output",
    "campaign returned": "slug file --preview",
    "export all": "--campaign --output --named",
    "export dataset": "--campaign --output --comments --times",
    "push dataset": "slug repository --private --comments --times",
    "rank": "file --campaign --model --engine --position-effect --cluster --reference --systems --where --level --seed"
    " --bootstrap --length-covariate --identical-as-ties --common-prompts --with-judge --format",
    "publish": "slug folder --without-texts --address",
    "compare": "new base file --campaign --require --margin --where --level --format",
    "plan": "--campaign --systems --prompts --annotators --overlap --gap --pilot --sd-annotator --sd-prompt --power"
    " --level --format",
    "agreement": "file --campaign --where --level --resamples --seed --format",
    "ratings": "--campaign --protocol --systems --kind --where --against --against-kind --against-campaign --level --format",
    "report": "--campaign --output --bundle --protocol --kind --language",
    "progress": "--campaign --format",
    "backup": "file --force",
    "restore": "file --force",
    "check": "--format",
    "person add": "name --role --campaign --base-url --format",
    "person list": "--format",
    "person renew": "name",
    "person revoke": "name",
    "person sign-in-as": "name --email --subject --none",
    "person admit": "name --campaign",
    "person retry": "name --campaign",
    "person erase": "name --yes",
    "token create": "name --campaign --format",
    "token list": "--campaign --format",
    "token revoke": "name --campaign",
    "protocol list": "",
    "protocol show": "key",
    "protocol check": "file",
    "judge queue": "--campaign",
    "jobs stop": "job",
    "judge report": "--campaign --judge --epsilon --protocol --format",
    "judge run": "--campaign --protocol --base-url --model --concurrency --limit --timeout --temperature --format",
    "judge exam": "--gold --campaign --base-url --model --limit --timeout --pass-mark --budget --format",
    "judge parse": "file --protocol --items --criterion --format",
}
DEFAULTS = {
    "serve --port": 8501,
    "serve --address": "127.0.0.1",
    "campaign create --protocol": "norwegian_fluency",
    "campaign create --overlap": 2,
    "rank --model": "davidson",
    "rank --engine": "newton",
    "rank --position-effect": False,
    "rank --cluster": "auto",
    "rank --level": 0.95,
    "rank --seed": 0,
    "rank --format": "table",
    "compare --margin": 0.0,
    "compare --level": 0.95,
    "compare --format": "table",
    "judge run --concurrency": 8,
    "agreement --level": 0.95,
    "agreement --resamples": 2000,
    "agreement --seed": 0,
    "agreement --format": "table",
}
CHOICES = {
    "rank --model": "davidson bradley-terry",
    "rank --engine": "newton choix",
    "rank --cluster": "auto none annotator prompt both",
    "rank --format": "table json csv",
    "compare --format": "table json",
    "agreement --format": "table json",
    "campaign list --format": "table json",
    "progress --format": "table json",
    "check --format": "table json",
    "person add --role": "annotator lead researcher",
}


PARAMETERS = {
    f"{name} {word}": parameter
    for name, command in COMMANDS.items()
    for parameter in command.params
    for word in (parameter.opts if parameter.opts[0].startswith("-") else [parameter.name])
}


def test_commands() -> None:
    """The commands of the contract exist, and no others."""
    assert COMMANDS.keys() == CONTRACT.keys()


@pytest.mark.parametrize("name", CONTRACT)
def test_parameters(name: str) -> None:
    """Each option and argument that the contract names for a command exists under that name."""
    assert [word for word in CONTRACT[name].split() if f"{name} {word}" not in PARAMETERS] == []


@pytest.mark.parametrize("name", DEFAULTS)
def test_defaults(name: str) -> None:
    """An option left out means what the contract says."""
    assert PARAMETERS[name].default == DEFAULTS[name]


@pytest.mark.parametrize("name", CHOICES)
def test_choices(name: str, parvis: Run) -> None:
    """An option with a set of values names all of them when it refuses another."""
    words = name.split()
    needed = ["x"] if words[0] == "person" else ["--campaign", "x"] if words[0] == "progress" else []
    complaint = parvis(*words[:-1], *needed, words[-1], "nonsense").complaint
    assert all(f"'{choice}'" in complaint for choice in CHOICES[name].split())


# Half a sentence: it says of what, where or for whom, and does not name the thing.
HALF = re.compile(r"(Of|As|Where|What|Whose|Which|Another|For|With)\b")


@pytest.mark.parametrize("name", COMMANDS)
def test_help(name: str, done: Run) -> None:
    """Every command says in a sentence what it does and explains each of its options and arguments."""
    command = COMMANDS[name]
    assert command.help.rstrip().endswith(".")
    for parameter in command.params:
        assert parameter.help, f"{name} {parameter.name} is not explained"
        assert parameter.help.endswith("."), f"{name} {parameter.name}"
        assert not HALF.match(parameter.help), f"{name} {parameter.name}: {parameter.help}"
    said = done(*name.split(), "--help").out
    assert f"Usage: parvis {name}" in said
    for parameter in command.params:
        is_option = parameter.opts[0].startswith("-")
        assert (parameter.opts[0] if is_option else parameter.metavar or parameter.name) in said


@pytest.mark.parametrize("text", ["Where to listen.", "What fits; choix for bradley-terry only.", "Of the intervals."])
def test_a_help_that_names_nothing_is_caught(text: str) -> None:
    """Texts that begin in the middle of a sentence are seen."""
    assert HALF.match(text)


def test_groups_explain_themselves(parvis: Run) -> None:
    """A group of commands, and `parvis` alone, answers with the list of its commands."""
    for name in ("", *{name.split()[0] for name in COMMANDS if " " in name} - {"jobs"}):  # `parvis jobs` lists them
        ran = parvis(*name.split())
        assert "Commands:" in ran.out + ran.err


def test_unknown_command(parvis: Run) -> None:
    """A command or option that does not exist is bad input."""
    assert "nonsense" in parvis("nonsense").complaint
    assert "--nonsense" in parvis("campaign", "list", "--nonsense").complaint


def test_protocols(done: Run, parvis: Run) -> None:
    """The protocols are listed, shown as one JSON document and checked; an unknown one is refused by name."""
    assert "norwegian_fluency" in done("protocol", "list").out
    shown = done("protocol", "show", "norwegian_fluency")
    assert shown.json["key"] == "norwegian_fluency"
    assert shown.out.startswith('{\n  "key": "norwegian_fluency",\n'), "one key per line, to be read by people"
    assert "norwegian_fluency" in parvis("protocol", "show", "nonsense").complaint


def test_protocol_check(done: Run, parvis: Run, write: Any) -> None:
    """A well-formed protocol file passes; a broken, wrong or missing one is refused by the file's name."""
    from eval_core.protocols import DATA

    assert "well formed" in done("protocol", "check", DATA / "protocols" / "norwegian_fluency.toml").out
    write("broken.toml", "key = [")
    write("wrong.toml", 'key = "x"')
    write("latin.toml", b'title = "\xe5"')
    for name in ("broken.toml", "wrong.toml", "latin.toml", "missing.toml"):
        assert name in parvis("protocol", "check", name).complaint
