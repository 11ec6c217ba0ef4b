"""The rating protocols that come with Parvis: the facts of their references, in our own words, in every language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, StrictUndefined

from eval_core.protocols import Criterion, Protocol, list_protocols, load_protocol
from eval_core.protocols.loader import DATA
from eval_core.protocols.replies import Reply, parse_reply
from tests.support.terms import wrong_in

SEEDS = Path(__file__).resolve().parents[3] / ".." / "shared" / "seeds"
RATING = ("adequacy_fluency", "gptscore_ko", "heval", "hindi_english", "mt_qualitative")
FIVE, ENDS = (1, 2, 3, 4, 5), (1, 5)
HEVAL = (
    "gender_number tense voice proper_nouns adjectives_adverbs lexical_choice phrase_order punctuation fluency "
    "semantics whole_translation"
)
GPTSCORE = (
    "factuality consistency relevance fluency coherence accuracy multidimensional_quality semantic_appropriateness "
    "understandability"
)
# key: (criteria in order, points in words, N/A allowed, explanation, rule, fields shown, reply)
FACTS: dict[str, tuple[str, tuple[int, ...], bool, set[str], str, str, str]] = {
    "heval": (
        *(HEVAL, (0, 1, 2, 3, 4), True, {"none"}, "mean_over_applicable_div_max"),
        *("source reference response", "json_object"),
    ),
    "adequacy_fluency": (
        *("adequacy fluency", FIVE, False, {"none"}, "mean"),
        *("source reference response", "json_object"),
    ),
    "hindi_english": (
        *("adequacy grammar naturalness", ENDS, False, {"none"}, "given_overall"),
        *("source response", "json_object"),
    ),
    "mt_qualitative": (
        *("adequacy fluency terminology hallucination punctuation", FIVE, False, {"below_max"}),
        *("mean_of_criterion_means", "source reference response", "json5_batch"),
    ),
    "gptscore_ko": (
        *(GPTSCORE, ENDS, False, {"none", "required"}, "mean"),
        *("source response", "score_line"),
    ),
}
_WORD = re.compile(r"\w+")
_TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
RUN = 8  # words in a row that nobody writes twice by chance


def rendered(protocol: Protocol, criterion: Criterion | None = None, **changed: Any) -> str:
    """The judge's request on sample texts; what does not belong to the item is empty, as `docs/protocols.md` says."""
    judge = protocol.judge
    assert judge is not None
    values: dict[str, Any] = {
        "source": "<source text>",
        "reference": "<reference text>",
        "response": "<response text>",
        "source_language": "en",
        "target_language": "nn",
        "criteria": protocol.criteria,
        "criterion": criterion,
        "overall": protocol.score and protocol.score.overall,
        "items": [
            {"source": f"<source {number}>", "response": f"<response {number}>", "reference": reference}
            for number, reference in enumerate(("<reference 0>", None))
        ],
        "examples": judge.examples,
    }
    template = Environment(undefined=StrictUndefined, autoescape=False).from_string(judge.template)  # noqa: S701 - no page
    return template.render(values | changed)


def requests(protocol: Protocol, **changed: Any) -> list[tuple[tuple[Criterion, ...], str]]:
    """Every request for one item, with the criteria that it must describe."""
    if protocol.judge and protocol.judge.per_criterion:
        return [((criterion,), rendered(protocol, criterion, **changed)) for criterion in protocol.criteria]
    return [(protocol.criteria, rendered(protocol, **changed))]


def texts(protocol: Protocol, language: str) -> Iterator[tuple[str, str]]:
    """All words for people in one language, with their place."""
    yield "title", protocol.title[language]
    for criterion in protocol.rated:
        yield f"{criterion.key}.label", criterion.label[language]
        yield f"{criterion.key}.description", criterion.description[language]
        for point in criterion.points:
            yield f"{criterion.key}.{point.value}", point.label[language]


def runs(text: str) -> set[tuple[str, ...]]:
    """Every run of RUN words, without case and punctuation."""
    words = [word.lower() for word in _WORD.findall(text)]
    return {tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1)}


def all_strings(content: Any) -> Iterator[str]:
    """Every text within a TOML document."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict | list):
        for part in content.values() if isinstance(content, dict) else content:
            yield from all_strings(part)


def borrowed(content: Any, reference: str) -> list[str]:
    """Runs of words that a protocol's texts share with a reference."""
    known = runs(reference)
    return sorted(" ".join(run) for text in all_strings(content) for run in runs(text) & known)


def test_these_are_all() -> None:
    """The folder holds the pairwise protocol and the rating protocols tested here, and no other."""
    assert {protocol.key: protocol.kind for protocol in list_protocols()} == {
        "norwegian_fluency": "pairwise",
        **dict.fromkeys(RATING, "rating"),
    }


@pytest.mark.parametrize("key", RATING)
def test_the_facts_of_the_reference(key: str) -> None:
    """Criteria and their order, scale, points in words, N/A, explanation, rule, fields and reply are as they must be."""
    protocol = load_protocol(key)
    keys, points, na, explanation, rule, shows, reply = FACTS[key]
    assert " ".join(criterion.key for criterion in protocol.criteria) == keys
    assert {tuple(point.value for point in criterion.points) for criterion in protocol.criteria} == {points}
    assert {(criterion.min, criterion.max) for criterion in protocol.criteria} == {(points[0], points[-1])}
    assert {criterion.na for criterion in protocol.criteria} == {na}
    assert {criterion.explanation for criterion in protocol.criteria} == explanation
    assert protocol.score is not None
    assert protocol.score.rule == rule
    assert " ".join(protocol.shows) == shows
    assert protocol.judge is not None
    assert protocol.judge.reply == reply
    assert all(criterion.description for criterion in protocol.rated)


def test_heval_has_one_scale() -> None:
    """All eleven features have the same five words, in the paper's order from not acceptable to ideal."""
    protocol = load_protocol("heval")
    assert {tuple(point.label["en"] for point in criterion.points) for criterion in protocol.criteria} == {
        ("Not acceptable", "Partly acceptable", "Acceptable", "Perfect", "Ideal")
    }
    for criterion in protocol.criteria:
        assert criterion.points == protocol.criteria[0].points


def test_the_overall_verdict_of_hindi_english() -> None:
    """The overall verdict is a rating of the rater's own from 1 to 5 with words for the ends, and grammar counts in
    both languages."""
    protocol = load_protocol("hindi_english")
    overall = protocol.rated[-1]
    assert (overall.key, overall.min, overall.max, overall.na) == ("overall", 1, 5, False)
    assert tuple(point.value for point in overall.points) == ENDS
    grammar = protocol.criteria[1].description
    assert all(
        words in grammar[language]
        for language, words in {"en": "both languages", "nb": "begge språk", "nn": "begge språk"}.items()
    )
    assert overall.description["en"] in rendered(protocol)


def test_only_factuality_asks_for_no_explanation() -> None:
    """Of the nine Korean criteria the first asks for a score alone, in its request too; all others for a reason."""
    protocol = load_protocol("gptscore_ko")
    assert [criterion.key for criterion in protocol.criteria if criterion.explanation == "none"] == ["factuality"]
    asks = ["설명:" in request for _, request in requests(protocol)]
    assert asks == [False] + [True] * 8


def test_languages() -> None:
    """Every protocol has the interface's languages; the Korean one has Korean, too, and asks its judges for it."""
    for protocol in list_protocols():
        korean = protocol.key == "gptscore_ko"
        assert protocol.languages == (("en", "nb", "nn", "ko") if korean else ("en", "nb", "nn"))
        assert protocol.judge is not None
        assert protocol.judge.reply_language == ("ko" if korean else None)


@pytest.mark.parametrize("key", RATING)
def test_templates_mention_every_criterion(key: str) -> None:
    """A request describes each criterion: its name, its description, and every point that has a label."""
    protocol = load_protocol(key)
    language = "ko" if key == "gptscore_ko" else "en"
    for criteria, request in requests(protocol):
        for criterion in criteria:
            assert criterion.key in request or criterion.label[language] in request
            assert criterion.description[language] in request
            for point in criterion.points:
                assert re.search(rf"{point.value}(점:| =) {re.escape(point.label[language])}", request)
        assert "{{" not in request
        assert "{%" not in request


@pytest.mark.parametrize("key", RATING)
def test_templates_show_what_the_protocol_shows(key: str) -> None:
    """Source, response and, where the protocol shows it, reference are in a request; one that is not there leaves
    no trace."""
    protocol = load_protocol(key)
    batch = protocol.judge is not None and protocol.judge.reply == "json5_batch"
    for _, request in requests(protocol):
        for shown in ("source", "response", "reference"):
            count = request.count(f"<{shown} 0>" if batch else f"<{shown} text>")
            assert count == (1 if shown in protocol.shows else 0), shown
    for _, request in requests(protocol, reference=None, source_language=None, target_language=None):
        assert "None" not in request
        assert "<reference text>" not in request


def test_na_is_offered_where_it_is_allowed_only() -> None:
    """A request under HEval allows N/A for every feature, one under another protocol never."""
    offers = {key: request.count('"NA"') for key in RATING for _, request in requests(load_protocol(key))}
    assert offers.pop("heval") >= 11
    assert set(offers.values()) == {0}


def obedient(protocol: Protocol, request: str) -> str:
    """A reply in the very shape that a request ends with, the best rating in every place."""
    assert protocol.judge is not None
    if protocol.judge.reply == "score_line":
        return f"설명: 원문과 잘 맞습니다.\n{request.splitlines()[-1]} 5"
    shape = request[request.rindex("Reply with one JSON") :]
    filled = re.sub(r"<\d to (\d)[^>]*>", r"\1", shape[shape.index("{") : shape.rindex("}") + 1])
    item = re.search(r"^ *\{.+\}$", filled, re.MULTILINE)  # of a batch, which stands once for all
    if item:
        both = ",\n".join(item[0].replace("<number>", str(number)) for number in (1, 2))
        return filled.replace(item[0], both)
    return filled


@pytest.mark.parametrize("key", RATING)
def test_the_shape_that_is_asked_for_can_be_read(key: str) -> None:
    """A judge that replies exactly as the template says is understood, for every criterion and item."""
    protocol = load_protocol(key)
    assert protocol.judge is not None
    batch = protocol.judge.reply == "json5_batch"
    for criteria, request in requests(protocol):
        criterion = criteria[0].key if protocol.judge.per_criterion else None
        reply = parse_reply(protocol, obedient(protocol, request), items=2 if batch else 1, criterion=criterion)
        assert isinstance(reply, Reply)
        rated = criteria if protocol.judge.per_criterion else protocol.rated
        wanted = {criterion.key: criterion.max for criterion in rated}
        assert [{name: mark.value for name, mark in item.items()} for item in reply.items] == [wanted] * (1 + batch)
        assert (reply.summary is not None) == batch


def test_examples_of_the_batch() -> None:
    """A batch is shown rated examples into Bokmål, Nynorsk, Spanish and German, by the rules that it must obey."""
    protocol = load_protocol("mt_qualitative")
    judge = protocol.judge
    assert judge is not None
    assert judge.batch_size == 20
    pairs = [(example.source_language, example.target_language) for example in judge.examples]
    assert pairs[:2] == [("en", "nb"), ("en", "nn")]
    assert ("en", "es") in pairs  # the reference's own
    assert len(set(pairs)) == len(pairs) >= 3
    for example in judge.examples:
        assert list(example.ratings) == [criterion.key for criterion in protocol.criteria]
        for value, why in example.ratings.values():
            assert 1 <= value <= 5
            assert bool(why) == (value < 5)
            assert not set(why) & set('"\\\n')  # it is quoted as it stands
    request = rendered(protocol, examples=judge.examples[:1])
    assert judge.examples[0].response in request
    assert judge.examples[1].response not in request
    assert "An example" not in rendered(protocol, examples=())


def test_the_korean_template_is_korean() -> None:
    """Nothing but markup is written in Latin letters, in the template and in the words that it takes in."""
    protocol = load_protocol("gptscore_ko")
    assert protocol.judge is not None
    words = _TAG.sub(" ", protocol.judge.template) + " ".join(text for _, text in texts(protocol, "ko"))
    assert re.findall(r"[A-Za-zÀ-ɏ]+", words) == []
    assert len(re.findall(r"[가-힣]+", words)) > 100


def wrong_words(protocol: Protocol, language: str) -> list[str]:
    """Words that we decided against, and words of the other written standard."""
    return [
        f"{place}: '{text}': {reason}"
        for place, text in texts(protocol, language)
        for reason in wrong_in(text, language)
        if not reason.startswith("left out")  # of judgments; what a translation omits is 'utelatt'
    ]


@pytest.mark.parametrize("language", ["nb", "nn"])
@pytest.mark.parametrize("key", RATING)
def test_the_words_are_ours(key: str, language: str) -> None:
    """Labels and descriptions keep to the words of `docs/terms.md` and to one written standard."""
    assert wrong_words(load_protocol(key), language) == []


def test_a_wrong_word_is_caught() -> None:
    """Bokmål in place of Nynorsk, and a word that was decided against, are caught."""
    protocol = load_protocol("heval")
    title = {**protocol.title, "nn": "Ikke bare ordvalg", "nb": "Responsen"}
    broken = protocol.model_copy(update={"title": title})
    assert [len(wrong_words(broken, language)) for language in ("nb", "nn")] == [1, 1]


@pytest.mark.parametrize("key", RATING)
def test_the_written_standards_are_no_copies(key: str) -> None:
    """Bokmål and Nynorsk differ in every text of four words or more, but for one that is right in both."""
    protocol = load_protocol(key)
    nb, nn = (dict(texts(protocol, language)) for language in ("nb", "nn"))
    longer = [place for place in nb if len(nb[place].split()) >= 4]
    assert len(longer) >= len(protocol.rated)
    assert len([place for place in longer if nb[place] == nn[place]]) <= 1


@pytest.mark.parametrize("key", RATING)
def test_nothing_is_said_twice(key: str) -> None:
    """No two criteria have the same name or description, and no two points of a scale the same words."""
    protocol = load_protocol(key)
    for language in protocol.languages:
        for part in ("label", "description"):
            said = [text for place, text in texts(protocol, language) if place.endswith(f".{part}")]
            assert len(set(said)) == len(said) == len(protocol.rated)
        for criterion in protocol.rated:
            assert len({point.label[language] for point in criterion.points}) == len(criterion.points)


@pytest.mark.parametrize("key", RATING)
def test_the_sentences_are_ours(key: str) -> None:
    """No eight words in a row of a protocol file are in a reference."""
    if not SEEDS.is_dir():
        pytest.skip("the folder shared/seeds is not beside the repository")
    references = [path.read_text(encoding="utf-8") for path in sorted(SEEDS.glob("*.txt"))]
    assert len(references) >= 4
    content = tomllib.loads((DATA / "protocols" / f"{key}.toml").read_text(encoding="utf-8"))
    for reference in references:
        assert borrowed(content, reference) == []


def test_a_borrowed_sentence_is_caught() -> None:
    """Eight words in a row are seen through other line breaks, case and punctuation; seven are not."""
    reference = "Rate how well\nthe text keeps what the source said, please."
    assert borrowed({"judge": {"template": "Rate, how well the TEXT keeps what."}}, reference) == []
    assert borrowed({"judge": [{"x": "rate how well the text keeps: what the"}]}, reference) != []
