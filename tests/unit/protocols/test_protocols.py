"""Protocol files and guidelines: their shape, their errors, and what they must cover."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from eval_core.errors import InputError
from eval_core.protocols import Guidelines, load_guidelines, load_protocol, read_protocol
from eval_core.protocols.loader import DATA

SOURCE = (
    (DATA / "protocols" / "norwegian_fluency.toml")
    .read_text(encoding="utf-8")
    .replace('"../guidelines"', f'"{DATA}/guidelines"')
)
WANTED = {"ignore": 4, "issue": 7, "step": 5, "option": 3, "rule": 3, "example": 6, "edge": 5, "clarification": 7}
# A fault that is quoted, and what a Norwegian would write instead: Bokmål in the English guidelines too.
_BOKMAAL = {
    "kaffe kopp": "kaffekopp",
    "stå opp for seg selv": "ta til motmæle",
    "gjøre en forskjell": "bety noe",
    "være for salg": "være til salgs",
    "I dag jeg går": "I dag går jeg",
    "Vi kan også prøve å finne måter å gjøre oppgavene dine mer overskuelige": "oppgavene dine mer overkommelige",
    "skrivemappa din": "skrivemappa di",
    "en elsket medlem av kongefamilien": "et elsket medlem",
    "jeg vil se deg neste gang": "sees",
    "banal hjertroman": "kjærlighetsroman",
    "den første konge": "den første kongen",
}
_NYNORSK = {
    "kaffe kopp": "kaffekopp",
    "stå opp for seg sjølv": "ta til motmæle",
    "gjere ein forskjell": "ha noko å seie",
    "vere for sal": "vere til sals",
    "I dag eg går": "I dag går eg",
    "kjøpar": "kjøper",
    "Vi kan også prøve å finne måtar å gjere oppgåvene dine meir oversiktlege": "oppgåvene dine meir overkomelege",
    "skrivemappa din": "skrivemappa di",
    "eit viktig avgjerd": "ei viktig avgjerd",
    "eg vil sjå deg neste gong": "vi sjåast neste gong",
    "banal hjartroman": "kjærleiksroman",
    "den første konge": "den første kongen",
}
QUOTED = {"en": _BOKMAAL, "nb": _BOKMAAL, "nn": _NYNORSK}
BOKMAAL_WORDS = re.compile(r"\b(jeg|være|gjøre|mer|måter|oppgavene|selv|salg|gang|en|et|overskuelige)\b")


def changed(tmp_path: Path, old: str, new: str) -> Path:
    path = tmp_path / "norwegian_fluency.toml"
    assert old in SOURCE
    path.write_text(SOURCE.replace(old, new, 1), encoding="utf-8")
    return path


def test_the_fluency_protocol_loads() -> None:
    """The protocol of the main job has the three choices and the eight issues in three languages."""
    protocol = load_protocol("norwegian_fluency")
    assert protocol.kind == "pairwise"
    assert protocol.choices is not None
    assert protocol.choices.tie == {"en": "Equally fluent", "nb": "Like godt språk", "nn": "Like godt språk"}
    assert len(protocol.issues) == 8


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "pairwise"', 'kind = "pairwise"\ncolour = "red"', "colour"),
        ('kind = "pairwise"', 'kind = "duel"', "kind"),
        ('nn = "Norsk språkflyt"', "", "title lacks the language nn"),
        ('key = "flow"', 'key = "grammar"', "a key occurs twice"),
        ('key = "norwegian_fluency"', 'key = "other"', "must be the name of the file"),
        ('version = "1.1"', 'version = "1.1', "not a readable TOML file"),
    ],
)
def test_errors_name_file_and_key(tmp_path: Path, old: str, new: str, message: str) -> None:
    """An error in a protocol file names the file and the key."""
    path = changed(tmp_path, old, new)
    with pytest.raises(InputError, match=message) as error:
        read_protocol(path)
    assert str(path) in str(error.value)


def test_unknown_protocol_names_the_known_ones() -> None:
    """A wrong key is answered with the keys there are."""
    with pytest.raises(InputError, match="norwegian_fluency"):
        load_protocol("norwegian_fluencies")


def test_hash_follows_content_only(tmp_path: Path) -> None:
    """Comments and layout leave the content hash alone; a changed label does not."""
    original = load_protocol("norwegian_fluency").content_hash
    comment = changed(tmp_path, 'kind = "pairwise"', '# a comment\n\nkind   =   "pairwise"')
    assert read_protocol(comment).content_hash == original
    label = changed(tmp_path, '"Equally fluent"', '"Equal"')
    assert read_protocol(label).content_hash != original


def missing_anchors(guidelines: list[Guidelines]) -> list[str]:
    """Differences between the languages' files in what they cover."""
    problems = [f"{g.language}: other anchors" for g in guidelines if g.anchors != guidelines[0].anchors]
    for edition in guidelines:
        counts = Counter(anchor.split(".")[0] for anchor in edition.anchors)
        problems += [
            f"{edition.language}: {counts[group]} {group}" for group, n in WANTED.items() if counts[group] != n
        ]
        problems += [
            f"{edition.language}: '{quote}' without '{twin}'"
            for quote, twin in QUOTED[edition.language].items()
            if not any(_shows(item.text, quote, twin) for section in edition.sections for item in section.items)
        ]
    return problems


def _shows(text: str, quote: str, twin: str) -> bool:
    """Whether a passage has the fault and, apart from it, the right words."""
    return quote in text and twin in text.replace(quote, "", 1)


def quoted_in(guidelines: Guidelines) -> list[str]:
    """The words in italics in the passages on issues and in the examples."""
    items = [item for section in guidelines.sections for item in section.items]
    shown = [item.text for item in items if item.anchor.startswith(("issue.", "example."))]
    return [quote for text in shown for quote in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", text)]


def test_guidelines_cover_the_same_in_every_language() -> None:
    """Each language file carries the same anchors in the same order, and every quoted example."""
    guidelines = [load_guidelines(language) for language in ("en", "nb", "nn")]
    assert missing_anchors(guidelines) == []
    assert len({edition.version for edition in guidelines}) == 1
    assert "<!--" not in "".join(edition.body for edition in guidelines)


def test_a_missing_anchor_is_caught(tmp_path: Path) -> None:
    """A guideline file that lost one rule does not pass the check above."""
    for language in ("en", "nb", "nn"):
        text = (DATA / "guidelines" / f"{language}.md").read_text(encoding="utf-8")
        text = text.replace("<!-- rule.minor -->", "") if language == "nn" else text
        (tmp_path / f"{language}.md").write_text(text, encoding="utf-8")
    assert missing_anchors([load_guidelines(language, tmp_path) for language in ("en", "nb", "nn")])


def test_nynorsk_guidelines_have_nynorsk_examples() -> None:
    """None of what the Nynorsk guidelines quote is in Bokmål; the same look at the Bokmål ones finds plenty."""
    bokmaal, nynorsk = (quoted_in(load_guidelines(language)) for language in ("nb", "nn"))
    assert [quote for quote in nynorsk if BOKMAAL_WORDS.search(quote)] == []
    assert sum(bool(BOKMAAL_WORDS.search(quote)) for quote in bokmaal) > 5


def test_an_example_without_its_twin_is_caught(tmp_path: Path) -> None:
    """A passage that shows a fault without the right words does not pass."""
    for language in ("en", "nb", "nn"):
        text = (DATA / "guidelines" / f"{language}.md").read_text(encoding="utf-8")
        text = text.replace(" (*vere til sals*)", "") if language == "nn" else text
        (tmp_path / f"{language}.md").write_text(text, encoding="utf-8")
    read = [load_guidelines(language, tmp_path) for language in ("en", "nb", "nn")]
    assert missing_anchors(read) == ["nn: 'vere for sal' without 'vere til sals'"]
