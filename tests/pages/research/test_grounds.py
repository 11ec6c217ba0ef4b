"""Nothing untrue is published: every sentence of card, report, verdict and Quality has its ground.

A table names what each sentence rests on. In a campaign where that is missing the sentence must not appear, and a
sentence that the table does not know fails, so that nobody adds one without thinking of its ground.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from html import unescape
from itertools import cycle
from pathlib import Path

import pytest
from sqlalchemy import event
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.publishing.dataset import write_dataset
from eval_core.campaigns.results import early_results
from eval_core.locales import use_language
from eval_core.reports import trust_words
from eval_core.reports.page import campaign_report
from eval_core.store import Campaign, Store
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built, build_campaign
from tests.support.extracting import ROOT, messages_in, strings_of
from tests.support.golden import add_gold, answer, kind_of, settle
from tests.support.judging import judge_canonically
from tests.support.page_text import words

Open = Callable[..., AppTest]
MODULES = (
    "reports/trust_words",
    "reports/agreement_words",
    "reports/standings/decision_words",
    "reports/ranking_words",
    "reports/choice_words",
    "reports/look_words",
    "reports/chance_words",
    "reports/evidence",
    "reports/bundle/methods",
    "reports/standings/robustness_words",
    "reports/diagnosis_words",
    "reports/effect_words",
    "ui/lead/quality",
)

# What a sentence rests on: ground -> the beginnings of the messages, which are those of the source.
GROUNDS = {
    # Definitions, warnings of something missing, and counts, which say what they count.
    "": (
        "Not checked: there are too few gold",
        "It is too early to say whether",
        "Agreement needs at least two",
        "No comparison has been judged by two",
        "It is not known who judged what",
        "There are no judgments yet.",
        "Only one comparison is shared",
        "All shared comparisons have the same prompt",
        "{count} judgment is left out",
        "The systems fall into {components} groups",
        "No finite strength for",
        "The position effect cannot be",
        "The effect of length cannot be",
        "The lengths of the texts are not known",
        "Too few judgments to say anything",
        "{clusters} clusters are few",
        "With {count} annotator the ranking",
        "Not ranked, without a judgment here",
        "Prompts: not known.",
        "not known: not every look could be logged",
        "not known of judgments that were imported",
        "judging is still open",
        "New judgments have arrived",
        "Gold and repeats: first answers",
        "Late: judgments",
        "α and AC1: 1 is full agreement",
        "How far annotators agree is not known.",
        "How much annotators differ cannot be said",
        "How much prompts differ cannot be said",
        "Whether one strength for each system",
        "These judgments do not show",
        "With one judgment per comparison",
        "Leaving out any one annotator",
        "Intervals in brackets are",
        "Everything was computed with",
        "A script that it wrote",
        "What is not decided is not equal",
        "Where annotators differ much more",
        "The intervals take each judgment",
        "Standard errors take each judgment",
    ),
    "a judgment": (
        "Nothing is decided yet",
        "The systems fall into groups",
        "No pair is decided yet.",
        "No system can be ruled out",
        "{system} is preferred {times} to {opponent}",
        "No two systems are shown to be equal",
        "Systems: the {count}",
        "Prompts: the {count}",
        "Judgments: by annotators.",
        "Written standards: all together.",
        "Model: {model}.",
        "{judgments} by {annotators} compare",
        "{judgments} by {judges} compare",
        "Strengths are maximum-likelihood",
        "Rank ranges hold for all systems",
        "Where one of two systems won every",
        "They are corrected for the number",
        "Judgments on one prompt are alike",
        "The intervals take prompts as",
        "First in simulated repetitions",
        "No decision changes when",
        "No pair is decided. As far as",
        "No strength could be estimated for",
        "Decided only then",
        "When ",
        "Without {annotator}, decisions change.",
        "The same holds, for these or other",
        "The uncertainty of a typical difference",
        "Between ",
        "Nothing speaks against one strength",
        "There is some sign that one strength",
        "One strength for each system does not",
        "{system} got {share} of the judgments",
        "There is no sign that ties and",
        "Ties and the other judgments",
        "It is a",
        "No evidence that",
        "Longer texts are preferred.",
        "Shorter texts are preferred.",
        "Of two",
        "Controlling for length changes no",
    ),
    "known annotators": (
        "Judgments by one annotator",
        "The intervals take annotators",
        "The part of the variance that is due",
    ),
    "several annotators": ("No decision changes when any one annotator",),
    "one annotator": ("There is only one annotator",),
    "unknown annotators": ("It is not known who judged, so no",),
    "few annotators": ("{count} person judged",),
    "judged here": ("The protocol was {key}", "Annotators were not told which systems"),
    "judged elsewhere": ("{count} judgment was made elsewhere", "Judgments were imported"),
    "judged once": ("Every comparison was judged once",),
    "programs chosen": (
        "{judgments} by people and LLM judges",
        "Verdicts of LLM judges",
    ),
    "no gold or repeats": ("There were neither gold comparisons", "The annotators' care was not checked"),
    "somebody left out": ("The judgments of {count} annotator", "Annotators were left out"),
    "a look": ("Results were seen while judging",),
    "a demo": ("Demo campaign: invented texts",),
    "a decided pair": (
        "{system} is the most fluent.",
        "Every pair is decided except",
        "Every pair is decided.",
        "{decided} of {pairs} pairs are decided",
        "No longer decided",
        "The other way round",
        "The most fluent is one of",
        "Not ruled out either",
        "{system} leads, but",
    ),
    "two annotators on a comparison": (
        "Two annotators give the same answer",
        "All judgments of shared comparisons",
        "That is no more than chance",
        "That may be no more than chance",
        "Krippendorff's α is {alpha}; it was",
        "Without ties: pairs of judgments",
        "On the {items} comparisons with",
        "Intervals of agreement come from",
        "Do not trust these judgments yet",
    ),
    "a check": (
        "There is no sign of a problem with",
        "There is no sign of a problem, but",
        "Of {answers}",
    ),
    "a doubt": ("Look at the judgments of {names} first",),
    "an equivalent pair": ("Equal within",),
    "only ties": ("Every judgment is a tie",),
    "simulated annotators": (
        "{count} of these judgments is by a simulated",
        "{count} of the annotators is simulated",
        "Annotators were simulated",
    ),
    "a complete log": (
        "no one before this report, according to the log",
        "{count} person, on the pages",
        "{count} program",
        "{count} time on the command line",
    ),
    "a choice of the reader": (
        "Identical responses count as ties",
        "Judgments: by LLM judges.",
        "Judgments: by annotators and LLM judges.",
        "Only judgments with",
        "Prompts: all {prompts} that were judged; every",
        "Prompts: only the",
        "Systems: only",
        "Written standard: {standard}.",
        "With the verdicts of the judge",
    ),
}
# Lines of the data card and rows of the report, by what they rest on. Whatever else they say are counts of rows.
LINES = {
    "a judgment": (r"Pairwise judgments", r"Judged \(UTC\) \d"),
    "people": (r"Judged by people", r"- human-preferences$"),
    "prompts with a standard": (r"language:$",),
    "a known version": (r"- Guidelines: version", r"Guidelines \d"),
    "a complete log": (r"- Looks at results .*(none in the log|\d+ (time|person|people|program))",),
    "a closed campaign": (r"- Looks at results before judging was closed",),
    "": (
        r"---$", r"license", r"- (nb|nn|n<1K|text-ranking|parvis|pairwise-comparison|fluency|norwegian|config_name: .*)$",
        r"(pretty_name|size_categories|task_categories|tags|configs|data_files|default):?", r"- split: train$", r"path: ",
        r"#+ ", r"\|", r"Columns that need a word:", r"`parvis rank judgments.parquet`", r"`kind` is `regular`",
        r"anything, except", r"Rows come in no order", r"Elsewhere, keep", r"\*\*A demonstration: the texts are invented", r"Not filled in: ",
        r"Prompts and what systems answered; no comparison has been judged\.", r"It is not known who judged\.",
        r"Judged by (simulated annotators|language models)", r"Made with Parvis",
        r"- (Protocol|Prompts|Annotators wanted for each comparison|Judgments|Annotators|Recruitment|Pay|Ethics): ",
        r"- Guidelines: (no judgments by people|not known for)", r"- (Licence|Contact): ",
        r"- Annotators left out by the lead: ", r"- Regular judgments of comparisons that were withdrawn: ",
        r"- Gold, repeats, training and test", r"- Looks at results so far, with judging still open: not known",
        r"Not known of judgments that were imported\.", r"Annotators have pseudonyms", r"others\. Background",
        r"Background that annotators told", r"What they wrote in their own words", r"- config_name", r"another copy",
        # the report
        r"Guidelines (–|not known)", r"Saw results before judging was closed ",
        r"(Campaign|Protocol|Protocol not known|Systems|Judgments|Annotators|Simulated annotators|Prompts|Skipped) ",
        r"Judgments per comparison wanted ", r"Judged \(UTC\) –", r"Left out: ", r"Fingerprint of the data",
        r"Computed with ",
    ),
}  # fmt: skip


def build(store: Store, *annotators: str, gold: int = 0, choices: str = "AB", **options: int) -> Built:
    """A campaign that these people have judged, who answer gold rightly."""
    built = build_campaign(store, prompts=6, overlap=max(1, len(annotators)), **options)
    if gold:
        add_gold(built, gold)
        settle(built, gold_share=0.5)
    turn = cycle(choices)
    for name in annotators:
        who = built.enter(name)
        while (task := open_desk(store, who, built.slug).task) is not None:
            chosen = answer(built, task) if kind_of(built, task) == "gold" else next(turn)
            record_judgment(store, who, built.slug, task.assignment_id, task.revision, {"t": "tie"}.get(chosen, chosen))
    return built


def imported(store: Store, folder: Path, **columns: str) -> Built:
    """Judgments of a file that says nothing of guidelines."""
    built = build_campaign(store, prompts=0)
    file = folder / "judgments.jsonl"
    rows = [
        {
            "model_a": "a",
            "model_b": "b",
            "winner": ("model_a", "model_b", "model_a")[n % 3],
            "prompt": f"p{n}",
            **columns,
        }
        for n in range(12)
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    import_judgments(store, file, built.slug)
    return built


def demo(store: Store) -> Built:
    built = build(store, "Kari", "Ola")
    with store.write() as db:
        db.get_one(Campaign, built.id).is_demo = True
    return built


EVERYTHING = frozenset((*GROUNDS, *LINES)) - {""}
# Missing in every campaign below, and in all but those of one kind.
NEVER = {"programs chosen", "somebody left out"}
HERE = {"judged elsewhere", "unknown annotators", "a demo"}
# Campaigns, and what is missing in each.
SCENES: dict[str, tuple[Callable[[Store, Path], Built], set[str]]] = {
    "nothing judged": (
        lambda store, _: build(store),
        {"a judgment", "a decided pair", "two annotators on a comparison", "a check", "a doubt", "people",
         "a known version", "a closed campaign", "simulated annotators", "only ties", "known annotators",
         "several annotators", "one annotator", "judged here", "judged once", "a look", *HERE},
    ),
    "one annotator": (
        lambda store, _: build(store, "Kari"),
        {"two annotators on a comparison", "a check", "a doubt", "a decided pair", "a closed campaign",
         "several annotators", *HERE},
    ),
    "unchecked": (
        lambda store, _: build(store, "Kari", "Ola", choices="AABtB"),
        {"a check", "a doubt", "a decided pair", "a closed campaign", "simulated annotators", "one annotator",
         "judged once", *HERE},
    ),
    "checked": (
        lambda store, _: build(store, "Kari", "Ola", "Per", gold=6, choices="AABABBBAAABtA"),
        {"a closed campaign", "simulated annotators", "only ties", "one annotator", "judged once",
         "no gold or repeats", *HERE},
    ),
    "imported": (
        imported,
        {"a known version", "two annotators on a comparison", "a check", "a doubt", "prompts with a standard",
         "known annotators", "several annotators", "one annotator", "few annotators", "judged here", "a demo"},
    ),
    "judges only": (
        lambda store, folder: imported(store, folder, annotator_id="gpt", annotator_kind="judge"),
        {"people", "a known version", "two annotators on a comparison", "a check", "a doubt", "several annotators",
         "few annotators", "judged here", "a demo"},
    ),
    "read-only": (lambda store, _: build(store, "Kari", "Ola"), {"a complete log", "a check", "a doubt", "a look", *HERE}),
    "demo": (lambda store, _: demo(store), {"a complete log", "a check", "a doubt", "a look"}),
}  # fmt: skip


@cache
def messages() -> dict[str, re.Pattern[str]]:
    """Every sentence of the modules, by its English singular, with a pattern of what it may become."""
    found = set().union(*(messages_in((ROOT / "eval_core" / f"{name}.py").read_bytes()) for name in MODULES))
    looks = messages_in((ROOT / "eval_core" / "reports" / "look_words.py").read_bytes())
    sentences = [message for message in found if strings_of(message)[0].endswith((".", ":")) or message in looks]
    return {strings_of(message)[0]: shown_as(*strings_of(message)) for message in sentences}


def shown_as(*texts: str) -> re.Pattern[str]:
    """Whatever is filled in; a source is cited in the style of the report."""
    plain = (re.sub(r"\[@\w+\]", "{source}", text) for text in texts)
    return re.compile("|".join(re.sub(r"\\\{\w+\\\}", ".+?", re.escape(text)) for text in plain))


def ground_of(message: str) -> str | None:
    """What a message rests on: the longest beginning in the table; None if it is not in it."""
    found = [
        (len(start), ground) for ground, starts in GROUNDS.items() for start in starts if message.startswith(start)
    ]
    return max(found)[1] if found else None


def unfounded(text: str, missing: set[str]) -> list[str]:
    """The sentences in the text that rest on something missing."""
    return sorted(
        message
        for message, pattern in messages().items()
        if ground_of(message) in missing and pattern.search(text) and ground_of(message)
    )


def lines_of(card: str, report: str) -> Iterator[str]:
    """The card's sentences by line, and the report's rows of facts."""
    for line in card.splitlines():
        yield from (part for part in re.split(r"(?<=[.?!]) (?=[A-Z])", line.strip()) if part)
    for label, value in re.findall(r'<th scope="row">(.*?)</th><td>(.*?)</td>', report):
        yield unescape(f"{label} {value}")


def grounds_of_line(line: str) -> set[str]:
    """Everything that a line of card or report rests on."""
    return {ground for ground, patterns in LINES.items() for pattern in patterns if re.match(pattern, line)}


def published(
    built: Built, open_page: Open, folder: Path, freeze: Callable[[], None] = lambda: None
) -> tuple[str, list[str]]:
    """The words of Quality, Ranking and the report, and the lines of card and report, made after `freeze`."""
    lise = built.enter("Lise", "lead", "researcher")
    pages = "\n".join(unescape(words(open_page(page, lise))) for page in ("quality", "ranking"))
    freeze()
    write_dataset(built.store, built.slug, folder / "set")
    card = (folder / "set" / "README.md").read_text(encoding="utf-8")
    report = campaign_report(built.store, built.slug)
    return f"{unescape(re.sub('<[^>]*>', ' ', report))}\n{pages}", list(lines_of(card, report))


def read_only(store: Store) -> None:
    """The database refuses to be written from now on."""
    store.dispose()
    event.listen(store.writer, "connect", lambda raw, _record: raw.execute("PRAGMA query_only = ON"))


def ungrounded(lines: list[str], missing: set[str]) -> list[str]:
    """The lines of card and report that rest on something missing."""
    return [line for line in lines if (grounds_of_line(line) - {""}) & missing]


def test_every_sentence_has_a_ground() -> None:
    """Each sentence of the modules is in the table once, and the table has no other."""
    assert [message for message in messages() if ground_of(message) is None] == []
    starts = [start for starts in GROUNDS.values() for start in starts]
    assert [start for start in starts if not any(message.startswith(start) for message in messages())] == []
    assert len(starts) == len(set(starts))


@pytest.mark.parametrize(
    ("said", "ground"),
    [
        ("The annotators' care was not checked, by gold comparisons or by repeats.", "no gold or repeats"),
        ("Of 3 answers to gold comparisons, 100% were right.", "a check"),
        ("Judgments by one annotator are alike: standard errors are clustered by annotator [1].", "known annotators"),
        ("The protocol was norwegian_fluency, version 1.0.", "judged here"),
    ],
)
def test_a_sentence_of_the_report_is_seen(said: str, ground: str) -> None:
    """With its numbers filled in and its source cited; where its ground is there, nothing is wrong with it."""
    assert len(unfounded(f"Before it. {said} After it.", {ground})) == 1
    assert unfounded(said, EVERYTHING - {ground}) == []


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_is_said_without_its_ground(scene: str, store: Store, open_page: Open, tmp_path: Path) -> None:
    """Where a ground is missing no sentence that rests on it appears, and every line of card and report is known."""
    make, missing = SCENES[scene]
    missing = missing | NEVER
    assert missing <= EVERYTHING
    use_language("en")  # a page drawn before, in another, must not matter
    freeze = partial(read_only, store) if scene == "read-only" else lambda: None
    text, lines = published(make(store, tmp_path), open_page, tmp_path, freeze)
    assert unfounded(text, missing) == []
    assert [line for line in lines if not grounds_of_line(line)] == []
    assert ungrounded(lines, missing) == []


@pytest.mark.slow
def test_the_walk_sees_a_sentence_without_ground(
    store: Store, open_page: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted faults: praise without a check, a log that cannot be complete, and a sentence of no ground."""
    monkeypatch.setattr(trust_words, "checked", lambda _checks: True)
    monkeypatch.setattr(early_results, "can_log", lambda _store: True)
    monkeypatch.setattr("eval_core.campaigns.publishing.dataset.can_log", lambda _store: True)
    built, missing = build_campaign(store, prompts=6), SCENES["read-only"][1]
    for name in ("Kari", "Ola"):
        judge_canonically(built, built.enter(name), lambda comparison: ("first", "second", "tie")[comparison % 3])
    text, lines = published(built, open_page, tmp_path)
    assert any(message.startswith("There is no sign of a problem") for message in unfounded(text, missing))
    assert [line[:24] for line in ungrounded(lines, missing)] == ["- Looks at results so far"[:24]]
    assert not grounds_of_line("- The annotators are experts")
