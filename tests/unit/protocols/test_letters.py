"""The information letter's templates: their shape, their errors, and facts that stay what they were written as."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from eval_core.errors import InputError
from eval_core.protocols.letters import COMPARING, OPTIONAL, RATING, REQUIRED, USUAL, LetterTemplate, fill, load_letter
from eval_core.protocols.loader import DATA
from eval_core.web.shown_text import article

LANGUAGES = ("en", "nb", "nn")
SOURCE = (DATA / "letters" / "en.md").read_text(encoding="utf-8")
FACTS = {name: f"the {name}" for name in REQUIRED | OPTIONAL | USUAL}
# What every letter must speak of, in the words of each language.
SUBJECTS = {
    "en": "choose which side|reasons|questions|language|guidelines|hours|pseudonym|e-mail|IP address|known|twice"
    "|withdraw|without saying why|leave them out|erase|voluntary|up to you|agree",
    "nb": "velger|side|[Bb]egrunnelser|spørsmål|språk|retningslinje|[Tt]imene|pseudonym|e‑post|IP-adresse|kjenner"
    "|to ganger|trekke deg|uten å si hvorfor|utenfor resultatene|sletter|frivillig|bestemmer du|ja til",
    "nn": "vel |side|[Gg]runngivingar|spørsmål|språk|retningsline|[Tt]imane|pseudonym|e‑post|IP-adress|kjenner"
    "|to gonger|trekkje deg|utan å seie kvifor|utanfor resultata|slettar|frivillig|avgjer du|ja til",
}
SUBJECTS["en"] = SUBJECTS["en"].replace("choose which side", "choose|which side").replace("known", "know the answer")
RATED_SUBJECTS = {
    "en": "rate each|explanations|questions|language|protocol|guidelines|hours|pseudonym|e-mail|IP address|several people"
    "|withdraw|without saying why|leave them out|erase|voluntary|up to you|agree",
    "nb": "skår|[Ff]orklaringer|spørsmål|språk|retningslinje|[Tt]imene|pseudonym|e‑post|IP-adresse|flere personer"
    "|trekke deg|uten å si hvorfor|utenfor resultatene|sletter|frivillig|bestemmer du|ja til",
    "nn": "skår|[Ff]orklaringar|spørsmål|språk|retningsline|[Tt]imane|pseudonym|e‑post|IP-adress|fleire personar"
    "|trekkje deg|utan å seie kvifor|utanfor resultata|slettar|frivillig|avgjer du|ja til",
}
# What is said only where responses are compared.
COMPARED = {
    "en": r"comparison|judgment|two texts|which side|come twice",
    "nb": r"[Ss]ammenligning|to tekster|hvilken side|to ganger",
    "nn": r"[Ss]amanlikning|to tekstar|kva side|to gonger",
}
# Words that belong to the other written standard.
STRAY = {
    "nb": r"\b(ikkje|frå|berre|kva|kven|vere|dei|noko|eit|samanlikning\w*|vurderingar\w*)\b",
    "nn": r"\b(ikke|fra|bare|hva|hvem|være|de|noe|et|sammenligning\w*|vurdering(er|ene)\w*|hvis)\b",
}


def planted(tmp_path: Path, old: str, new: str) -> Path:
    """A folder with the English letter, changed in one place."""
    assert old in SOURCE
    (tmp_path / "en.md").write_text(SOURCE.replace(old, new, 1), encoding="utf-8")
    return tmp_path


def outline(body: str) -> list[object]:
    """A letter's outline: its headings, paragraphs and list items, and the facts in each."""
    return [
        token.tag + token.markup if token.type.endswith("_open") else sorted(re.findall(r"\{\w+\}", token.content))
        for token in MarkdownIt("commonmark").parse(body)
        if token.type.endswith("_open") or token.type == "inline"
    ]


def shown(facts: dict[str, str], language: str = "en") -> str:
    """The filled letter as the browser gets it."""
    return article(fill(load_letter(language), facts))


@pytest.mark.parametrize("folder", [COMPARING, RATING], ids=["comparing", "rating"])
def test_the_three_letters_have_one_structure_and_version(folder: Path) -> None:
    """Headings, list items and facts have the same order in all languages; a missing item would show."""
    letters = [load_letter(language, folder) for language in LANGUAGES]
    assert len({letter.version for letter in letters}) == 1
    first = outline(letters[0].body)
    assert [outline(letter.body) for letter in letters] == [first] * 3
    assert outline(letters[1].body.replace("- Timene dine", "  og timene dine", 1)) != first


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_letter_speaks_of_all_it_must(language: str) -> None:
    """The letter mentions what is recorded, known answers, repeats, withdrawal and the rest, in the right standard."""
    body = " ".join(load_letter(language).body.split())
    assert [word for word in SUBJECTS[language].split("|") if not re.search(word, body)] == []
    assert re.search(STRAY.get(language, "(?!)"), body) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_raters_letter_speaks_of_all_it_must_and_of_no_comparison(language: str) -> None:
    """The letter mentions ratings, explanations and the rest; the words that it must avoid are in the other letter."""
    body, other = (" ".join(load_letter(language, folder).body.split()) for folder in (RATING, COMPARING))
    assert [word for word in RATED_SUBJECTS[language].split("|") if not re.search(word, body)] == []
    assert re.search(STRAY.get(language, "(?!)"), body) is None
    assert re.search(COMPARED[language], body) is None
    assert re.search(COMPARED[language], other) is not None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<!-- version: 1.1 -->", "<!-- of last year -->", "row 1: the first line must be"),
        ("{contact}", "the office", r"missing or unknown places: \{contact\}"),
        ("{purpose}", "Research.", r"missing or unknown places: \{purpose\}"),
        ("{pay}", "{pay} {salary}", r"missing or unknown places: \{salary\}"),
        ("{ends|As long", "{ends} {until|As long", r"missing or unknown places: \{ends\}, \{ends\|\}, \{until\|\}"),
        ("{sharing}\n\n## Pay", "{sharing}\n## Pay", r"\{pay\} must be in a block that is always shown"),
    ],
)
def test_a_faulty_letter_is_refused_by_name(tmp_path: Path, old: str, new: str, message: str) -> None:
    """A letter without a version, without one of its facts or with a strange one is an error that names it."""
    folder = planted(tmp_path, old, new)
    with pytest.raises(InputError, match=message) as error:
        load_letter("en", folder)
    assert str(folder / "en.md") in str(error.value)


def test_an_unknown_language_has_no_letter() -> None:
    """A language without a file is an error; there is no silent fallback."""
    with pytest.raises(InputError, match="no letter in the language 'se'"):
        load_letter("se")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_stands_in_the_letter(language: str) -> None:
    """All facts are shown, and no place is left open."""
    html = shown(FACTS, language)
    assert [name for name in FACTS if f"the {name}" not in html] == []
    assert "{" not in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_fact_takes_its_block_along(language: str) -> None:
    """Without purpose and sharing the rest remains, without headings over nothing and empty paragraphs."""
    full = MarkdownIt().parse(fill(load_letter(language), FACTS))
    bare = MarkdownIt().parse(fill(load_letter(language), {**FACTS, "purpose": "", "sharing": " \n "}))

    def count(tokens: list[object], kind: str) -> int:
        return sum(getattr(token, "type", "") == kind for token in tokens)

    assert count(full, "heading_open") - count(bare, "heading_open") == 1
    assert count(full, "paragraph_open") - count(bare, "paragraph_open") == 2
    headings = [index for index, token in enumerate(bare) if token.type == "heading_close"]
    assert all(bare[index + 1].type in ("paragraph_open", "bullet_list_open") for index in headings)
    html = shown({**FACTS, "purpose": "", "sharing": ""}, language)
    assert [name for name in REQUIRED if f"the {name}" not in html] == []


@pytest.mark.parametrize("folder", [COMPARING, RATING], ids=["comparing", "rating"])
@pytest.mark.parametrize(("language", "consent"), [("en", "Your consent"), ("nb", "Samtykket"), ("nn", "Samtykket")])
def test_a_data_protection_notice_has_usual_words(folder: Path, language: str, consent: str) -> None:
    """Basis, storage, end, rights, officer and complaint are in every letter; the campaign's own words take their place."""
    template = load_letter(language, folder)
    bare = {name: text for name, text in FACTS.items() if name not in USUAL}
    usual, own = fill(template, bare), fill(template, {**bare, "basis": "A public task.", "officer": "Ada, ada@uni.no"})
    assert consent in usual
    assert "Datatilsynet" in usual
    assert "{" not in usual + own
    assert consent not in own
    assert "A public task\\." in own
    assert "Ada\\, ada\\@uni\\.no" in own
    assert len(usual.splitlines()) == len(fill(template, bare | dict.fromkeys(USUAL, " ")).splitlines())


@pytest.mark.parametrize("name", sorted(REQUIRED))
def test_a_required_fact_may_not_be_blank(name: str) -> None:
    """A letter without its title, its sender, its contact or its pay is not written."""
    with pytest.raises(InputError, match=name):
        fill(load_letter("en"), {**FACTS, name: " \n"})


def test_markup_in_a_fact_is_shown_and_not_obeyed() -> None:
    """Script, Markdown, entities and a planted place appear letter by letter."""
    nasty = "<script>alert(1)</script> **bold** [x](javascript:alert(1)) ![i](http://a.example/i) &lt; {contact} # 1"
    html = shown({**FACTS, "pay": nasty, "title": nasty, "responsible": "- a\n\n# b\n1. c\n    d\n---"})
    literal = (
        "&lt;script&gt;alert(1)&lt;/script&gt; **bold** [x](javascript:alert(1)) ![i](http://a.example/i) &amp;lt; "
        "{contact} # 1"
    )
    assert html.count(literal) == 2
    assert "- a<br />\n# b<br />\n1. c<br />\nd<br />\n---</p>" in html
    assert "<script" not in html
    assert html.count("<h1>") == 1
    assert html.count("<strong>") == shown(FACTS).count("<strong>")


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1))
def test_any_fact_reads_as_it_was_written(text: str) -> None:
    """Whatever characters a fact holds, the rendered paragraph says just them, spaces apart."""
    template = LetterTemplate("en", "1", "## Pay\n{pay}\n\nThe end")
    words = " ".join(text.split())
    if not words:
        with pytest.raises(InputError):
            fill(template, {**FACTS, "pay": text})
        return
    tokens = MarkdownIt("commonmark", {"html": False}).parse(fill(template, {**FACTS, "pay": text}))
    assert [token.tag for token in tokens if token.type.endswith("_open")] == ["h2", "p", "p"]
    inline = tokens[4].children or []
    assert "".join(token.content for token in inline) == words
