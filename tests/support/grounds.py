"""What each sentence of card, report, verdict and Quality rests on, and which sentences a text has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape

from tests.support.extracting import ROOT, messages_in, strings_of

MODULES = (
    "reports/annotators/trust_words",
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
        "How carefully they judged is not said here",
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
    "few annotators": ("{count} person judged",),
    "judged here": ("The protocol was {key}", "Annotators were not told which systems"),
    "judged elsewhere": ("{count} judgment was made elsewhere", "Judgments were imported"),
    "judged once": ("Every comparison was judged once",),
    "judges' judgments": (
        "A judge's two orders of a comparison count once",
        "Of a judge's two orders",
        "LLM judges, with their judgments",
    ),
    "programs chosen": (
        "{judgments} by people and LLM judges",
        "Verdicts of LLM judges",
    ),
    "no gold or repeats": ("There were neither gold comparisons", "The annotators' care was not checked"),
    "somebody left out": ("The judgments of {count} annotator", "Annotators were left out"),
    "a look": ("Results were seen while judging",),
    "a demo": ("Demo campaign: invented texts",),
    "a decided pair": (
        "{system} ranks first.",
        "Every pair is decided except",
        "Every pair is decided.",
        "{decided} of {pairs} pairs are decided",
        "No longer decided",
        "The other way round",
        "The first is one of",
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
        "It is not known yet whether to trust",
    ),
    "a check": (
        "There is no sign of a problem with",
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
    "judged elsewhere": (r"Of \d+ judgments? it is not known what was asked",),
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
EVERYTHING = frozenset((*GROUNDS, *LINES)) - {""}


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


def ungrounded(lines: list[str], missing: set[str]) -> list[str]:
    """The lines of card and report that rest on something missing."""
    return [line for line in lines if (grounds_of_line(line) - {""}) & missing]
