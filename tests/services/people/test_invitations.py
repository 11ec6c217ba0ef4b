"""Adding people by a pasted list: looked at line by line, all or no one."""

from __future__ import annotations

import pytest

from eval_core.campaigns.people.invitations import MOST_LINES, Invited, PastedLine, add_people, preview_people
from eval_core.campaigns.people.mail_addresses import list_addresses
from eval_core.campaigns.people.persons import add_simulated_annotator
from eval_core.campaigns.people.sign_ins.sign_in import current_visitor, sign_in
from eval_core.store import Store
from tests.support.checking import everything
from tests.support.people import ANNOTATOR, Build, actions, id_of, refused, roles, row


def test_many_are_added_by_paste(store: Store, campaign: Build) -> None:
    """One name a line, roles and standard in any order and language; each new link signs in as that person, here."""
    built = campaign()
    lise = built.enter("Lise", "lead")
    pasted = "Kari\n\n  Ola , nn\nPer\tnb\tvurderer\nEva; Forsker\nGro, lead, annotator, nynorsk"
    lines = preview_people(store, "trial", pasted, lise)
    assert [
        (line.number, line.name, line.place.roles, line.place.written_standard, line.problem) for line in lines
    ] == [
        (1, "Kari", ("annotator",), None, None),
        (3, "Ola", ("annotator",), "nn", None),
        (4, "Per", ("annotator",), "nb", None),
        (5, "Eva", ("researcher",), None, None),
        (6, "Gro", ("lead", "annotator"), "nn", None),
    ]
    made = add_people(store, "trial", pasted, [], lise)
    for line, invited in zip(lines, made, strict=True):
        assert invited.token is not None
        session = sign_in(store, invited.token)
        visitor = current_visitor(store, session)
        assert visitor is not None
        assert (visitor.name, set(visitor.roles)) == (line.name, {"trial"})
        assert row(store, line.name).place == line.place
        assert invited.token not in repr(everything(store))
    assert actions(store) == [("person_added", name) for name in ("Kari", "Ola", "Per", "Eva", "Gro")]


@pytest.mark.parametrize(
    ("line", "problem", "word"),
    [
        ("<b>", "bad_name", ""),
        ("K" * 81, "bad_name", ""),
        (", nb", "bad_name", ""),
        ("Hansen, Kari", "unknown_word", "Kari"),
        ("Kari, nb, nn", "two_standards", ""),
        ("Kari, lead, nb", "standard_without_annotator", ""),
        ("Ola", "twice", ""),
        ("Robot, lead", "not_human", ""),
        ("Siri, nb", "other_standard", ""),
        ("siri@example", "bad_address", "siri@example"),
        ("unni@example.org, u@example.org", "two_addresses", ""),
        ("Siri@example.org", "taken_name", ""),
    ],
)
def test_a_bad_line_adds_nobody(store: Store, campaign: Build, line: str, problem: str, word: str) -> None:
    """The preview names the problem of each line, the others are fine, and the whole list is refused."""
    built = campaign()
    lise = built.enter("Lise", "lead")
    built.enter("Siri")
    add_simulated_annotator(store, "Robot", "trial")
    pasted = f"Ola\n{line}\nEva"
    lines = preview_people(store, "trial", pasted, lise)
    assert [(one.number, one.problem, one.word) for one in lines if one.problem] == [
        *([(1, "twice", "")] if problem == "twice" else []),
        (2, problem, word),
    ]
    before = everything(store)
    known = [one.name for one in lines if one.standing != "new"]
    assert refused(add_people, store, "trial", pasted, known, lise) == "bad_lines"
    assert everything(store) == before


def test_a_bare_address_is_no_name(store: Store, campaign: Build) -> None:
    """The part before the @ is the name, the address is an address; pasted again, it is the same person."""
    built = campaign()
    lise = built.enter("Lise", "lead")
    pasted = "kari.lie@example.org\n<per@example.org>, nn\nOla <ola@example.org>"
    lines = preview_people(store, "trial", pasted, lise)
    assert [(line.name, line.address, line.name_from_address, line.problem) for line in lines] == [
        ("kari.lie", "kari.lie@example.org", True, None),
        ("per", "per@example.org", True, None),
        ("Ola", "ola@example.org", False, None),
    ]
    add_people(store, "trial", pasted, [], lise)
    addresses = list_addresses(store, "trial", lise)
    assert {addresses[id_of(store, line.name)].address for line in lines} == {line.address for line in lines}
    again = preview_people(store, "trial", "Kari.Lie@example.org\nper@EXAMPLE.org\nper@elsewhere.org", lise)
    assert [(line.standing, line.problem) for line in again] == [
        ("new", None),
        ("unchanged", "twice"),
        ("unchanged", "twice"),
    ]
    (same,) = preview_people(store, "trial", "per@EXAMPLE.org", lise)
    (other,) = preview_people(store, "trial", "per@elsewhere.org", lise)
    assert (same.problem, other.problem) == (None, "taken_name")


def test_lists_have_an_end(store: Store, campaign: Build) -> None:
    """An empty list and an endless one are refused."""
    campaign()
    assert refused(add_people, store, "trial", " \n ", []) == "nobody"
    assert preview_people(store, "trial", " \n ") == []
    for much in ("\n".join(f"P{number}" for number in range(MOST_LINES + 1)), "x" * 30_000):
        assert refused(preview_people, store, "trial", much) == "too_many"
        assert refused(add_people, store, "trial", much, []) == "too_many"


def test_a_list_added_twice_adds_nobody_twice(store: Store, campaign: Build) -> None:
    """The second click finds other people than the preview did; a new preview has nothing left to do."""
    campaign()
    add_people(store, "trial", "Kari\nOla", [])
    before = everything(store)
    assert refused(add_people, store, "trial", "Kari\nOla", []) == "stale_people"
    assert [line.standing for line in preview_people(store, "trial", "Kari\nOla")] == ["unchanged"] * 2
    assert add_people(store, "trial", "Kari\nOla", ["Kari", "Ola"]) == []
    assert everything(store) == before
    assert [line.standing for line in preview_people(store, "trial", "Kari, lead")] == ["here"]


def test_a_known_name_gets_a_role_and_no_link(store: Store, campaign: Build) -> None:
    """Someone of another campaign gets the role under the link that they have; the lead is shown none."""
    built, other = campaign(), campaign(slug="other")
    lise, per = built.enter("Lise", "lead"), other.enter("Per")
    (line,) = preview_people(store, "trial", "Per", lise)
    assert (line.standing, line.problem) == ("known", None)
    assert refused(add_people, store, "trial", "Per", [], lise) == "stale_people"
    (invited,) = add_people(store, "trial", "Per", ["Per"], lise)
    assert invited == Invited(id_of(store, "Per"), "Per", ANNOTATOR, None)
    assert set(roles(per, store)) == {"trial", "other"}


def test_a_line_of_the_preview_is_data(store: Store, campaign: Build) -> None:
    """The preview changes nothing, and shows everyone's present roles."""
    built = campaign()
    built.enter("Kari")
    before = everything(store)
    assert preview_people(store, "trial", "Kari\nNy") == [
        PastedLine(1, "Kari", ANNOTATOR, "unchanged"),
        PastedLine(2, "Ny", ANNOTATOR, "new"),
    ]
    assert everything(store) == before
