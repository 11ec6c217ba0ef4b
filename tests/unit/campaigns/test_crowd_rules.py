"""What a lead may enter about a crowd platform, and what may come in the address by which its people arrive."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from eval_core.campaigns.crowd_rules import PROLIFIC, Crowd
from eval_core.campaigns.joining.submissions import plain_status
from eval_core.errors import RefusedError

PID, STUDY = "5e9088a8a4b6ed018b45ba7b", "671b8ae84509b9a624b95e13"
CROWD = Crowd(**PROLIFIC, completed_code="C1ABCDEF", full_code="C3")
NAMED = {"parameters": "PID, SID", "person": "PID"}
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x>',
    "{{%PROLIFIC_PID%}}",
    "=HYPERLINK(1)",
    "+1",
    "-1",
    "@SUM(1)",
    "a b",
    "a\r\nSet-Cookie: x=1",
    "a\x00",
    "æ",
    "x" * 101,
    "javascript:alert(1)//'",
    "..%2f",
    "\u202eabc",
]
ADDRESSES = [
    "http://platform.example/done",
    "//platform.example/done",
    "/done",
    "javascript:alert(1)",
    "data:text/html,x",
    "https:///done",
    "https://user:pass@platform.example/",
    "https://platform.example@evil.example/",
    "https://platform.example/#x",
    "https://{PID}.example/",
    "https://platform.example/{code}",
    "https://platform.example/?a={other}",
    "https://platform.example/?a={code",
    "https://platform.example/?a={{code}}",
    "https://platform.example/\r\nX: y",
    "https://platform.example/?<b>",
    "https://localhost.evil.example:port/",
    "http://localhost.evil.example/",
]


def refused(name: str, value: str, **others: str) -> bool:
    """Whether just this field refuses the value."""
    try:
        Crowd(**{**others, name: value})
    except ValidationError as error:
        return [problem["loc"] for problem in error.errors()] == [(name,)]
    return False


def test_what_prolific_adds_is_kept_and_the_rest_is_dropped() -> None:
    """Only the named parameters are kept, under their own names; order, unknown ones and empty ones do not matter."""
    query = parse_qsl(f"utm=x&SESSION_ID=s1&PROLIFIC_PID={PID}&prolific_pid=other&STUDY_ID=", keep_blank_values=True)
    assert CROWD.kept(query) == {"SESSION_ID": "s1", "PROLIFIC_PID": PID}
    assert CROWD.person_of(CROWD.kept(query)) == PID
    assert Crowd().kept(query) == {}


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize("name", ["PROLIFIC_PID", "STUDY_ID"])
def test_no_hostile_value_is_kept(name: str, value: str) -> None:
    """Markup, formulas, control characters, what is too long and what the platform did not fill in are refused."""
    with pytest.raises(RefusedError) as found:
        CROWD.kept([("SESSION_ID", "s1"), (name, value)])
    assert found.value.code == "bad_parameters"


def test_one_parameter_twice() -> None:
    """The same value twice is one; two values are refused, whichever comes first."""
    assert CROWD.kept([("PROLIFIC_PID", PID)] * 2) == {"PROLIFIC_PID": PID}
    for pair in ((PID, "other"), ("other", PID)):
        with pytest.raises(RefusedError):
            CROWD.kept([("PROLIFIC_PID", value) for value in pair])


@given(st.lists(st.tuples(st.sampled_from(["PROLIFIC_PID", "STUDY_ID", "x"]), st.text(max_size=150)), max_size=5))
def test_whatever_comes_is_kept_plainly_or_refused(query: list[tuple[str, str]]) -> None:
    """What is kept is short ASCII without a character of markup, and makes a cell that no spreadsheet runs."""
    try:
        kept = CROWD.kept(query)
    except RefusedError:
        return
    for value in kept.values():
        assert value.isascii()
        assert value.isprintable()
        assert len(value) <= 100
        assert not set(value) & set("<>\"'&`\\{}% ")
        assert value[0] not in "=+-@"


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_address_leads_elsewhere(address: str) -> None:
    """Without https, with another host than it seems, or with places that are not filled in, it is refused by name."""
    assert refused("completed_address", address, **NAMED)


@pytest.mark.parametrize(
    "address",
    [
        "https://app.prolific.com/submissions/complete?cc={code}",
        "https://platform.example/credit?id={PID}&s={SID}",
        "http://127.0.0.1:8099/done?cc={code}",
        "http://localhost:8099/done",
        "",
    ],
)
def test_addresses_that_a_lead_may_enter(address: str) -> None:
    """By https, or plain on this machine, which only a trial uses."""
    assert Crowd(**NAMED, completed_address=address).completed_address == address


def test_a_parameter_fills_its_place_and_nothing_else() -> None:
    """However it is written, a value stays one value of one parameter on the host that the lead entered."""
    crowd = Crowd(**NAMED, completed_code="C-1", completed_address="https://platform.example/a?id={PID}&cc={code}")
    back = crowd.way_back("completed", {"PID": "a/b:c@d+e=f", "SID": "s"})
    assert back is not None
    parts = urlsplit(back.address)
    assert (parts.hostname, parts.path) == ("platform.example", "/a")
    assert parse_qsl(parts.query) == [("id", "a/b:c@d+e=f"), ("cc", "C-1")]
    planted = crowd.way_back("completed", {"PID": "x&cc=STOLEN#@evil.example"})  # as if it had got past the door
    assert planted is not None
    assert parse_qsl(urlsplit(planted.address).query)[1] == ("cc", "C-1")


def test_each_end_has_its_own_way_back() -> None:
    """An address whose code or parameter is missing is not offered; who withdrew gets neither code nor address."""
    came = {"PROLIFIC_PID": PID}
    ends = {end: CROWD.way_back(end, came) for end in ("completed", "screened_out", "full", "withdrawn", "")}
    assert [(back.code, back.address[-4:]) for back in ends.values() if back] == [
        ("C1ABCDEF", "CDEF"),
        ("", ""),
        ("C3", "c=C3"),
        ("", ""),
        ("", ""),
    ]
    assert CROWD.way_back("completed", {}) is None
    assert Crowd(completed_code="C1").way_back("completed", {}) is not None
    assert Crowd().way_back("completed", came) is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("parameters", "A, A"),
        ("parameters", "A, a"),
        ("parameters", "code"),
        ("parameters", "PID, From"),
        ("parameters", "ended"),
        ("parameters", "<b>"),
        ("parameters", "1A"),
        ("parameters", ", ".join(f"P{number}" for number in range(11))),
        ("person", "PID"),
        ("completed_code", "a b"),
        ("completed_code", "<b>"),
        ("full_code", "x" * 65),
        ("platform", "x" * 41),
        ("platform", "a\x1b[0m"),
    ],
)
def test_other_values_that_cannot_be(name: str, value: str) -> None:
    """Each is refused under its own name."""
    assert refused(name, value)


def test_names_are_read_however_they_are_separated() -> None:
    """Commas, blanks and lines; the address for the platform names each once."""
    crowd = Crowd(parameters="PROLIFIC_PID STUDY_ID,\nSESSION_ID", person="PROLIFIC_PID")
    assert crowd.names == ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID")
    assert crowd.placeholder_query() == (
        "PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    )


def test_statuses_are_read_however_they_are_written() -> None:
    """Prolific writes TIMED-OUT in its table and TIMED_OUT elsewhere."""
    assert {plain_status(text) for text in ("TIMED-OUT", "Timed out", " timed_out ")} == {"TIMED OUT"}
