"""What lies on the stub's desk: the demo's texts, long ones, awkward ones, protocols and guidelines as a pile has them."""

from __future__ import annotations

import difflib
import json
import re
from functools import cache
from html import escape
from itertools import combinations, cycle, groupby, islice
from typing import Any

from eval_core.protocols import Criterion, Protocol, load_protocol
from eval_core.protocols.guidelines import Item, load_guidelines
from eval_core.protocols.loader import DATA
from eval_core.reports.protocol_words import text_language
from eval_core.web.shown_text import article, formatted

Json = dict[str, Any]

# Characters beyond the basic plane, combining ones, a wide one, no space between: what marks have to count right.
EMOJI = "Gratulerer med dagen 🎉🎂, kjære Åse! 👩‍👩‍👧‍👦 Vi sees på lørdag 🙂🙂 og tar med 𝒦𝒶𝓀𝑒 fra 北京.\n\nHilsen Bjørn 🐻‍❄️"
SPACES = "   Tre mellomrom først.\n\tEn tabulator,  to  mellomrom   og\n\n\n    kode = {'a': 1}\n  - innrykk  "
MARKDOWN = (
    "# Slik gjør du det\n\nFørst **varmer** du ovnen til *200 grader*.\n\n- Mel\n- Smør\n- Melk\n\n1. Bland.\n2. Rør.\n\n"
    "| vare | mengde |\n|---|---|\n| mel | 3 dl |\n\n```\nkode = 1\n```\n\nSe [oppskriften](https://example.org)."
)
ENDLESS = "Ord " + "å" * 4000 + " slutt."
ODD = (
    ("Skriv en bursdagshilsen 🎂 til Åse.", EMOJI, EMOJI.replace("🙂🙂", "🙂").replace("kjære", "kjær")),
    ("Vis hvordan innrykk ser ut.", SPACES, SPACES.lstrip()),
    ("", "Uten oppgave.", "Uten oppgave, og med to setninger. Slik er det."),
    ("Skriv et langt ord.", ENDLESS, "Et kort svar."),
    ("Tom?", "", "Det ene svaret er tomt."),
    ("Oppskrift?", MARKDOWN, MARKDOWN.replace("**varmer**", "varmer")),
)
DIALOGUE: Json = {
    "prompt": json.dumps(
        [{"role": "system", "content": "Svar kort."}, {"role": "user", "content": "Hva er en fjord?"}]
    ),
    "written_standard": "nb",
    "texts": {
        "A": json.dumps(
            [
                {"role": "assistant", "content": 'En "fjord" er en arm av havet 🐋.\n\nDen er dyp.'},
                {"role": "user", "content": "Hvor lang?"},
                {"role": "assistant", "content": "Sognefjorden er over 200 km. Høye fjell står rundt den."},
            ]
        ),
        "B": json.dumps(["Vann mellom fjell.", "Ganske lang."], ensure_ascii=False),
    },
}
TRANSLATIONS = (
    (
        "She had been waiting at the bus stop for almost an hour before it started to rain.",
        "Hun hadde ventet på bussholdeplassen i nesten en time før det begynte å regne.",
        (
            "Hun hadde ventet på busstoppet i nesten en time før det startet å regne.",
            "Hun ventet en time på bussen, så regnet det.",
        ),
    ),
    (
        "The committee, which met twice last year, has still not decided who will pay for the new bridge.",
        "Utvalget, som møttes to ganger i fjor, har fortsatt ikke bestemt hvem som skal betale for den nye brua.",
        (
            "Komiteen, som møtte to ganger siste år, har fortsatt ikke besluttet hvem som vil betale for den nye broen.",
            "Utvalget møttes to ganger i fjor, men har ennå ikke avgjort hvem som skal betale for brua.",
        ),
    ),
    (
        "Don't leave the window open when you go out.",
        "Ikkje lat vindauget stå ope når du går ut.",
        ("Ikkje la vindauge vere ope når du går ut.", "Lat ikkje vindauga stå opne når du går."),
    ),
)


def _lines(name: str) -> list[Json]:
    return [json.loads(line) for line in (DATA / "demo" / name).read_text(encoding="utf-8").splitlines()]


@cache
def pairs() -> tuple[Json, ...]:
    """Two answers to one prompt each, from the demo, Bokmål and Nynorsk in turn."""
    found: list[Json] = []
    for _, rows in groupby(_lines("responses.jsonl"), key=lambda row: row["prompt_id"]):
        texts = [(row["prompt"], row["written_standard"], row["response"]) for row in rows if row["response"]]
        found += [
            {"prompt": one[0], "written_standard": one[1], "texts": {"A": one[2], "B": other[2]}}
            for one, other in islice(combinations(texts, 2), 4)
        ]
    sides = [[pair for pair in found if pair["written_standard"] == standard] for standard in ("nb", "nn")]
    return tuple(pair for both in zip(*sides, strict=False) for pair in both)


def long_pairs() -> list[Json]:
    """Pairs of several hundred words, with a prompt of many lines."""
    lengthened = []
    for start in range(0, 40, 2):
        group = [pair for pair in pairs() if pair["written_standard"] == "nb"][start : start + 8]
        texts = {side: "\n\n".join(pair["texts"][side] for pair in group) for side in "AB"}
        prompt = "\n".join(pair["prompt"] for pair in group)
        lengthened.append({"prompt": prompt, "written_standard": "nb", "texts": texts})
    return [pair for pair in lengthened if pair["texts"]["A"]]


def odd_pairs() -> list[Json]:
    """Texts that are hard to show: signs beyond the basic plane, leading spaces, empty, one endless word, Markdown."""
    return [{"prompt": prompt, "written_standard": "nb", "texts": {"A": a, "B": b}} for prompt, a, b in ODD]


def texts_of(kind: str, count: int) -> list[Json]:
    """So many pairs: 'short', 'long', 'odd', 'dialogue', or 'mixed' of all but these."""
    short, long = list(pairs()), long_pairs()
    mixed = [
        one for four in zip(short[::2], short[1::2], cycle(odd_pairs()), cycle(long), strict=False) for one in four
    ]
    chosen = {"short": short, "long": long, "odd": odd_pairs(), "dialogue": [DIALOGUE], "mixed": mixed}[kind]
    return list(islice(cycle(chosen), count))


@cache
def lessons() -> tuple[Json, ...]:
    """Gold comparisons with what the training answers: the expected side is A and B in turn."""
    made = []
    for number, row in enumerate(_lines("gold.jsonl")):
        right, wrong = ("A", "B") if number % 2 else ("B", "A")
        texts = {right: row["more_fluent"], wrong: row["less_fluent"]}
        answer = {"expected": right, "issue": row["issue"], "explanation": row["explanation"]}
        answer["marks"] = [
            {"side": wrong, "start": start, "end": end, "issue": row["issue"]}
            for start, end in _changed(row["more_fluent"], row["less_fluent"])
        ]
        pair = {"prompt": row["prompt"], "written_standard": row["written_standard"], "texts": texts}
        made.append({"pair": pair, "answer": answer})
    return tuple(made)


def _changed(before: str, after: str) -> list[tuple[int, int]]:
    """Where words of the second text are not in the first, where the two are much alike; ranges of code points."""
    old, new = re.findall(r"\S+", before), list(re.finditer(r"\S+", after))
    compared = difflib.SequenceMatcher(None, old, [word.group() for word in new], autojunk=False)
    if compared.ratio() < 0.6:
        return []
    parts = [(low, high) for tag, _, _, low, high in compared.get_opcodes() if tag != "equal" and high > low]
    return [(new[low].start(), new[high - 1].end()) for low, high in parts]


def shown_html(texts: Json, view: str) -> Json:
    """The key `html` of a sheet: in the formatted view only."""
    return {"html": {side: formatted(text) for side, text in texts.items()}} if view == "formatted" else {}


def protocol_json(key: str, language: str) -> Json:
    """A protocol as a pile tells it, in the reader's language."""
    protocol = load_protocol(key)
    if protocol.kind == "pairwise":
        return _pairwise(protocol, language)
    title = protocol.title.get(language) or next(iter(protocol.title.values()))
    criteria = [_criterion(one, language) for one in protocol.rated]
    return {"key": key, "kind": "rating", "title": title, "criteria": criteria}


def _pairwise(protocol: Protocol, language: str) -> Json:
    choices, words = protocol.choices, {"en": ("Both read well", "Both read badly")}
    assert choices is not None
    well, badly = words.get(language, ("Begge har godt språk", "Begge har dårlig språk"))
    return {
        "key": protocol.key,
        "kind": "pairwise",
        "text_language": text_language(protocol.key),
        "choices": {"A": choices.a[language], "tie": choices.tie[language], "B": choices.b[language]},
        "issues": [{"key": one.key, "label": one.label[language]} for one in protocol.issues],
        "tie": {"both_well": well, "both_badly": badly},
    }


def _criterion(one: Criterion, language: str) -> Json:
    spoken = language if language in one.label else next(iter(one.label))
    return {
        "key": one.key,
        "label": one.label[spoken],
        "description": one.description.get(spoken, ""),
        "min": one.min,
        "max": one.max,
        "na": one.na,
        "points": {str(point.value): point.label[spoken] for point in one.points},
        "explanation": one.explanation,
    }


@cache
def guidelines_html(language: str) -> Json:
    """The guidelines as the panel gets them: each passage has its anchor and the issue that it is about."""
    found = load_guidelines(language)
    parts = []
    for section in found.sections:
        parts.append(f"<h{section.level}>{escape(section.heading)}</h{section.level}>" if section.heading else "")
        for tag, items in groupby(section.items, lambda item: {"": "", "-": "ul"}.get(item.sign, "ol")):
            content = "".join(_passage(item) for item in items)
            parts.append(f"<{tag}>{content}</{tag}>" if tag else content)
    return {"version": found.version, "language": language, "html": "".join(parts)}


def _passage(item: Item) -> str:
    names = f' data-anchor="{item.anchor}"' if item.anchor else ""
    names += f' data-category="{item.category}"' if item.category else ""
    tag = "li" if item.sign else "div"
    return f"<{tag}{names}>{article(item.text)}</{tag}>"
