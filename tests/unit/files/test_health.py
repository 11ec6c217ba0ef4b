"""The health of texts: each fault is found where it was planted, and what people write is not accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from eval_core.errors import InputError
from eval_core.files import Reading, read_comparisons, read_gold, read_responses, receipt_of
from eval_core.files.findings import LEAVE_OUT, finding_text, findings_in_pairs, findings_in_responses
from eval_core.files.health import ills_of
from eval_core.files.standards import is_other_language
from eval_core.files.system_names import SystemNames

SYSTEMS = (
    "NorMistral-7b",
    "fjell-2",
    "norallm/norbloom-7b",
    "Viking-13B",
    "google",
    "gpt-4o",
    "human-1",
    "elg",
    "NB-BERT",
)
TELLING = [
    "Hei! Jeg er NorMistral, en språkmodell.",
    "Dette er NorMistrals dikt.",
    "Svar fra normistral-7B:",
    "Som Fjell-2 kan jeg skrive dikt.",
    "Eg heiter Viking og er ein modell.",
    "Viking er en stor språkmodell.",
    "I am GPT-4o.",
    "Jeg er GPT, laget i USA.",
    "Jeg er Fjell, en assistent.",
    "norbloom-7b svarte ikke.",
]
SILENT = [
    "Snø på fjell.",
    "Fjell 2 er høyere enn fjell 3.",
    "En viking dro ut på havet. Som viking var han kjent.",
    "Selskaper som Google og Microsoft er store.",
    "Jeg er elg. Elg er et dyr.",
    "I am human.",
    "GPT er en forkortelse.",
    "NB! Husk dette.",
    "Jeg bor i fjell-25.",
]
ERRORS = [
    "API REQUEST ERROR. Please increase the number of max tokens.",
    "Error code: 429 - {'error': {'message': 'Rate limit reached'}}",
    "**NETWORK ERROR DUE TO HIGH TRAFFIC. PLEASE REGENERATE OR REFRESH THIS PAGE.**",
    "502 Bad Gateway",
    "openai.RateLimitError: Error",
    "Request timed out.",
    "Traceback (most recent call last):\n  File x",
    '{"error": {"code": 500}}',
    "None",
    "Feil 503: tjenesten svarer ikke",
]
REFUSALS = [
    "Beklager, som en AI-språkmodell kan jeg ikke hjelpe med det.",
    "Orsak, men eg kan ikkje svare på dette spørsmålet.",
    "Jeg kan dessverre ikke gi medisinske råd.",
    "Som ein KI-modell kan eg ikkje ha meiningar.",
    "I'm sorry, but I can't assist with that.",
    "As an AI language model, I do not have opinions.",
]
TOKENS = [
    "Svar <|im_end|>",
    "Hei</s>",
    "<think>Hm</think> Ja",
    "[INST] Hei [/INST]",
    "<｜end▁of▁sentence｜>",
    "### Response:\nHei",
]
LOOPS = ["og så " * 16, "Snøen faller tungt i kveld over byen. " * 4, "ha" * 40, "nei " * 12]
CUT = [
    "Fjellet er høyt, og det tar lang tid å gå til toppen. Ta med vann og mat, og gå tidlig om morgenen, fordi",
    (
        "Fjellet er høyt. Turen opp er lang, og været skifter fort. Ta med vann og mat, og gode sko. Spør på hytta om hvor "
        "stien går i år. Ved elva er det en bru av stein. Den som går tidlig om morgenen, kommer nok fram før det blir mør"
    ),
]
SOUND = [
    "HTTP er en protokoll. En feil 404 betyr at siden ikke finnes.",
    "500 kroner er mye penger.",
    "Feil: det heter «å gå».",
    "Beklager, men jeg kan ikke komme på møtet på fredag.",
    "Som en god venn kan jeg ikke si nei.",
    "Dessverre rakk ikke toget fram i tide.",
    "Skriv <navn> her, og bruk <b>fete</b> bokstaver der a < b.",
    "Nei, nei, nei! Ro, ro, ro din båt, ta din åre fatt.",
    "| a | b |\n| --- | --- |\n| 1 | 2 |\n" * 3,
    (
        "Kjære Kari! Takk for sist. Det var hyggelig å se dere alle igjen, og maten var god. Neste gang kommer dere til oss. "
        "Barna gleder seg til å vise fram hunden. Vi har plass til alle, også om dere blir til søndag.\nHilsen Ola"
    ),
    (
        "Her er tre råd. Det første er det viktigste. De andre hjelper også. De fleste kjenner dem fra før, men få følger dem "
        "hver dag, og nettopp det er det som virker.\n- Sov godt.\n- Gå en tur hver dag, også når det regner eller blåser ute"
    ),
]


@pytest.mark.parametrize(
    ("texts", "code"),
    [(ERRORS, "api_error"), (REFUSALS, "refusal"), (TOKENS, "special_tokens"), (LOOPS, "loop"), (CUT, "cut_text")],
)
def test_each_ill_is_found(texts: list[str], code: str) -> None:
    """Every text has this ill, and no other."""
    assert {text: set(ills_of(text)) for text in texts} == {text: {code} for text in texts}


@pytest.mark.parametrize("text", SOUND)
def test_a_sound_text_is_not_accused(text: str) -> None:
    assert ills_of(text) == frozenset()


def test_names_of_systems_are_found_and_ordinary_words_are_not() -> None:
    """A telling text has a name; the same words as words of the language have none, nor what the prompt says itself."""
    names = SystemNames(SYSTEMS)
    assert [text for text in TELLING if not names.in_text(text)] == []
    assert [text for text in SILENT if names.in_text(text)] == []
    assert names.in_text("NorMistral er norsk.", "Hva er NorMistral?") == []
    assert names.in_text("NorMistral er norsk.", "Hva er fjell?") == ["NorMistral"]


def test_other_languages(shared_data: Path) -> None:
    """English, Danish and Swedish are no Norwegian; neither written standard is taken for them."""
    foreign = (
        "This is a sentence about the weather in the mountains today.",
        "Det er en god idé at gå en tur i skoven, når solen skinner og vejret er dejligt.",
        "Regeringen har beslutat att höja skatterna nästa år, säger finansministern till tidningen.",
    )
    assert all(map(is_other_language, foreign))
    rows = read_responses(shared_data / "norsumm" / "responses.jsonl")
    assert not any(map(is_other_language, rows["response"]))


def test_the_file_that_tells_everything(shared_data: Path) -> None:
    """Two names, an error, a refusal, leaked tokens and a loop: each once, in its row, for its system."""
    frame = read_responses(shared_data / "foreign_tables" / "16_tells_its_name.jsonl")
    found = {one.code: (one.rows, dict(one.systems)) for one in findings_in_responses(frame, norwegian=True)}
    assert found == {
        "names_system": ((1, 3), {"NorMistral-7b": 2}),
        "api_error": ((5,), {"NorMistral-7b": 1}),
        "refusal": ((6,), {"fjell-2": 1}),
        "special_tokens": ((8,), {"fjell-2": 1}),
        "loop": ((7,), {"NorMistral-7b": 1}),
    }


def test_clean_texts_are_left_alone(shared_data: Path) -> None:
    """Of texts by people, of translations and of gold at most 1 % have a finding about a single text.

    The models in norsumm are not counted: their outputs are cut at a number of tokens, and some loop.
    """
    about = ("names_system", "api_error", "refusal", "special_tokens", "loop", "cut_text", "other_language")
    norsumm = read_responses(shared_data / "norsumm" / "responses.jsonl")
    people = norsumm[norsumm["system"].str.startswith("human")]
    flores = read_responses(shared_data / "flores_en_nb" / "responses.jsonl")
    gold = read_gold(shared_data / "nocola_gold" / "gold_pairs.jsonl")
    for frame, find in ((people, findings_in_responses), (flores, findings_in_responses), (gold, findings_in_pairs)):
        flagged = sum(one.count for one in find(frame, norwegian=True) if one.code in about)
        assert flagged <= 0.01 * len(frame)
    models = norsumm[~norsumm["system"].str.startswith("human")]
    ills = {one.code: one.count for one in findings_in_responses(models) if one.code in about}
    assert ills["loop"] == 4
    assert set(ills) == {"loop", "cut_text"}


@pytest.mark.parametrize("kind", LEAVE_OUT)
def test_a_prompt_goes_for_all_systems(write, kind: str) -> None:
    """A faulty response takes its prompt with it, and the receipt says whose it was; else its system would gain."""
    faulty = {"names_system": "Jeg er Bravo-7b.", "api_error": "502 Bad Gateway", "empty_response": " "}[kind]
    rows = [
        {"prompt": prompt, "system": system, "response": faulty if (prompt, system) == ("p", "Bravo-7b") else "Hei."}
        for prompt in "pq"
        for system in ("alfa", "Bravo-7b", "charlie")
    ]
    path = write("t.jsonl", rows)
    assert len(read_responses(path)) == 6
    frame = read_responses(path, Reading(leave_out=(kind,)))
    assert list(frame["prompt"]) == ["q"] * 3
    (left,) = receipt_of(frame).left_out
    assert (left.reason, left.n, left.systems) == (kind, 3, {"Bravo-7b": 1})
    assert receipt_of(frame).document()["left_out"][0]["systems"] == {"Bravo-7b": 1}
    assert not [one for one in findings_in_responses(frame) if one.code == kind]
    pair = {"prompt": "p", "model_a": "alfa", "model_b": "Bravo-7b", "response_a": "Hei.", "response_b": faulty}
    pairs = write(
        "p.jsonl", [pair, pair | {"model_b": "charlie", "response_b": "x"}, pair | {"prompt": "q", "response_b": "y"}]
    )
    assert list(read_comparisons(pairs, Reading(leave_out=(kind,)))["prompt"]) == ["q"]


def test_what_only_the_guidelines_judge_cannot_be_left_out(write) -> None:
    """A refusal, a loop or another language is noticed, and stays."""
    path = write("t.jsonl", [{"prompt": "p", "system": "a", "response": REFUSALS[0]}])
    with pytest.raises(InputError, match="names_system, api_error, empty_response"):
        read_responses(path, Reading(leave_out=("refusal",)))


def test_a_line_says_whose_texts_and_what_to_do(write) -> None:
    rows = [{"prompt": "p", "system": name, "response": text} for name, text in (("a", ERRORS[0]), ("b", "Hei."))]
    said = [finding_text(one) for one in findings_in_responses(read_responses(write("t.jsonl", rows)))]
    assert said == [
        "responses that seem to be an error of a program: 1 (rows 1): a 1; --leave-out api_error leaves out their prompts"
    ]
