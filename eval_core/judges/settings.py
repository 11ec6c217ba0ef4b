"""A judge is a named setting: what its name means is kept, and another setting under the same name is refused."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.people.persons import is_name
from eval_core.errors import InputError
from eval_core.protocols import Protocol
from eval_core.store import JudgeSetting, Person

_WORDS = {"host": "endpoint", "model": "model", "model_revision": "revision", "temperature": "temperature"}


@dataclass(frozen=True)
class Setting:
    """What makes one judge another than the next, next to the protocol with its prompt.

    Attributes:
        host: of the endpoint, with its port.
        model: as the endpoint names it.
        model_revision: as whoever runs the judge names it: a commit, a date.
        temperature: None for the endpoint's own, as is `seed`.
    """

    host: str
    model: str
    model_revision: str | None = None
    temperature: float | None = None
    seed: int | None = None


def keep_setting(
    db: Session, campaign_id: int, person: Person, protocol: Protocol, setting: Setting, *, moved: bool = False
) -> None:
    """Keep what the judge's name means, or check that it still means the same.

    Args:
        moved: the same judge may answer at another address from now on.

    Raises:
        InputError: where the name means another setting, here or in another campaign.
    """
    ours = None
    for known in db.scalars(select(JudgeSetting).where(JudgeSetting.person_id == person.id)):
        if moved:
            known.host = setting.host
        if other := _differences(known, setting):
            own = f"{person.name}, {', '.join(f'{what} {now}' for what, now, _ in other)}"
            own = own if is_name(own) else "..."
            hint = " (or give --moved, if only its address has changed)" if other[0][0] == "endpoint" else ""
            words = _in_words(other)
            raise InputError("judge_setting_changed", judge=person.name, differences=words, own=own, hint=hint)
        if (known.campaign_id, known.protocol_key) == (campaign_id, protocol.key):
            ours = known
    if ours is None:
        db.add(
            JudgeSetting(
                campaign_id=campaign_id,
                person_id=person.id,
                protocol_key=protocol.key,
                protocol_version=protocol.version,
                protocol_hash=protocol.content_hash,
                **asdict(setting),
            )
        )


def setting_differences(db: Session, name: str, setting: Setting) -> str:
    """What else a judge's name means than this setting, in words; '' where it means this one, or nothing yet."""
    known = select(JudgeSetting).join(Person, Person.id == JudgeSetting.person_id).where(Person.name == name.strip())
    return next((_in_words(other) for one in db.scalars(known) if (other := _differences(one, setting))), "")


def _differences(known: JudgeSetting, setting: Setting) -> list[tuple[str, str, str]]:
    """What differs: its word, the value now, and the one before."""
    pairs = ((name, value, getattr(known, name)) for name, value in asdict(setting).items())
    return [(_WORDS.get(name, name), _written(now), _written(before)) for name, now, before in pairs if now != before]


def _in_words(differences: list[tuple[str, str, str]]) -> str:
    return ", ".join(f"{what} {now} instead of {before}" for what, now, before in differences)


def _written(value: Any) -> str:
    return "not given" if value is None else str(value)
