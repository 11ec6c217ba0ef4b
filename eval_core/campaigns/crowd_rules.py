"""A crowd platform in a campaign's rules: what it adds to the address, and how people get back to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from urllib.parse import quote, urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from eval_core.errors import RefusedError

End = Literal["completed", "screened_out", "full"]
ENDS: tuple[End, ...] = ("completed", "screened_out", "full")
MOST_PARAMETERS = 10
LONGEST_VALUE = 100  # characters; Prolific's have 24
PROLIFIC = {
    "platform": "Prolific",
    "parameters": "PROLIFIC_PID, STUDY_ID, SESSION_ID",
    "person": "PROLIFIC_PID",
    **{f"{end}_address": "https://app.prolific.com/submissions/complete?cc={code}" for end in ENDS},
}
"""The values that fit a study on Prolific, by name in `Crowd`; only the codes are the study's own."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,39}")
# What ids are made of: nothing that is markup, a formula's beginning in a spreadsheet, or a placeholder not filled in.
_VALUE = re.compile(rf"[A-Za-z0-9_][A-Za-z0-9_.~@:+/=-]{{0,{LONGEST_VALUE - 1}}}")
_CODE = re.compile(r"[A-Za-z0-9_-]{0,64}")
_PLACE = re.compile(r"\{([^{}]*)\}")
_HERE = ("localhost", "127.0.0.1", "::1")
# What a return address fills in, what the open link's own address may say, and the columns of the table for payment.
_TAKEN = {
    *("code", "from", "language"),
    *("annotator", "source", "came_at", "ended", "ended_at", "withdrawn_at"),
    *("judgments", "minutes", "gold_right", "gold"),
}


def _names(text: str) -> str:
    names = [name for name in re.split(r"[\s,]+", text) if name]
    if any(not _NAME.fullmatch(name) for name in names):
        raise ValueError("a name has letters, digits, '_', '.' or '-', at most 40, a letter first")
    if taken := [name for name in names if name.casefold() in _TAKEN]:
        raise ValueError(f"'{taken[0]}' has a meaning of its own here")
    if len(names) > MOST_PARAMETERS or len({name.casefold() for name in names}) < len(names):
        raise ValueError(f"at most {MOST_PARAMETERS} different names")
    return ", ".join(names)


def _code(text: str) -> str:
    if not _CODE.fullmatch(text.strip()):
        raise ValueError("a code has letters, digits, '_' or '-', at most 64")
    return text.strip()


def _platform(text: str) -> str:
    if not text.strip().isprintable():
        raise ValueError("it holds a control character")
    return text.strip()


def _address(text: str, info: ValidationInfo) -> str:
    text = text.strip()
    if not text:
        return ""
    before, _, _query = text.partition("?")
    filled = {"code", *_split(info.data.get("parameters", ""))}
    if any(character.isspace() or not character.isprintable() or character in "<>\"'\\`" for character in text):
        raise ValueError("it holds a character that no address has")
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise ValueError("it is no address") from None
    del port
    safe = parts.scheme == "https" or (parts.scheme == "http" and host in _HERE)
    if not safe or not host or parts.username is not None or parts.fragment:
        raise ValueError("a return address begins with https:// and a host's name, and has no '#'")
    if "{" in before or "}" in before or any(place not in filled for place in _PLACE.findall(text)):
        raise ValueError("after the '?' it may hold {code} and the names of kept parameters in braces, nothing else")
    if any(brace in _PLACE.sub("", text) for brace in "{}"):
        raise ValueError("a brace is not closed")
    return text


def _split(names: str) -> tuple[str, ...]:
    return tuple(name for name in names.split(", ") if name)


Code = Annotated[str, AfterValidator(_code), Field(max_length=100)]
Address = Annotated[str, AfterValidator(_address), Field(max_length=1000)]


@dataclass(frozen=True)
class WayBack:
    """How someone gets back to the platform.

    Attributes:
        end: how it ended here: 'completed', 'screened_out', 'full' or 'withdrawn'.
        platform: its name, '' where the lead gave none.
        code: to type there; '' where it takes none.
        address: to go to; '' where there is none.
    """

    end: str
    platform: str
    code: str = ""
    address: str = ""


class Crowd(BaseModel):
    """Where a campaign's people by the open link come from. Without any value there is no platform."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    platform: Annotated[
        str, AfterValidator(_platform), Field(max_length=40, description="Crowd platform: its name, such as Prolific.")
    ] = ""
    parameters: Annotated[
        str,
        AfterValidator(_names),
        Field(
            max_length=500,
            description="Crowd platform: the names of the parameters in the open link's address that are kept.",
        ),
    ] = ""
    person: Annotated[str, Field(max_length=40, description="Crowd platform: which of them names the person.")] = ""
    completed_code: Annotated[Code, Field(description="Crowd platform: the code of those who have finished.")] = ""
    completed_address: Annotated[
        Address, Field(description="Crowd platform: where those who have finished go back to.")
    ] = ""
    screened_out_code: Annotated[
        Code, Field(description="Crowd platform: the code of those who did not pass the screen or the test.")
    ] = ""
    screened_out_address: Annotated[
        Address, Field(description="Crowd platform: where those who did not pass go back to.")
    ] = ""
    full_code: Annotated[Code, Field(description="Crowd platform: the code of those for whom nothing is left.")] = ""
    full_address: Annotated[
        Address, Field(description="Crowd platform: where those for whom nothing is left go back to.")
    ] = ""

    @field_validator("person")
    @classmethod
    def _is_kept(cls, name: str, info: ValidationInfo) -> str:
        name = name.strip()
        if name and name not in _split(info.data.get("parameters", "")):
            raise ValueError("it is not among the names of the parameters")
        return name

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters that are kept, in the lead's order."""
        return _split(self.parameters)

    @property
    def is_set(self) -> bool:
        """Whether people come from a platform, or get a code."""
        return any(self.model_dump().values())

    def kept(self, query: Iterable[tuple[str, str]]) -> dict[str, str]:
        """The parameters of an address that are kept; the others are dropped.

        Args:
            query: names and values, as they came.

        Raises:
            RefusedError: 'bad_parameters' where one comes twice with different values, or has a value that no
                platform gives: too long, with markup, or a placeholder that the platform did not fill in.
        """
        found: dict[str, str] = {}
        for name, value in query:
            if name not in self.names or not value:
                continue
            if not _VALUE.fullmatch(value) or found.get(name, value) != value:
                raise RefusedError("bad_parameters", "the platform's part of the address is damaged")
            found[name] = value
        return found

    def person_of(self, parameters: Mapping[str, Any]) -> str | None:
        """Who a person is on the platform; None for those who did not come from it."""
        return str(parameters.get(self.person) or "") or None

    def comes_from(self, parameters: Mapping[str, Any]) -> bool:
        """Whether someone with these parameters is to be taken back: all are, where the platform names no one."""
        return self.is_set and (not self.person or self.person_of(parameters) is not None)

    def way_back(self, end: str, parameters: Mapping[str, Any]) -> WayBack | None:
        """How someone who came with these parameters gets back; None for those who did not come from the platform."""
        if not self.comes_from(parameters):
            return None
        if end not in ENDS:
            return WayBack(end, self.platform)
        code, address = getattr(self, f"{end}_code"), getattr(self, f"{end}_address")
        values = {"code": code, **{name: str(parameters.get(name) or "") for name in self.names}}
        if any(not values.get(place) for place in _PLACE.findall(address)):
            address = ""
        filled = _PLACE.sub(lambda place: quote(values[place[1]], safe=""), address)
        return WayBack(end, self.platform, code, filled)

    def placeholder_query(self) -> str:
        """What a lead adds to the open link's address on the platform, in Prolific's way of writing; '' for nothing."""
        return "&".join(f"{name}={{{{%{name}%}}}}" for name in self.names)
