"""One ranking everywhere: page, report, command line and the commands to reproduce it start alike and say the same."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from html import unescape
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from typer.testing import CliRunner

from eval_core.agreement import agreement
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.publishing.released_judgments import released_judgments
from eval_core.campaigns.quality.figures import trust_figures
from eval_core.campaigns.results.leaderboard import Leaderboard, read_leaderboard
from eval_core.cli.application import application
from eval_core.ranking import rank
from eval_core.ranking.choices import Choices, Method
from eval_core.reports.bundle.recomputation import parts_of
from eval_core.reports.choice_words import choice_lines, commands_again
from eval_core.reports.page import campaign_report
from eval_core.reports.standings.ranking_table import ranking_table
from eval_core.store import Store
from tests.support.building import Built, build_campaign
from tests.support.judging import judge
from tests.support.page_text import words
from tests.support.snapshots import Snapshots

Open = Callable[..., AppTest]
CHOICES = {
    "default": Choices(),
    "one written standard": Choices(written_standard="nb"),
    "common prompts": Choices(common_prompts=True),
    "a category": Choices(category="mail"),
    "another model": Choices(method=Method(model="bradley-terry", position_effect=True)),
}


def respond(store: Store, folder: Path, system: str, *prompts: int) -> None:
    """Responses of one more system on these prompts."""
    rows = [
        {
            "prompt_id": f"p{number}",
            "prompt": f"Oppgave {number}",
            "written_standard": ("nb", "nn")[number % 2],
            "category": ("mail", "news")[number // 2 % 2],
            "system": system,
            "response": f"Svar fra {system} på {number}.",
        }
        for number in prompts
    ]
    file = folder / f"{system}.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    import_responses(store, file, "trial")


@pytest.fixture
def judged(store: Store, snapshots: Snapshots, tmp_path: Path) -> Built:
    """Three annotators judged four systems, of which one answered half of the prompts; a fifth came too late."""

    def build(into: Store) -> Built:
        built = build_campaign(into, prompts=8, overlap=3)
        respond(into, tmp_path, "delta-modell", 0, 1, 2, 3)
        choices = cycle(("A", "A", "B", "tie", "A", "B", "B"))
        for name in ("Kari", "Ola", "Per"):
            who = built.enter(name)
            while judge(built, who, at_most=1, choice=next(choices)):
                pass
        respond(into, tmp_path, "ekko-modell", 0)
        return built

    return snapshots.campaign("one_ranking", store, build)


@pytest.fixture
def parvis(judged: Built, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., str]:
    """What a command prints."""
    monkeypatch.setenv("PARVIS_DATABASE_URL", judged.store.name)
    monkeypatch.chdir(tmp_path)

    def run(*command: str) -> str:
        ran = CliRunner().invoke(application, list(command))
        assert ran.exit_code == 0, (ran.output, ran.exception)
        return str(ran.stdout)

    return run


def board_of(built: Built, choices: Choices) -> Leaderboard:
    return read_leaderboard(built.store, built.slug, choices)


def near(one: Any, two: Any) -> bool:
    """Whether two documents are the same, numbers to nine digits."""
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(near(one[key], two[key]) for key in one)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(near, one, two))
    if isinstance(one, float) and isinstance(two, float):
        return abs(one - two) < 1e-9 * max(1.0, abs(one))
    return bool(one == two)


@pytest.mark.drawn
@pytest.mark.parametrize("choices", CHOICES.values(), ids=CHOICES)
def test_every_command_gives_the_same(judged: Built, parvis: Callable[..., str], choices: Choices) -> None:
    """Each command to reproduce a ranking gives its numbers and says its choices, a line each, from a file too."""
    board = board_of(judged, choices)
    expected = rank(board.votes, **vars(choices.method)).as_dict()
    ranked = [command for command in commands_again(choices, judged.slug) if " rank " in command]
    assert len(ranked) == (1 if choices.common_prompts else 2)
    for command in commands_again(choices, judged.slug):
        _parvis, *rest = shlex.split(command)
        said = parvis(*rest)
        if command not in ranked:
            continue
        lines = choice_lines(choices, board.extent)
        if "--campaign" not in rest:  # a file knows neither what was not judged nor what was answered
            assert len([line for line in lines if line not in said.splitlines()]) <= 2
            lines = [line for line in lines if not line.startswith(("Systems", "Prompts"))]
        assert [line for line in lines if line not in said.splitlines()] == []
        document = json.loads(parvis(*rest, "--format", "json"))
        assert near({name: document[name] for name in expected}, json.loads(json.dumps(expected)))


@pytest.mark.slow
def test_the_page_and_the_report_start_from_the_defaults(judged: Built, open_page: Open) -> None:
    """Both show the numbers of the default choices first, and say them; the page names the system without a judgment."""
    board = board_of(judged, Choices())
    assert (board.extent.systems, board.extent.common, board.extent.unjudged) == (4, 4, ("ekko-modell",))
    line = " ".join(choice_lines(Choices(), board.extent))
    assert "Not ranked, without a judgment here: ekko-modell." in line
    assert "Written standards: all together." in line
    cells = [cell for row in ranking_table(rank(board.votes))[1] for cell in row]
    page = words(open_page("ranking", judged.enter("Rolf", "researcher")))
    report = unescape(campaign_report(judged.store, judged.slug))
    for shown in (unescape(page), report):
        assert line in shown
    assert page.count("Systems: ") == 1
    assert [cell for cell in cells if f">{cell}<" not in report] == []
    # The commands on the page Method, and those of the report, begin with the same ranking.
    method = open_page("method", judged.enter("Rita", "researcher"))
    assert method.code[0].value.splitlines() == commands_again(Choices(), judged.slug)
    for command in commands_again(Choices(), judged.slug):
        assert command in report


def test_agreement_is_the_same_everywhere(judged: Built, parvis: Callable[..., str]) -> None:
    """Quality has the figures and intervals of the command line and of the report, to the last digit."""
    figures, _ = trust_figures(judged.store, judged.slug)
    said = json.loads(parvis("agreement", "--campaign", judged.slug, "--format", "json"))
    assert near(json.loads(json.dumps(figures.agreement.as_dict()))["ci"], said["ci"])
    released = released_judgments(judged.store, judged.slug).judgments
    (part,) = parts_of(released, {"parts": ["all"], "model": "davidson", "level": 0.95, "seed": 0}).values()
    assert near(json.loads(json.dumps(part.agreement.as_dict()["ci"])), said["ci"])
    fewer = agreement(board_of(judged, Choices()).votes, resamples=1000)
    assert not near(json.loads(json.dumps(fewer.as_dict()["ci"])), said["ci"]), "planted: other resamples are seen"


@pytest.mark.slow
def test_the_switch_is_off_at_first_and_only_common_prompts_drop_judgments(judged: Built, open_page: Open) -> None:
    """The page begins with every judgment; on request it keeps the common prompts, and says of how many."""
    every, common = (board_of(judged, Choices(common_prompts=only)) for only in (False, True))
    assert len(every.votes) > len(common.votes) > 0
    test = open_page("ranking", judged.enter("Rolf", "researcher"))
    assert not test.toggle(key="common").value
    assert f"data {every.fingerprint}." in words(test)
    assert "every system answered 4 of them" in words(test)
    test.toggle(key="common").set_value(True).run()
    assert f"data {common.fingerprint}." in words(test)
    assert "Prompts: only the 4 of 8 that every system answered." in words(test)


@pytest.mark.slow
def test_another_default_is_found(judged: Built, parvis: Callable[..., str]) -> None:
    """The planted difference: a door that starts from common prompts gives other numbers, which the check sees."""
    expected = rank(board_of(judged, Choices(common_prompts=True)).votes).as_dict()
    document = json.loads(parvis("rank", "--campaign", judged.slug, "--format", "json"))
    assert not near({name: document[name] for name in expected}, json.loads(json.dumps(expected)))
