"""The judgments of several campaigns as one table, where they were made in the same way."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from sqlalchemy import select

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.slices import judging_conditions
from eval_core.campaigns.results.votes import read_votes
from eval_core.errors import InputError
from eval_core.store import Campaign, Prompt, Response, Store, System
from eval_core.store.bulk import chunks

_CONDITIONS = {"protocol": "protocol", "guidelines": "guidelines", "text_view": "text view"}
_SHOWN, _DIGITS = 3, 12


def read_several(
    store: Store,
    slugs: Sequence[str],
    *,
    where: Sequence[str] = (),
    systems: Sequence[str] = (),
    identical_as_ties: bool = False,
    both_orders: bool = False,
    lengths: bool = False,
    who: Who = OPERATOR,
) -> pd.DataFrame:
    """The live judgments of several campaigns, in the columns of `read_votes`. For researchers of each.

    Systems and people are the same where they have the same name, prompts where text and written standard are the same.
    Of a person's judgments of the same two texts in several campaigns the first campaign's counts; attrs["elsewhere"]
    says how many others were left out.

    Args:
        slugs: the campaigns, in order.
        where, identical_as_ties, both_orders, lengths: as for `read_votes`.
        systems: only judgments between these, each of at least one campaign.

    Raises:
        InputError: 'campaign_twice'; 'campaigns_differ' in protocol, guidelines or text view; as `read_votes`.
    """
    if len(set(slugs)) < len(slugs):
        raise InputError("campaign_twice")
    here = {slug: _systems(store, slug, who) for slug in slugs}
    unknown = set(systems) - set().union(*here.values())
    if unknown:
        raise InputError("unknown_campaign_system", system=min(unknown), campaign=", ".join(slugs))
    _require_one_protocol(store, slugs)
    _require_alike(store, here, where, who)
    frames = [
        read_votes(
            store,
            slug,
            where=where,
            systems=sorted(set(systems) & here[slug]),
            identical_as_ties=identical_as_ties,
            both_orders=both_orders,
            lengths=lengths,
            who=who,
        )
        for slug in slugs
        if not systems or len(set(systems) & here[slug]) > 1
    ]
    if not frames:
        raise InputError("nothing_to_rank")
    votes = pd.concat(frames, ignore_index=True)
    joined = _joined(store, votes)
    joined.attrs["elsewhere"] = len(votes) - len(joined)
    return joined


def _systems(store: Store, slug: str, who: Who) -> set[str]:
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        return set(db.scalars(select(System.name).where(System.campaign_id == campaign.id)))


def _require_one_protocol(store: Store, slugs: Sequence[str]) -> None:
    """Refuse campaigns of different protocols, those without a judgment too: they would be named and not be there."""
    with store.read() as db:
        rows = db.execute(select(Campaign.slug, Campaign.protocol_key).where(Campaign.slug.in_(slugs)))
        keys = {row.slug: row.protocol_key for row in rows}
    if len(set(keys.values())) > 1:
        raise InputError(
            "campaigns_differ", name="protocol", listed="; ".join(f"{slug}: {keys[slug]}" for slug in slugs)
        )


def _require_alike(store: Store, systems: dict[str, set[str]], where: Sequence[str], who: Who) -> None:
    """Refuse campaigns whose judgments were made under different protocols, guidelines or views."""
    conditions = {
        slug: judging_conditions(store, slug, sorted(names), where=where, who=who) for slug, names in systems.items()
    }
    for field, name in _CONDITIONS.items():
        values = {slug: getattr(found, field) for slug, found in conditions.items() if getattr(found, field)}
        if len(set(values.values())) > 1:
            listed = "; ".join(f"{slug}: {_listed(value)}" for slug, value in values.items())
            raise InputError("campaigns_differ", name=name, listed=listed)


def _listed(values: frozenset[str | None]) -> str:
    return ", ".join(sorted("unknown" if value is None else value[:_DIGITS] for value in values)[:_SHOWN])


def _joined(store: Store, votes: pd.DataFrame) -> pd.DataFrame:
    """The votes with one number for each prompt of the same text, and no judgment of the same texts twice."""
    numbers = votes["prompt"].astype("Int64")
    with store.read() as db:
        rows = [
            row
            for part in chunks(sorted(set(numbers.dropna().tolist())), 500)
            for row in db.execute(select(Prompt.id, Prompt.text, Prompt.written_standard).where(Prompt.id.in_(part)))
        ]
        first: dict[tuple[str, str | None], int] = {}
        same = {key: first.setdefault((text, standard), key) if text else key for key, text, standard in rows}
        alike = numbers.map(same)
        one = votes["first"].where(votes["first"] < votes["second"], votes["second"])
        two = votes["second"].where(votes["first"] < votes["second"], votes["first"])
        keys = pd.DataFrame({"annotator": votes["annotator"], "prompt": alike, "one": one, "two": two})
        known = keys["annotator"].notna() & keys["prompt"].notna()
        several = known & keys.duplicated(keep=False)
        if several.any():
            texts = {
                (prompt, system): text
                for part in chunks(sorted(set(numbers[several].tolist())), 500)
                for prompt, system, text in db.execute(
                    select(Response.prompt_id, System.name, Response.text)
                    .join(System, System.id == Response.system_id)
                    .where(Response.prompt_id.in_(part))
                )
            }
            for side in ("one", "two"):
                keys[f"text_{side}"] = [
                    texts.get((prompt, name)) if twice else None
                    for prompt, name, twice in zip(numbers, keys[side], several, strict=True)
                ]
            votes = votes.assign(prompt=alike)[~(several & keys.duplicated())]
            return votes.reset_index(drop=True)
    return votes.assign(prompt=alike)
