"""Comparisons made from responses: rows for the loader, in canonical orientation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from eval_core.campaigns.content.loader import Loader
from eval_core.campaigns.content.pairs import Pair, balanced_pairs, possible_pairs
from eval_core.store.bulk import Row


def pair_of_responses(loader: Loader, key: str, system_a: str, system_b: str) -> Row:
    """The comparison row of two systems on one prompt, in canonical orientation."""
    first, second = sorted((system_a, system_b))
    prompt_id = loader.prompts[key]
    first_id, first_text = loader.responses[prompt_id, loader.systems[first]]
    second_id, second_text = loader.responses[prompt_id, loader.systems[second]]
    return {
        "campaign_id": loader.campaign.id,
        "prompt_id": prompt_id,
        "first_response_id": first_id,
        "second_response_id": second_id,
        "identical": first_text is not None and second_text is not None and first_text.strip() == second_text.strip(),
        "kind": "regular",
        "gold_outcome": None,
        "gold_issue": None,
        "gold_explanation": None,
        "gold_marks": None,
        "meta": None,
    }


def paired(
    loader: Loader,
    keys: set[str],
    wanted: int | None,
    against: Collection[str] | None,
    known: Collection[tuple[int, int]] | None,
) -> list[Row]:
    """Rows for the comparisons on these prompts; with `known` responses, only pairs with another one."""
    names = {system_id: name for name, system_id in loader.systems.items()}
    keys_by_id = {loader.prompts[key]: key for key in keys}
    answered: dict[str, set[str]] = defaultdict(set)
    for (prompt_id, system_id), (_, body) in loader.responses.items():
        if prompt_id in keys_by_id and body:
            answered[keys_by_id[prompt_id]].add(names[system_id])
    pairs = {key: possible_pairs(systems, against) for key, systems in sorted(answered.items())}
    if known is not None:
        pairs = {
            key: [pair for pair in some if not _all_known(loader, key, pair, known)] for key, some in pairs.items()
        }
    if wanted is not None:
        pairs = _sampled(loader, pairs, wanted)
    return [pair_of_responses(loader, key, *pair) for key, chosen in pairs.items() for pair in chosen]


def _all_known(loader: Loader, key: str, pair: Pair, known: Collection[tuple[int, int]]) -> bool:
    return all((loader.prompts[key], loader.systems[system]) in known for system in pair)


def _sampled(loader: Loader, pairs: dict[str, list[Pair]], wanted: int) -> dict[str, list[Pair]]:
    """A balanced sample that adds to what each prompt has already."""
    used: dict[Pair, int] = defaultdict(int)
    have: dict[str, int] = defaultdict(int)
    open_pairs: dict[str, list[Pair]] = {}
    for key, possible in pairs.items():
        left = []
        for pair in possible:
            row = pair_of_responses(loader, key, *pair)
            if (row["first_response_id"], row["second_response_id"]) in loader.comparisons:
                used[pair] += 1
                have[key] += 1
            else:
                left.append(pair)
        open_pairs[key] = left
    chosen: dict[str, list[Pair]] = {}
    # Prompts that lack equally many are sampled together, so that the balance holds over all of them.
    for lack in sorted({max(0, wanted - have[key]) for key in open_pairs}, reverse=True):
        group = {key: left for key, left in open_pairs.items() if max(0, wanted - have[key]) == lack}
        part = balanced_pairs(group, lack, used=used, seed=loader.campaign.slug)
        for picked in part.values():
            for pair in picked:
                used[pair] += 1
        chosen |= part
    return chosen
