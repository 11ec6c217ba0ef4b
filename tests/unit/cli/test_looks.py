"""Looks at results from the command line: logged while judging is open, and told by card and report."""

from __future__ import annotations

from pathlib import Path

import pytest

from eval_core.campaigns.audit import read_log
from eval_core.campaigns.results import early_results
from eval_core.campaigns.results.early_results import Looks, read_looks
from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.store import Store, engine
from tests.support.running import Run, Write, verdicts

SHOWING = {
    "rank": ("rank", "--campaign", "trial"),
    "compare": ("compare", "a", "b", "--campaign", "trial"),
    "report": ("report", "--campaign", "trial", "--output", "report.html"),
    "export ranking": ("export", "ranking", "--campaign", "trial", "--output", "ranking.csv"),
    "export judgments": ("export", "judgments", "--campaign", "trial", "--output", "judgments.csv"),
    "export all": ("export", "all", "--campaign", "trial", "--output", "all.zip"),
    "export dataset": ("export", "dataset", "--campaign", "trial", "--output", "set"),
}
QUIET = (
    ("agreement", "--campaign", "trial"),
    ("progress", "--campaign", "trial"),
    ("rank", "verdicts.jsonl"),
)


@pytest.fixture
def open_campaign(trial: str, done: Run, write: Write) -> Store:
    """The store of a campaign with imported judgments, not closed."""
    done("import", "judgments", write("verdicts.jsonl", verdicts()), "--campaign", trial)
    return Store("sqlite:///parvis.db")


def looks(store: Store) -> list[str]:
    """The commands that the log has, the oldest first."""
    entries = reversed(read_log(store, "trial"))
    return [entry.about["command"] for entry in entries if entry.action == "results_shown"]


def card(done: Run, folder: str) -> str:
    """The card of a data set that is made now."""
    done("export", "dataset", "--campaign", "trial", "--output", folder)
    return (Path(folder) / "README.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_command_that_shows_results_is_logged(open_campaign: Store, done: Run) -> None:
    """Each of them once each time, without emptying a cache; what shows no result, and a refusal, leave no trace."""
    before = latest_change(open_campaign, "trial")
    for words in SHOWING.values():
        done(*words)
    for words in QUIET:
        done(*words)
    assert looks(open_campaign) == list(SHOWING)
    assert latest_change(open_campaign, "trial") == before
    done("rank", "--campaign", "trial", "--format", "json")
    assert read_looks(open_campaign, "trial") == Looks(0, 8, 0, known=True, closed=False, imported=True)


def test_a_refusal_leaves_no_trace(open_campaign: Store, parvis: Run) -> None:
    """Bad input changes nothing, the log included."""
    for words in (("--reference", "nobody"), ("--systems", "a"), ("--where", "round=x")):
        assert parvis("rank", "--campaign", "trial", *words).code == 2
    assert parvis("report", "--campaign", "trial", "--output", "report.pdf").code == 2
    assert looks(open_campaign) == []


def test_the_card_counts_them(open_campaign: Store, done: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """After two rankings and a report the card says three; where nothing is noted (planted), it would say none."""
    for name in ("rank", "rank", "report"):
        done(*SHOWING[name])
    said = card(done, "first")
    assert "Looks at results so far, with judging still open: 3 times on the command line." in said
    assert "Not known of judgments that were imported." in said
    assert "4 times on the command line; judging is still open" in _report(done)
    monkeypatch.setattr(early_results, "looks_of", lambda *_args, **_named: Looks(0, 0, 0, True, False, False))
    monkeypatch.setattr("eval_core.campaigns.publishing.dataset.looks_of", early_results.looks_of)
    assert "none in the log" in card(done, "planted")


def _report(done: Run) -> str:
    done(*SHOWING["report"])
    return Path("report.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_nothing_is_noted_once_judging_is_closed(open_campaign: Store, done: Run) -> None:
    """Then results are no secret, and the card says so of the time before."""
    done(*SHOWING["rank"])
    for status in ("started", "closed"):
        move_campaign(open_campaign, "trial", status)
    for words in SHOWING.values():
        done(*words)
    assert looks(open_campaign) == ["rank"]
    assert "Looks at results before judging was closed: 1 time on the command line." in card(done, "closed")


def test_what_was_opened_again_is_not_known(open_campaign: Store, done: Run) -> None:
    """While it was closed nobody's look was noted: whether anybody saw results before the second end is not known."""
    for status in ("started", "closed", "reopened"):
        move_campaign(open_campaign, "trial", status)
    assert not read_looks(open_campaign, "trial").known
    assert "Looks at results so far, with judging still open: not known (" in card(done, "again")


def test_a_read_only_database_knows_nothing(open_campaign: Store, done: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no look can be logged, the command says so, and card and report say that it is not known."""
    monkeypatch.setattr(engine, "_remember_much", lambda raw, _record: raw.execute("PRAGMA query_only = ON"))
    assert "could not be logged" in done(*SHOWING["rank"]).err
    assert "Looks at results so far, with judging still open: not known (" in card(done, "set")
    assert "not known: not every look could be logged" in _report(done)
    assert looks(open_campaign) == []
