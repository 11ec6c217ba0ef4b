"""What annotators of a campaign do: compare responses, or rate them under a rating protocol."""

from __future__ import annotations

from eval_core.campaigns.access import Who, authorise
from eval_core.errors import InputError
from eval_core.files import RatedScale
from eval_core.protocols import Protocol, load_protocol
from eval_core.store import Campaign, Store


def rates_responses(campaign: Campaign) -> bool:
    """Whether the campaign's responses are rated; they are compared otherwise."""
    return load_protocol(campaign.protocol_key).kind == "rating"


def is_readable(key: str) -> bool:
    """Whether the protocol of this key can be read: its file may be gone, or be wrong."""
    try:
        load_protocol(key)
    except InputError:
        return False
    return True


def rates_under(key: str) -> bool:
    """Whether responses are rated under the protocol of this key; False where it cannot be read."""
    return is_readable(key) and load_protocol(key).kind == "rating"


def rating_protocol(campaign: Campaign, key: str | None = None) -> Protocol:
    """The rating protocol of this key, the campaign's own where None; InputError where that compares."""
    protocol_ = load_protocol(key or campaign.protocol_key)
    if protocol_.kind != "rating":
        raise InputError("protocol_not_rating", protocol=protocol_.key)
    return protocol_


def scales_of(protocol: Protocol) -> list[RatedScale]:
    """What the reader of a file must know about each criterion."""
    return [RatedScale(criterion.key, criterion.min, criterion.max, criterion.na) for criterion in protocol.rated]


def protocol_kind(store: Store, who: Who, slug: str) -> str:
    """Whether annotators of a campaign compare or rate: 'pairwise' or 'rating'. For everybody in it."""
    with store.read() as db:
        return load_protocol(authorise(db, who, slug, "annotator", "lead", "researcher").campaign.protocol_key).kind
