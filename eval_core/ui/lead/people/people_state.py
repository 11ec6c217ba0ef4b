"""What the page People remembers in a browser session: links that were made, and the last click."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from eval_core.campaigns.mail.outbox import Asked
from eval_core.ui.session import page_state

Invitation = tuple[str, Collection[str], str]  # name, roles and token


@dataclass
class PeopleState:
    """What People remembers.

    Attributes:
        invitations: per campaign, the links that were made and not yet hidden. They are stored nowhere else.
        added: how many people the last list added; 0 where it was refused or another one is being written.
        person: the person whom the last click was about, and `place` where on the page that is said.
        last: the last action that was done about a person, with all it was given.
        asked: what became of the mails that were asked for last.
    """

    invitations: dict[str, list[Invitation]] = field(default_factory=dict)
    added: int = 0
    person: int | None = None
    place: str = ""
    last: tuple[Any, ...] | None = None
    asked: Asked | None = None


def people_state() -> PeopleState:
    """This browser session's."""
    return page_state(PeopleState)


def keep_invitations(slug: str, made: Sequence[Invitation]) -> None:
    """Show these links in this browser session until they are hidden; a newer link replaces an older one."""
    names = {name for name, _roles, _token in made}
    invitations = people_state().invitations
    earlier = [invitation for invitation in invitations.get(slug, []) if invitation[0] not in names]
    invitations[slug] = [*earlier, *made]


def forget_invitation(slug: str, name: str) -> None:
    """Show this person's link no more: it does not work any longer."""
    invitations = people_state().invitations
    invitations[slug] = [invitation for invitation in invitations.get(slug, []) if invitation[0] != name]
