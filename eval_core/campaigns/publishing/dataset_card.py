"""The data card: what users of the data must know, in English, with a hub's front matter."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from eval_core.campaigns.publishing.release_facts import Facts
from eval_core.campaigns.results.early_results import Looks

# Licences that a hub knows by these names; any other is 'other' with a name.
LICENCES = frozenset(
    (
        *("apache-2.0", "mit", "cc0-1.0", "odbl", "odc-by", "pddl", "gpl-3.0"),
        *(f"cc-{terms}-4.0" for terms in ("by", "by-sa", "by-nc", "by-nd", "by-nc-sa", "by-nc-nd")),
    )
)
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_MEANING = {
    "judgments": "one row for each annotator's judgment of one comparison; A is the response that was shown as A, where"
    " `order_known` is true",
    "marks": "one row for each issue that an annotator found in a response, with the words that it was found in",
    "prompts": "what the systems were asked",
    "responses": "what they answered; texts without a system belong to gold comparisons",
    "annotators": "who judged, under a pseudonym, and how much",
    "guidelines": "the guidelines as they were when this copy was made, in each language, and the campaign's own"
    " clarifications",
}
_COLUMNS = {
    "kind": "`regular` is what a ranking counts. `training` and `test` came before the work; `gold` has a known answer;"
    " `repeat` is a comparison that the same person had judged, with its sides swapped",
    "expected_choice": "the known answer to a gold comparison, as the sides stood",
    "annotator_kind": "`human`, `simulated` or `judge` (a language model)",
    "excluded": "the annotator was left out of every analysis; the judgments are kept here for completeness",
    "withdrawn": "the comparison, or one of its responses, was taken out",
    "length_a, length_b": "characters of the responses; empty where a text is not known",
    "order_known": "false where it is not known which response was shown as A",
    "round": "the batch of comparisons, counted from 1",
    "revision": "1, or more where the annotator had changed the choice; the last one is given",
    "late": "the judgment came after its time had run out, as after a lost connection; it counts like any other",
    "layout": "`side_by_side`, `stacked` (one above the other) or `switched` (one text at a time, behind a switch)",
    "guideline_version": "the version in force when the response was shown; empty where it is not known, as of most"
    " judgments that were made elsewhere",
    "protocol_hash": "SHA-256 of the protocol's content; empty where it is not known",
    "issues_a, issues_b": "what the annotator found wrong with a response, where reasons were asked for",
    "marks": "the same with places: a JSON list of side, start, end and issue, as in the configuration `marks`",
    "side, canonical": "the marked response as it was shown (A or B), and in canonical order: `first` is the system"
    " whose name comes first by code point",
    "start, end": "the marked words: the characters from `start` up to `end`, not included, counted from 0 in Unicode"
    " code points; empty where the annotator named the issue without a place",
    "words": "what stands there",
    "shown_at, decided_at": "in UTC, with the offset: `2026-11-21T14:30:00+00:00`",
    "active_ms": "how long the comparison was looked at, in milliseconds",
    "family, checkpoint": "which model the system is a checkpoint of, and how far that had been trained; empty where"
    " that is not known",
    "controls": "judgments of another kind than `regular`",
    "clarification": "0 for the guidelines themselves",
}


@dataclass(frozen=True)
class Card:
    """Everything on the card. Judgments are counted by kind, annotators by theirs.

    `guidelines` and `protocols` count people's judgments by the version of the guidelines, and by the protocol's hash
    as far as it is another than the campaign's; '' is not known. `zone` is the campaign's time zone, where times are in
    the data. `public` is the data of a published site, which have
    nothing but the ranked judgments, in an order that depends on them alone.
    """

    slug: str
    title: str
    is_demo: bool
    protocol: str
    asks_norwegian_fluency: bool
    protocol_hash: str
    guidelines: Mapping[str, int]
    protocols: Mapping[str, int]
    overlap: int
    systems: Sequence[str]
    facts: Facts
    missing: tuple[str, ...]
    kinds: Mapping[str, int]
    annotator_kinds: Mapping[str, int]
    standards: Mapping[str, int]
    excluded: int
    excluded_judgments: int
    withdrawn_judgments: int
    looks: Looks
    rows: Mapping[str, int]
    columns: Mapping[str, Sequence[str]]
    comments: bool
    times: bool
    zone: str = ""
    public: bool = False


def data_card(card: Card) -> str:
    """The README.md of a data set."""
    parts = (_front_matter, _opening, _contents, _making, _left_out, _people, _terms)
    return "\n\n".join(part(card) for part in parts) + "\n"


def _front_matter(card: Card) -> str:
    """YAML; JSON strings are valid YAML, whatever people have typed."""
    licence = _licence(card.facts.licence)
    languages = ["language:", *(f"- {name}" for name in card.standards)] if card.standards else []
    lines = ["---", *licence, *languages]
    lines += [f"pretty_name: {_quoted(card.title)}", "size_categories:", f"- {_size(card.rows['judgments'])}"]
    lines += ["task_categories:", "- text-ranking", "tags:", *(f"- {tag}" for tag in _tags(card)), "configs:"]
    for name in card.rows:
        lines += [f"- config_name: {name}", *(["  default: true"] if name == "judgments" else [])]
        lines += ["  data_files:", "  - split: train", f"    path: {name}.parquet"]
    return "\n".join([*lines, "---"])


def _tags(card: Card) -> list[str]:
    """What a hub finds the data by: only what is known of them."""
    people = ["human-preferences"] if card.annotator_kinds.get("human") else []
    asked = ["fluency", "norwegian"] if card.asks_norwegian_fluency else []
    return ["parvis", "pairwise-comparison", *people, *asked]


def _opening(card: Card) -> str:
    demo = "\n\n**A demonstration: the texts are invented, and the annotators are simulated.**" if card.is_demo else ""
    missing = f"\n\nNot filled in: {_line(', '.join(card.missing))}." if card.missing else ""
    return f"# {_line(card.title)}{demo}\n\n{_asked(card)}{_judges(card)} Made with Parvis.{missing}"


def _asked(card: Card) -> str:
    """What was judged: nothing where there is no judgment."""
    if not card.kinds:
        return "Prompts and the systems' responses; no comparison has been judged."
    if not card.asks_norwegian_fluency:
        return "Pairwise judgments: two texts that answer one prompt were compared, under the protocol named below."
    return (
        "Pairwise judgments of fluency: of two Norwegian texts that answer one prompt, which is written in better"
        " language, or are they equally fluent?"
    )


def _judges(card: Card) -> str:
    """Who judged, in a sentence."""
    words = {"human": "people", "simulated": "simulated annotators", "judge": "language models"}
    who = [words[kind] for kind in words if card.annotator_kinds.get(kind)]
    return f" Judged by {' and '.join(who)}." if who else " It is not known who judged." if card.kinds else ""


def _contents(card: Card) -> str:
    files = _table(("configuration", "rows", "content"), ((n, card.rows[n], _MEANING[n]) for n in card.rows))
    present = {name for names in card.columns.values() for name in names}
    columns = _table(
        ("column", "meaning"),
        ((name, meaning) for name, meaning in _COLUMNS.items() if name.split(", ")[0] in present),
    )
    return f"## Contents\n\n{files}\n\nColumns that need a word:\n\n{columns}\n\n" + (
        _RANKING_PUBLIC if card.public else _RANKING
    )


_RANKING = """`parvis rank judgments.parquet` ranks the systems from this file alone. Elsewhere, keep the rows where
`kind` is `regular`, `excluded` and `withdrawn` are false and the two texts differ. Rows come in no order that means
anything, except that an annotator's first judgment of a comparison stands before any other of the same kind."""

_RANKING_PUBLIC = """`parvis rank judgments.parquet` gives the ranking of the site from this file alone.
`judgments.csv.zip` has the same rows as CSV; there a cell that a spreadsheet would run as a formula begins with an
apostrophe."""


def _making(card: Card) -> str:
    facts = card.facts
    systems = _table(
        ("system", "decoding settings"), ((name, facts.decoding.get(name) or "not filled in") for name in card.systems)
    )
    standards = (
        ", ".join(f"{count} in {name}" for name, count in card.standards.items()) or "written standard not given"
    )
    return (
        "## How it was made\n\n"
        f"- Protocol: {_line(card.protocol)} (SHA-256 of its content: `{card.protocol_hash}`){_strange(card)}\n"
        f"- Guidelines: {_guidelines(card)}\n"
        f"- Prompts: {standards or 'written standard not given'}\n"
        f"- Annotators wanted for each comparison: {card.overlap}\n"
        f"- Judgments: {_counted(card.kinds)}\n"
        f"- Annotators: {_counted(card.annotator_kinds)}\n"
        f"{_zone(card)}"
        f"- Recruitment: {_literal(facts.recruitment)}\n"
        f"- Pay: {_literal(facts.pay_basis)}\n"
        f"- Ethics: {_literal(facts.ethics_reference)}\n\n{systems}"
    )


def _zone(card: Card) -> str:
    return f"- Times: in UTC, with their offset; the campaign's time zone is {_line(card.zone)}\n" if card.zone else ""


def _left_out(card: Card) -> str:
    if card.public:
        return (
            "## What is not in it\n\n"
            f"- Judgments of {card.excluded} annotators whom the lead left out\n"
            "- Judgments on comparisons that were withdrawn, or of two identical texts\n"
            "- Training, tests, and comparisons that checked the annotators' care\n"
            f"- {_looks(card.looks)}"
        )
    return (
        "## What a ranking leaves out\n\n"
        f"- Annotators left out by the lead: {card.excluded}, with {card.excluded_judgments} regular judgments"
        " (`excluded`)\n"
        f"- Regular judgments of comparisons that were withdrawn: {card.withdrawn_judgments} (`withdrawn`)\n"
        "- Gold, repeats, training and test (`kind`), and judgments of two identical texts\n"
        f"- {_looks(card.looks)}"
    )


def _guidelines(card: Card) -> str:
    """The versions behind people's judgments."""
    said = [
        f"version {_line(version)} ({_judgments(count)})" if version else f"not known for {_judgments(count)}"
        for version, count in sorted(card.guidelines.items(), reverse=True)
    ]
    return "; ".join(said) or "no judgments by people"


def _strange(card: Card) -> str:
    """Which judgments were not made under the campaign's protocol, or may not have been."""
    said = [
        f"not known for {_judgments(count)}" if not name else f"another one (`{name}`) for {_judgments(count)}"
        for name, count in sorted(card.protocols.items())
    ]
    return "".join(f"; {part}" for part in said)


def _judgments(count: int) -> str:
    return f"{count} judgment" + "s" * (count != 1)


def _looks(looks: Looks) -> str:
    """What is known of looks at results; the command line and programs are logged like people."""
    when = "before judging was closed" if looks.closed else "so far, with judging still open"
    if not looks.known:
        return f"Looks at results {when}: not known (not every look could be logged)."
    by = [
        f"{count} {one if count == 1 else many}"
        for count, one, many in (
            (looks.people, "person on the pages", "people on the pages"),
            (looks.commands, "time on the command line", "times on the command line"),
            (looks.programs, "program", "programs"),
        )
        if count
    ]
    elsewhere = " Not known of judgments that were imported." if looks.imported else ""
    return f"Looks at results {when}: {', '.join(by) or 'none in the log'}.{elsewhere}"


def _people(card: Card) -> str:
    if card.public:
        return (
            "## People\n\n"
            "Annotators have numbers, which are kept nowhere else. Names, background, comments and times are not in it."
        )
    comments = "are in it" if card.comments else "are not in it"
    times = "are in it" if card.times else "are not in it"
    return (
        "## People\n\n"
        "Annotators have pseudonyms that were drawn for this copy of the data and are kept nowhere; another copy has"
        " others. Background that annotators told of themselves is not in it. What they wrote in their own words"
        f" (comments) and why somebody was left out {comments}; exact times {times}."
    )


def _terms(card: Card) -> str:
    return f"## Terms\n\n- Licence: {_literal(card.facts.licence)}\n- Contact: {_literal(card.facts.contact)}"


def _licence(given: str) -> list[str]:
    name = re.sub(r"[\s_]+", "-", given.strip().lower())
    if not name:
        return ["license: unknown"]
    if name in LICENCES:
        return [f"license: {name}"]
    return ["license: other", f"license_name: {_quoted(given)}"]


def _size(rows: int) -> str:
    return next((words for limit, words in _SIZES if rows < limit), "1M<n<10M" if rows < 10_000_000 else "10M<n<100M")


def _quoted(text: str) -> str:
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


def _literal(text: str) -> str:
    return _line(text) or "not filled in"


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "none"


def _line(text: object) -> str:
    """One line of Markdown for a text: without markup, HTML or a new cell."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", " ".join(str(text).split()))


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    # Our own cells contain code in backticks on purpose.
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(cell: object) -> str:
    text = str(cell)
    return text if text in _OURS or text == "---" else _line(text)


_OURS = frozenset([*_MEANING.values(), *_COLUMNS.values()])
