"""`parvis judge exam`: judges with planted habits, one that knows Norwegian's faults, and databases left as they were."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from eval_core.cli import main
from eval_core.protocols import load_protocol
from eval_core.store import Store
from tests.judges.conftest import MODEL
from tests.judges.stub import _PAIR, Stub, serving
from tests.support.building import build_campaign
from tests.support.golden import add_gold
from tests.support.reading import ROOT, first_cells, text_of

Choose = Callable[[str, str], str]
Exam = Callable[..., tuple[int, str, str]]
GOLD = 120


@dataclass
class Examined(Stub):
    """An endpoint whose choice is a function of the texts that it is shown as A and B."""

    choose: Choose = field(default=lambda a, b: "tie")

    def _content(self, prompt: str, number: int) -> str:
        match = _PAIR.search(prompt)
        assert match, prompt
        return json.dumps({"choice": self.choose(*match.groups()), "reason": "It has a fault."})


@pytest.fixture
def judge() -> Iterator[Callable[..., Examined]]:
    """Starts endpoints that choose in this way."""
    with ExitStack() as running:

        def start(choose: Choose, **modes: Any) -> Examined:
            stub = Examined(load_protocol("norwegian_fluency"), choose=choose, **modes)
            running.enter_context(serving(stub))
            return stub

        yield start


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    """Gold whose less fluent text ends in a fault: a long one in half of it."""
    path = tmp_path / "gold.jsonl"
    rows = [
        {
            "more_fluent": f"Setning nummer {number} er god." + " Den er lang." * (number % 2),
            "less_fluent": f"Setning nummer {number} er gode." + " Den er lang." * (1 - number % 2),
            "issue": "grammar" if number % 3 else "spelling",
        }
        for number in range(GOLD)
    ]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


@pytest.fixture
def exam(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Runs the command: exit code, output and errors."""

    def start(stub: Stub, *words: object) -> tuple[int, str, str]:
        monkeypatch.setenv("PARVIS_DATABASE_URL", f"sqlite:///{tmp_path / 'parvis.db'}")
        asked = ["judge", "exam", "--base-url", stub.url, "--model", MODEL, *map(str, words)]
        monkeypatch.setattr(sys, "argv", ["parvis", *asked])
        with pytest.raises(SystemExit) as ended:
            main()
        output = capsys.readouterr()
        return int(ended.value.code or 0), output.out, output.err

    return start


def knows(a: str, b: str) -> str:
    """The text without the fault."""
    return "A" if "gode" in b else "B"


def of(exam: Exam, stub: Stub, gold: Path, *words: object) -> dict[str, Any]:
    """The JSON of an exam."""
    code, out, err = exam(stub, "--gold", gold, "--format", "json", *words)
    assert code == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


def test_a_judge_that_knows_passes(exam: Exam, judge: Callable[..., Examined], gold: Path) -> None:
    """Right in both orders everywhere: yes, with Wilson's interval of the comparisons and every order asked once."""
    stub = judge(knows)
    found = of(exam, stub, gold)
    assert (found["answer"], found["correct"]["both"]["value"], found["correct"]["both"]["n"]) == ("passed", 1.0, GOLD)
    assert 0.96 < found["correct"]["both"]["low"] < 0.975  # 120 of 120, Wilson 1927: 0.969
    assert (found["orders"]["consistent"]["value"], found["orders"]["first"]["value"]) == (1.0, 0.5)
    assert set(found["issues"]) == {"grammar", "spelling"}
    assert found["sentence"].startswith(f"Yes: {MODEL} is right in both orders on 100%")
    assert (found["worth"]["judgments"], found["worth"]["high"]) == (None, None)
    assert len(stub.prompts) == stub.requests == found["requests"] == 2 * GOLD
    assert found["cost"]["requests"] == 2000
    page = text_of(ROOT / "docs" / "judges.md")
    named = {name for cell in first_cells(page, "key of an exam") for name in re.findall(r"`(.+?)`", cell)}
    assert set(found) == named
    assert found["cost"]["prompt_tokens"] == pytest.approx(1000 * found["prompt_tokens"] / GOLD)


@pytest.mark.parametrize(
    ("choose", "first", "longer"),
    [
        (lambda a, b: "A", 1.0, 0.5),
        (lambda a, b: "A" if len(a) > len(b) else "B", 0.5, 1.0),
    ],
    ids=["always A", "always the longer"],
)
def test_habits_are_found(
    exam: Exam, judge: Callable[..., Examined], gold: Path, choose: Choose, first: float, longer: float
) -> None:
    """A judge that looks at places or lengths is right in half of the orders, and never passes."""
    found = of(exam, judge(choose), gold)
    assert (found["orders"]["first"]["value"], found["longer"]["value"]) == (first, longer)
    assert found["correct"]["shown"]["value"] == pytest.approx(0.5, abs=0.01)
    assert found["answer"] == "guesses"
    assert found["sentence"].startswith("No: nothing shows")


def test_one_issue_unseen(exam: Exam, judge: Callable[..., Examined], gold: Path, tmp_path: Path) -> None:
    """A judge blind to one issue is named so, in words and in the certificate that is taken away."""
    spelled = {
        line["less_fluent"] for line in map(json.loads, gold.read_text().splitlines()) if line["issue"] == "spelling"
    }
    stub = judge(lambda a, b: "A" if {a, b} & spelled else knows(a, b))
    file = tmp_path / "certificate.md"
    code, out, _err = exam(stub, "--gold", gold, "--output", file, "--pass-mark", "0.5")
    assert code == 0
    assert "No better than chance, as far as shown: Spelling." in out
    text = file.read_text(encoding="utf-8")
    assert text.startswith(f"# Exam of the judge {MODEL}\n\n**Yes: ")
    assert "| Spelling | 40 | 0% " in text
    assert "No better than chance, as far as shown: Spelling." in text


def test_money_and_files(exam: Exam, judge: Callable[..., Examined], gold: Path, tmp_path: Path) -> None:
    """Prices make money of tokens; the certificate is JSON too, and all answers are a table with the judge's reasons."""
    stub, document, answers = judge(knows), tmp_path / "exam.json", tmp_path / "answers.csv"
    prices = ("--price", "2", "8")
    found = of(exam, stub, gold, *prices, "--output", document, "--limit", "30")
    cost = found["cost"]
    assert cost["money"] == pytest.approx((2 * cost["prompt_tokens"] + 8 * cost["completion_tokens"]) / 1e6)
    assert json.loads(document.read_text()) == found
    assert found["correct"]["comparisons"] == 30
    again = of(exam, stub, gold, *prices, "--output", answers, "--limit", "30")
    assert again["fingerprint"] == found["fingerprint"]  # the same thirty
    lines = answers.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 61
    assert all("It has a fault." in line for line in lines[1:])


def test_replies_that_mean_nothing(exam: Exam, judge: Callable[..., Examined], gold: Path) -> None:
    """What cannot be read is asked again, and is not right in the end; requests without a reply count nowhere."""
    found = of(exam, judge(knows, malformed_every=5), gold)
    assert found["unreadable"] <= 4
    assert found["requests"] > 2 * GOLD
    found = of(exam, judge(knows), gold, "--price", "2", "8", "--budget", "0.5", "--concurrency", "1")
    assert 0 < found["failed"] < 2 * GOLD  # what the budget does not allow for is not asked
    assert (2 * found["prompt_tokens"] + 8 * found["completion_tokens"]) / 1e6 <= 0.5
    found = of(exam, judge(knows, malformed_every=1), gold, "--limit", "12")
    assert (found["unreadable"], found["answer"], found["correct"]["both"]["value"]) == (24, "guesses", 0.0)
    code, out, err = exam(judge(knows, failing_every=1), "--gold", gold, "--format", "json")
    assert (code, out) == (2, "")
    assert "no reply" in err or "got no reply" in err


def test_a_campaigns_own_gold_and_no_trace(
    exam: Exam, judge: Callable[..., Examined], migrated_sqlite: Path, tmp_path: Path
) -> None:
    """The campaign's gold is asked under its protocol and guidelines, and the database is the same file afterwards."""
    path = tmp_path / "parvis.db"
    path.write_bytes(migrated_sqlite.read_bytes())
    store = Store(f"sqlite:///{path}")
    built = build_campaign(store, slug="fluent", prompts=2)
    number = 30
    add_gold(built, number)
    build_campaign(store, slug="rated", protocol="heval", prompts=2)
    build_campaign(store, slug="bare", prompts=2)
    store.dispose()
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    stub = judge(lambda a, b: "A")
    code, out, err = exam(stub, "--campaign", "fluent", "--format", "json")
    assert (code, json.loads(out)["correct"]["comparisons"]) == (0, number), err
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before
    for slug, complaint in (("bare", "no gold comparison"), ("rated", "no gold comparison")):
        code, out, err = exam(stub, "--campaign", slug)
        assert (code, out) == (2, "")
        assert complaint in err


def test_what_is_refused(exam: Exam, judge: Callable[..., Examined], gold: Path, tmp_path: Path) -> None:
    """Bad input exits 2 with a sentence, before anything is asked."""
    stub = judge(knows)
    empty = tmp_path / "empty.csv"
    empty.write_text("more_fluent,less_fluent\n", encoding="utf-8")
    for words, complaint in (
        ((), "name either --gold FILE"),
        (("--gold", gold, "--campaign", "fluent"), "name either --gold FILE"),
        (("--gold", gold, "--budget", "1"), "price"),
        (("--gold", gold, "--output", tmp_path / "exam.pdf"), ".md or .json"),
        (("--gold", gold, "--protocol", "heval"), "responses are rated"),
        (("--gold", empty), "no rows"),
    ):
        code, out, err = exam(stub, *words)
        assert (code, out) == (2, ""), err
        assert complaint in err
    assert stub.requests == 0


def test_on_real_faults(exam: Exam, judge: Callable[..., Examined], shared_data: Path) -> None:
    """On 350 real learners' sentences a judge that takes the longer text is found out by its length alone."""
    path = shared_data / "nocola_gold" / "gold_pairs.jsonl"
    if not path.exists():
        pytest.skip(f"there is no {path.name} here: real data are not part of the project")
    found = of(exam, judge(lambda a, b: "tie" if len(a) == len(b) else "A" if len(a) > len(b) else "B"), path)
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    better = sum(len(row["more_fluent"]) > len(row["less_fluent"]) for row in rows)
    assert found["correct"]["both"]["value"] == pytest.approx(better / len(rows))
    assert (found["longer"]["value"], found["orders"]["consistent"]["value"]) == (1.0, 1.0)
    assert {issue: part["comparisons"] for issue, part in found["issues"].items()} == {
        issue: sum(row["issue"] == issue for row in rows) for issue in {row["issue"] for row in rows}
    }
    assert found["answer"] in ("failed", "guesses")
