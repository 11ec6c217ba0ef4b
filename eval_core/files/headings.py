"""Which heading of a file is which of our columns: without regard to case, and by Norwegian and English words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from eval_core.errors import Faults, InputError

_PROMPT = {
    "prompt_id": ("oppgave-id", "oppgåve-id", "ledetekst-id", "instruks-id", "prompt-nr", "oppgavenummer"),
    "prompt": (
        "oppgave",
        "oppgåve",
        "ledetekst",
        "leietekst",
        "instruks",
        "instruksjon",
        "instruction",
        "question",
        "spørsmål",
    ),
    "written_standard": ("målform", "skriftspråk", "målform (nb/nn)"),
    "category": ("kategori",),
}
_TEXT_OF = ("svar", "respons", "response", "tekst", "text", "answer", "output", "completion", "reply")
_SYSTEM_OF = ("modell", "model", "system")


def _sided(words: Sequence[str], side: str) -> tuple[str, ...]:
    number = {"a": "1", "b": "2"}[side]
    return tuple(text for word in words for text in (f"{word} {side}", f"{side} {word}", f"{word} {number}"))


_SIDES: dict[str, tuple[str, ...]] = {
    "response_a": _sided(_TEXT_OF, "a"),
    "response_b": _sided(_TEXT_OF, "b"),
    "model_a": _sided(_SYSTEM_OF, "a"),
    "model_b": _sided(_SYSTEM_OF, "b"),
}
_FACTS = {
    "document": ("dokument",),
    "reference": ("referanse", "fasit"),
    "source_language": ("kildespråk", "kjeldespråk"),
    "target_language": ("målspråk",),
}
_GOLD = {
    "issue": ("feiltype",),
    "explanation": ("forklaring", "begrunnelse", "grunngiving"),
}
_PERSON = tuple(
    f"{word}{ending}"
    for word in (
        *("annotator", "judge", "worker", "user", "rater", "evaluator", "labeler", "labeller", "coder", "participant"),
        *("assessor", "reviewer", "respondent", "informant", "visitor", "prolific", "email", "e-mail", "epost"),
        *("annotatør", "vurderer", "vurderar", "bruker", "brukar", "deltaker", "deltakar", "dommer", "dommar", "koder"),
    )
    for ending in ("", " id", " pid", " name", " navn", " namn", " nr", " email", " epost")
)
_MODEL_OF = (*_SYSTEM_OF, "modellnavn", "player", "candidate", "generator", "contestant")


_JUDGED = {
    f"{ours}_{side}": (
        *_sided(words, side),
        *(f"{word} {side} name" for word in words),
        *(f"{word} name {side}" for word in words),
    )
    for ours, words in (("response", _TEXT_OF), ("model", _MODEL_OF))
    for side in "ab"
}
_WINNER = (
    *("vinner", "vinnar", "vote", "verdict", "preferred", "best", "outcome", "result", "label", "foretrukket"),
    *("føretrekt", "resultat", "stemme"),
)
# What changes the meaning of a judgment.
_MEANING = {
    "turn": ("tur", "turn number", "turn id"),
    "criterion": ("criteria", "kriterium", "kriterie", "aspect", "aspekt", "dimension", "dimensjon", "attribute"),
    "count": ("counts", "n", "antall", "antal", "frequency", "freq", "frekvens"),
    "weight": ("weights", "vekt"),
    "decided_at": (),
}

# Kind of file -> our column -> what else a file may call it. The names themselves count too.
COLUMNS: dict[str, dict[str, tuple[str, ...]]] = {
    "responses": {
        "prompt": _PROMPT["prompt"],
        "system": ("modell", "model", "systemnavn", "systemnamn", "modellnavn", "modellnamn", "generator"),
        "response": ("svar", "respons", "tekst", "text", "answer", "output"),
        **_PROMPT,
        **_FACTS,
        "family": ("modellfamilie", "familie"),
        "checkpoint": ("sjekkpunkt",),
    },
    "comparisons": {
        **dict.fromkeys(("prompt", "response_a", "response_b", "model_a", "model_b"), ()),
        **_SIDES,
        **_PROMPT,
        "gold": ("gull", "fasit"),
        **_GOLD,
    },
    "gold": {
        "more_fluent": ("mer flytende", "mest flytende", "meir flytande", "mest flytande", "bedre", "betre"),
        "less_fluent": ("mindre flytende", "minst flytende", "mindre flytande", "minst flytande", "dårligere"),
        **_PROMPT,
        **_SIDES,
        "gold": ("gull", "fasit"),
        **_GOLD,
        "marks": ("markeringer", "markeringar"),
    },
    "controls": {
        "response": ("svar", "respons", "tekst", "text", "answer"),
        **{name: words for name, words in _PROMPT.items() if name in ("prompt", "written_standard")},
        **{name: words for name, words in _FACTS.items() if name != "document"},
        "explanation": _GOLD["explanation"],
    },
    "judgments": {
        **_JUDGED,
        "choice": ("valg", "val"),
        "winner": _WINNER,
        "left": ("venstre", "left model", "model left", "left system"),
        "right": ("høyre", "høgre", "right model", "model right", "right system"),
        "chosen_model": ("chosen model name", "chosen system", "preferred model", "winner model", "winning model"),
        "rejected_model": ("rejected model name", "rejected system", "loser", "loser model", "losing model", "taper"),
        "winner_model_a": ("winner a", "win a", "a wins", "model a wins"),
        "winner_model_b": ("winner b", "win b", "b wins", "model b wins"),
        "winner_tie": ("both equal", "is tie", "tie", "draw", "uavgjort"),
        "winner_both_bad": ("winner_tie (bothbad)", "winner bothbad", "both bad"),
        "preference": ("overall preference", "overall pref", "preferanse"),
        "preference_strength": (),
        "g1_winner": (),
        "g2_winner": (),
        "annotator_id": _PERSON,
        **_PROMPT,
        **_MEANING,
        "question_id": (),
        "order_known": (),
        "kind": (),
    },
    "ratings": {
        "prompt_id": _PROMPT["prompt_id"],
        "system": ("modell", "model"),
        "annotator_id": _PERSON,
        "criterion": ("kriterium",),
        "value": ("verdi",),
        "explanation": _GOLD["explanation"],
        **{name: words for name, words in _PROMPT.items() if name != "prompt_id"},
        "response": ("svar", "respons", "tekst", "text"),
        **_FACTS,
        "annotator_kind": (),
    },
}
REQUIRED: dict[str, tuple[tuple[str, ...], ...]] = {
    "responses": (("prompt", "system", "response"),),
    "comparisons": (("prompt", "response_a", "response_b", "model_a", "model_b"),),
    "gold": (("more_fluent", "less_fluent"), ("prompt", "response_a", "response_b", "model_a", "model_b", "gold")),
    "controls": (("response",),),
    "judgments": (
        ("model_a", "model_b", "choice"),
        ("model_a", "model_b", "winner"),
        ("left", "right", "winner"),
        ("model_a", "model_b", "chosen_model"),
        ("model_a", "model_b", "winner_model_a", "winner_model_b"),
        ("model_a", "model_b", "preference"),
        ("model_a", "model_b", "preference_strength"),
        ("model_a", "model_b", "g1_winner", "g2_winner"),
        ("chosen_model", "rejected_model"),
        ("winner", "rejected_model"),
    ),
    "ratings": (("prompt_id", "system", "annotator_id"),),
}
"""What a file of each kind must have: one of these sets of columns. What rates has criteria too."""
_NAMED = 3  # of these sets, to tell a person what lacks
FORMER = {"judge": "annotator_id", "worker": "annotator_id"}
"""Columns that had a name of their own before, and are remembered by it."""


@dataclass(frozen=True)
class Matching:
    """Which heading is which column.

    Attributes:
        kind: of the file, a key of COLUMNS.
        found: our column -> heading in the file, in the order of COLUMNS.
        ambiguous: our column -> the headings of which each could be it.
        rest: the headings that are none of our columns; they become metadata.
    """

    kind: str
    found: dict[str, str]
    ambiguous: dict[str, tuple[str, ...]]
    rest: tuple[str, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """The required columns without a heading, of the set of columns that lacks fewest; () if nothing lacks."""
        lacks = [tuple(name for name in names if name not in self.found) for names in REQUIRED[self.kind]]
        return () if () in lacks else min(lacks[:_NAMED], key=len)

    @property
    def renamed(self) -> dict[str, str]:
        """Heading -> column of ours, where the two differ."""
        return {theirs: ours for ours, theirs in self.found.items() if theirs != ours}


def match_columns(
    kind: str,
    headings: Iterable[Any],
    given: Mapping[str, str] | None = None,
    *,
    remembered: Mapping[str, str] | None = None,
    also: Iterable[str] = (),
) -> Matching:
    """Which heading of a file is which of our columns.

    A given choice wins over everything; then a heading that is exactly our name; then a choice remembered from an
    earlier file; then a heading that is our name but for case, blanks, underscores and accents; then a synonym. Each
    level counts only where the one before has found nothing.

    Args:
        given: heading -> our column, or "" for a heading that is to be metadata; headings that are not there do not
            count.
        remembered: the same, as chosen for an earlier file.
        also: more columns that such a file may have: the criteria of ratings.
    """
    names = [str(name) for name in headings]
    wanted = {**COLUMNS[kind], **dict.fromkeys(also, ())}
    given, remembered = (
        {theirs: FORMER.get(ours, ours) if ours not in wanted else ours for theirs, ours in (choice or {}).items()}
        for choice in (given, remembered)
    )
    chosen = _chosen(names, given, remembered, wanted)
    several = {
        ours: tuple(theirs for theirs, name in chosen.items() if name == ours) for ours in chosen.values() if ours
    }
    found = {ours: headings[0] for ours, headings in several.items() if len(headings) == 1}
    ambiguous = {ours: headings for ours, headings in several.items() if len(headings) > 1}
    free = [name for name in names if name not in chosen]
    found |= {name: name for name in free if name in wanted and name not in several}
    free = [name for name in free if name not in found]
    for called in ({ours: (ours,) for ours in wanted}, wanted):
        for ours, said in called.items():
            if ours not in found and ours not in ambiguous:
                words = set(map(plain_word, said))
                fitting = tuple(name for name in free if plain_word(name) in words)
                if len(fitting) == 1:
                    found[ours] = fitting[0]
                elif fitting:
                    ambiguous[ours] = fitting
        free = [name for name in free if name not in found.values()]
    unclear = {name for several in ambiguous.values() for name in several}
    ordered = {ours: found[ours] for ours in [*wanted, *found] if ours in found}
    rest = [name for name in names if name not in found.values() and name not in unclear]
    return Matching(kind, ordered, ambiguous, tuple(rest))


def our_columns(
    frame: pd.DataFrame,
    kind: str,
    path: Any,
    given: Mapping[str, str] | None = None,
    *,
    remembered: Mapping[str, str] | None = None,
    also: Iterable[str] = (),
) -> tuple[pd.DataFrame, dict[str, str]]:
    """The table under our names of columns, and heading -> our name of those that are renamed.

    Args:
        given, remembered, also: as in `match_columns`.

    Raises:
        InputError: for two headings that could be the same column, and a given choice that names no column of a file of
            this kind or a heading that this file lacks.
    """
    known = [*COLUMNS[kind], *also]
    chosen = dict(given or {})
    faults = Faults()
    for theirs, ours in chosen.items():
        if ours and FORMER.get(ours, ours) not in known:
            raise InputError("unknown_column", heading=theirs, name=ours, known=", ".join(known))
        if theirs not in frame.columns:
            there = ", ".join(f"'{name}'" for name in frame.columns)
            faults.add(InputError("heading_missing", headings=there, file=path, row=1, column=theirs))
    faults.check()
    matching = match_columns(kind, frame.columns, chosen, remembered=remembered, also=also)
    for ours, headings in matching.ambiguous.items():
        both = ", ".join(f"'{name}'" for name in headings)
        option = f"{headings[0]}={ours}"
        faults.add(InputError("ambiguous_columns", headings=both, option=option, file=path, row=1, column=ours))
    faults.check()
    # A heading with the name of a column that it is not gives way: it is metadata.
    moved = [name for name in frame.columns if name in known and matching.found.get(name) != name]
    names = {**{name: f"{name} (file)" for name in moved}, **matching.renamed}
    return frame.rename(columns=names) if names else frame, matching.renamed


def refuse_title_rows(rows: Mapping[int, Sequence[str]], path: Any) -> None:
    """Refuse a table whose first row has none of the headings that a file needs, where one below it has.

    Args:
        rows: the texts of the first rows, by their numbers in the file.

    Raises:
        InputError: 'headings_below'.
    """
    numbers = list(rows)
    if not numbers or _has_headings(rows[numbers[0]]):
        return
    place = next((number for number in numbers[1:] if _has_headings(rows[number])), None)
    if place is not None:
        raise InputError("headings_below", place=place, file=path, row=numbers[0])


def _has_headings(texts: Sequence[str]) -> bool:
    names = [text for text in dict.fromkeys(texts) if text]
    return any(not match_columns(kind, names).missing for kind in COLUMNS if kind != "controls")


def _chosen(
    names: Sequence[str], given: Mapping[str, str], remembered: Mapping[str, str], wanted: Mapping[str, Any]
) -> dict[str, str]:
    """The choices that count for these headings: what is given, and what is remembered and not overruled."""
    chosen = {theirs: ours for theirs, ours in given.items() if theirs in names}
    taken = {*chosen.values(), *(name for name in names if name in wanted and name not in chosen)}
    for theirs, ours in remembered.items():
        # What is remembered of a heading that is exactly our name was chosen for another file.
        if theirs in names and theirs not in chosen and theirs not in wanted and (not ours or ours not in taken):
            chosen[theirs] = ours
    return chosen


def plain_word(text: str) -> str:
    """A heading or label without case, accents, blanks and signs: 'Målform ' and 'malform' are the same."""
    folded = text.casefold().replace("ø", "o").replace("æ", "ae")
    return "".join(char for char in unicodedata.normalize("NFKD", folded) if char.isalnum())
