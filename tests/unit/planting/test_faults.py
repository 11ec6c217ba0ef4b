"""Known faults for real texts: each kind on sentences checked by hand, and what holds for every text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.planting.faults import (
    KINDS,
    Fault,
    candidates,
    compare,
    marks_of,
    overlap,
    plant,
    vocabulary,
    written_standard_of,
)
from eval_core.protocols import load_protocol

# Kind, written standard, a right sentence, and what the rule makes of it.
BY_HAND = [
    ("double", "nb", "Han var svært interessert i saken.", "Han var svært interesert i saken."),
    ("double", "nn", "Det var ei interessant framsyning.", "Det var ei interesant framsyning."),
    ("silent", "nb", "Vi gikk gjennom skogen.", "Vi gikk jennom skogen."),
    ("silent", "nn", "Ho ville hjelpe naboen.", "Ho ville jelpe naboen."),
    ("infinitive", "nb", "Hun gikk for å handle.", "Hun gikk for og handle."),
    ("infinitive", "nn", "Han gjekk utan å seie noko.", "Han gjekk utan og seie noko."),
    ("conjunction", "nb", "Det regnet, og vi ble våte.", "Det regnet, å vi ble våte."),
    ("conjunction", "nn", "Han sat og ein annan stod.", "Han sat å ein annan stod."),
    ("compound", "nb", "Vi venter på nattbussen og sommermøtet.", "Vi venter på nattbussen og sommer møtet."),
    ("compound", "nn", "Ho har ein arbeidsplass her.", "Ho har ein arbeids plass her."),
    ("gender", "nb", "Hun la fram en ny plan.", "Hun la fram et ny plan."),
    (
        "gender",
        "nb",
        "Det var et stort hus og et forsikringsselskap.",
        "Det var et stort hus og en forsikringsselskap.",
    ),
    ("gender", "nn", "Det er ei ordning.", "Det er eit ordning."),
    ("gender", "nn", "Eit selskap flytta.", "Ein selskap flytta."),
    ("number", "nb", "De har flere gode bakerier.", "De har flere god bakerier."),
    ("number", "nn", "Dei har to nye hytter.", "Dei har to ny hytter."),
    ("word_order", "nb", "I dag vil jeg hvile.", "I dag jeg vil hvile."),
    ("word_order", "nb", "Hvis det regner, blir vi hjemme.", "Hvis det regner, vi blir hjemme."),
    ("word_order", "nn", "No skal vi ete.", "No vi skal ete."),
    ("word_order", "nn", "Når hausten kjem, reiser eg heim.", "Når hausten kjem, eg reiser heim."),
    ("standard", "nb", "Jeg vet ikke.", "Jeg vet ikkje."),
    ("standard", "nn", "Eg veit kva du vil.", "Eg veit hva du vil."),
    ("definiteness", "nb", "Den nye loven gjelder.", "Den nye lov gjelder."),
    ("definiteness", "nn", "Det store huset er selt.", "Det store hus er selt."),
    ("comma_but", "nb", "Vi kom fram, men døra var låst.", "Vi kom fram men døra var låst."),
    ("comma_but", "nn", "Ho ringde, men ingen svara.", "Ho ringde men ingen svara."),
    ("comma_clause", "nb", "Hvis du vil, kan vi dra.", "Hvis du vil kan vi dra."),
    ("comma_clause", "nn", "Viss du vil, kan vi dra.", "Viss du vil kan vi dra."),
    ("full_stop", "nb", "Vi kom hjem. Døra var låst.", "Vi kom hjem Døra var låst."),
    ("full_stop", "nn", "Vi kom heim. Døra var låst.", "Vi kom heim Døra var låst."),
    ("preposition", "nb", "De bor i Norge.", "De bor på Norge."),
    ("preposition", "nn", "Ho kjem på måndag.", "Ho kjem i måndag."),
]
# Right sentences on which a kind must keep still, because the change would be right too or be another word.
KEEPS_STILL = [
    ("double", "nb", "Familien flytter til byen."),  # flyter
    ("double", "nn", "Vi kunne komme seinare."),  # kome
    ("double", "nb", "Han heter Kjellberg og kommer."),
    ("silent", "nb", "Et hjul falt av."),  # jul
    ("conjunction", "nb", "Vi satt og ventet."),  # a verb follows: å vente
    ("compound", "nb", "Vi tok fellesferie i sommer."),  # felles ferie
    ("gender", "nb", "Det må en til."),
    ("preposition", "nb", "Hun er på jobb, og bilen er i stand."),  # also right: i jobb, på stand
    ("number", "nb", "Disse tidligere lederne kom."),  # tidligere is the singular as well
    ("word_order", "nb", "Derfor ble det norske laget trist."),  # det is an article here
    ("word_order", "nb", "Når vi kommer hjem, spiser katten."),
    ("word_order", "nb", "Kanskje kommer vi i morgen."),  # Kanskje vi kommer
    ("word_order", "nb", "Også har vi en hund."),  # Også vi har
    ("standard", "nb", "Det blei sagt at du veit det."),  # both allow veit and blei
    ("standard", "nn", "No har veka gått."),  # both allow nå and uke
    ("preposition", "nb", "Hun er på jobb."),  # i jobb: employed
    ("preposition", "nn", "Alt er i stand."),  # på stand: at a fair
    ("full_stop", "nb", "Vi tar f.eks. Oslo og kl. Ti."),
    ("comma_clause", "nb", "Jeg lurer på om det regner, ble det sagt."),
]


def of_kind(kind: str, text: str, standard: str, words: tuple[str, ...] = ()) -> list[Fault]:
    return [fault for fault in candidates(text, standard, words) if fault.kind == kind]


@pytest.mark.parametrize(("kind", "standard", "right", "wrong"), BY_HAND)
def test_each_kind_makes_the_fault_it_names(kind: str, standard: str, right: str, wrong: str) -> None:
    """A sentence becomes the faulty sentence that was written by hand."""
    assert wrong in [plant(right, [fault]) for fault in of_kind(kind, right, standard)]


def test_every_kind_is_checked_in_both_written_standards() -> None:
    """Each kind has a sentence in each written standard."""
    assert {(kind, standard) for kind, standard, *_ in BY_HAND} == {
        (kind, standard) for kind in KINDS for standard in ("nb", "nn")
    }


@pytest.mark.parametrize(("kind", "standard", "text"), KEEPS_STILL)
def test_what_would_not_be_a_fault_is_left_alone(kind: str, standard: str, text: str) -> None:
    """Where the change would be right in another way, the rule offers none."""
    assert of_kind(kind, text, standard, ("felles", "ferie", "spis")) == []


def test_the_campaign_s_words_decide() -> None:
    """A word of the campaign is no misspelling, and two of them together are a compound."""
    assert of_kind("double", "De ville passere.", "nb") != []
    assert of_kind("double", "De ville passere.", "nb", ("Pasere",)) == []
    assert of_kind("compound", "Vi solgte trommestikkene.", "nb") == []
    (fault,) = of_kind("compound", "Vi solgte trommestikkene.", "nb", ("Tromme", "stikkene"))
    assert (fault.before, fault.after) == ("trommestikkene", "tromme stikkene")


def test_explanations_quote_the_right_and_the_wrong_words() -> None:
    """In each language the explanation names the right and the wrong words, and the issue is one of the protocol."""
    issues = {issue.key for issue in load_protocol("norwegian_fluency").issues}
    for kind, standard, right, _ in BY_HAND:
        for fault in of_kind(kind, right, standard):
            assert fault.issue in issues
            assert fault.explanation.keys() == {"en", "nb", "nn"}
            assert all(fault.before in text and fault.after in text for text in fault.explanation.values())


def test_what_a_reader_must_check_is_marked() -> None:
    """Prepositions and definiteness, which another reading may allow, are flagged; a misspelling is not."""
    flagged = {kind for kind, standard, right, _ in BY_HAND for fault in of_kind(kind, right, standard) if fault.check}
    assert flagged == {"preposition", "definiteness"}


WORDS = st.sampled_from(
    [
        *{word for _, _, right, wrong in BY_HAND for word in f"{right} {wrong}".split()},
        "\n",
        "«Hei»",
        "𝒳",
        "e\u0301",
        "",
        "NO",
        "R&D",
        "<b>",
    ]
)
TEXTS = st.one_of(st.lists(WORDS, max_size=60).map(" ".join), st.text(max_size=200))


@given(TEXTS, st.sampled_from(["nb", "nn"]), st.randoms(use_true_random=False))
def test_planting_changes_the_named_spans_and_nothing_else(text: str, standard: str, chance) -> None:
    """Every candidate fits its text; any that go together are planted, and undoing them gives the text back."""
    faults = candidates(text, standard, vocabulary([text]))
    for fault in faults:
        assert text[fault.start : fault.end] == fault.before != fault.after
        assert plant(text, [fault]) == text[: fault.start] + fault.after + text[fault.end :]
    chosen: list[Fault] = []
    for fault in chance.sample(faults, len(faults)):
        if not any(overlap(fault, other) for other in chosen):
            chosen.append(fault)
    planted, shift = plant(text, chosen), 0
    kept_before, kept_after = [], []
    ordered = sorted(chosen, key=lambda fault: fault.start)
    ends = [(0, 0), *((fault.end, len(fault.after) - len(fault.before)) for fault in ordered)]
    for (end, grown), start in zip(ends, [*(fault.start for fault in ordered), len(text)], strict=True):
        shift += grown
        kept_before.append(text[end:start])
        kept_after.append(planted[end + shift : start + shift])
    assert kept_before == kept_after
    undone = planted
    for fault in ordered:  # from the left, so that the text before it is restored already
        end = fault.start + len(fault.after)
        assert undone[fault.start : end] == fault.after
        undone = undone[: fault.start] + fault.before + undone[end:]
    assert undone == text


def test_what_overlaps_is_refused() -> None:
    """Two faults in the same words cannot both be planted, and a fault of another text not at all."""
    faults = candidates("Hvis du vil, kan vi dra.", "nb")
    both = [fault for fault in faults if fault.kind in ("word_order", "comma_clause")]
    assert overlap(*both)
    with pytest.raises(ValueError, match="cannot be changed"):
        plant("Hvis du vil, kan vi dra.", both)
    with pytest.raises(ValueError, match="cannot be changed"):
        plant("Hvis du kan, vil vi dra.", both[:1])


@given(TEXTS, TEXTS)
def test_compared_texts_can_be_put_together_again(before: str, after: str) -> None:
    """The joined pieces of a comparison are the two texts, and no two changed pieces are neighbours."""
    pieces = compare(before, after)
    assert "".join(piece.before for piece in pieces) == before
    assert "".join(piece.after for piece in pieces) == after
    assert all(left.before == left.after or right.before == right.after for left, right in pairwise(pieces))


def test_only_whole_words_are_marked() -> None:
    """One misspelt word is one changed piece, and the rest of the text is one piece on either side."""
    pieces = compare("Hun kommer i morgen.", "Hun komer i morgen.")
    assert [(piece.before, piece.after) for piece in pieces if piece.before != piece.after] == [("kommer", "komer")]
    assert len(pieces) == 3


@pytest.mark.parametrize(
    ("before", "after", "marked"),
    [
        ("Jeg gikk tur, men det regnet.", "Jeg gikk tur men det regnet.", ["tur men"]),
        ("Den store orkideen visnet i går.", "Den stor orkideen vissnet i går.", ["stor", "vissnet"]),
        ("I dag vil jeg gå en lang tur.", "I dag jeg vil gå en lang tur.", ["jeg vil gå"]),
        ("🙂 Han kjøpte kaffekoppen i går.", "🙂 Han kjøpte kaffe koppen i går.", ["kaffe koppen"]),
        ("Vi drar hjem i kveld alle sammen.", "drar hjem i kveld alle sammen.", ["drar"]),
        ("Vi drar hjem.", "Vi drar hjem.", []),
        ("Dette er en tekst.", "Noe helt annet står her nå", []),
        ("", "Noe", []),
    ],
)
def test_changed_words_are_marked(before: str, after: str, marked: list[str]) -> None:
    """Marks are ranges of whole words in the changed text; what is missing is marked by the words around it."""
    found = marks_of(before, after)
    assert [" ".join(after[start:end].split()) for start, end in found] == marked
    assert all(start < end for start, end in found)


@given(TEXTS, st.sampled_from(["nb", "nn"]), st.randoms(use_true_random=False))
def test_every_planted_fault_is_marked(text: str, standard: str, chance) -> None:
    """Whatever is planted, the marks are inside the text and in order, and there is one where most of it stays."""
    faults = candidates(text, standard)
    if not faults:
        return
    fault = chance.choice(faults)
    faulty = plant(text, [fault])
    marks = marks_of(text, faulty)
    assert all(0 <= start < end <= len(faulty) for start, end in marks)
    assert all(one[1] <= other[0] for one, other in pairwise(marks))
    if 2 * len(fault.after) < len(faulty):
        assert marks


@pytest.mark.parametrize(
    ("text", "asked", "standard"),
    [
        ("Jeg vet ikke hva du mener.", None, "nb"),
        ("Eg veit ikkje kva du meiner.", None, "nn"),
        ("Eg veit ikke.", None, None),
        ("Hei!", None, None),
        ("Hei!", "nn", "nn"),
        ("Jeg vet ikke.", "nn", None),
        ("Eg veit ikkje.", "nn", "nn"),
    ],
)
def test_the_written_standard_of_a_text(text: str, asked: str | None, standard: str | None) -> None:
    """Words of one standard decide; a mixed text, or one in another standard than asked for, has none."""
    assert written_standard_of(text, asked) == standard
