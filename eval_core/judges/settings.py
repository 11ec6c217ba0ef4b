"""A judge is a named setting: what its name means is kept, and another setting under the same name is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

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
        if other := ", ".join(_differences(known, setting)):
            hint = " (--moved, if only its address has changed)" if other.startswith("endpoint") else ""
            raise InputError("judge_setting_changed", judge=person.name, differences=other, hint=hint)
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
    return next((", ".join(other) for one in db.scalars(known) if (other := list(_differences(one, setting)))), "")


def _differences(known: JudgeSetting, setting: Setting) -> Iterator[str]:
    for name, value in asdict(setting).items():
        before: Any = getattr(known, name)
        if before != value:
            yield f"{_WORDS.get(name, name)} {_written(value)} instead of {_written(before)}"


def _written(value: Any) -> str:
    return "not given" if value is None else str(value)
