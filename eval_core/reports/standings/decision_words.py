"""What a ranking decides in plain words: who leads, and which pairs are decided."""

from __future__ import annotations

from collections.abc import Sequence

from eval_core.locales import gettext as _
from eval_core.locales import ngettext, number
from eval_core.ranking.results import PairRow, Ranking, SystemRow
from eval_core.reports.chance_words import chance_sentence
from eval_core.reports.ranking_words import listed, short

_OPEN = 3  # as many open pairs are named, where all others are decided
_AHEAD = 4  # as many systems are named with those behind them
_NAMED_BEHIND = 4


def verdict(ranking: Ranking) -> str:
    """Two or three sentences on a ranking, from what the simultaneous test decides alone."""
    if all(row.se is None for row in ranking.systems):
        return _("Nothing is decided yet: the judgments do not separate the systems.")
    if not ranking.connected:
        return _("The systems fall into groups that were never compared with each other; ranks hold within a group.")
    return f"{_leaders(ranking.systems)} {_pairs(ranking)}"


def odds_sentence(ranking: Ranking) -> str:
    """What the first difference means: how often the first system is preferred to the second; '' where unknown."""
    if not ranking.connected or len(ranking.systems) < 2:
        return ""
    first, second = (row.system for row in ranking.systems[:2])
    pair = next(row for row in ranking.pairs if {row.system, row.opponent} == {first, second})
    return chance_sentence(pair, first)


def chances_between(ranking: Ranking, system: str, opponent: str) -> tuple[float, float] | None:
    """The model's chance that `system` is preferred in one judgment, and that of a tie; None where it has none."""
    for pair in ranking.pairs:
        if {pair.system, pair.opponent} == {system, opponent}:
            won = pair.win_chance if pair.system == system else pair.loss_chance
            return None if won is None else (won, pair.tie_chance or 0.0)
    return None


def out_of_ten(chance: float) -> str:
    """A chance (0 to 1) as a whole number of ten; what is not 0 or 10 never reads like it."""
    if 0 < chance < 0.05:
        return f"<\N{NO-BREAK SPACE}{number(1)}"
    if 0.95 <= chance < 1:
        return f">\N{NO-BREAK SPACE}{number(9)}"
    return number(10 * chance, 0)


def ahead(ranking: Ranking) -> dict[str, list[str]]:
    """For each system those that it is decided to be ahead of, both in the ranking's order."""
    strength = {row.system: row.strength for row in ranking.systems}
    found: dict[str, list[str]] = {row.system: [] for row in ranking.systems}
    place = {name: i for i, name in enumerate(found)}
    for pair in ranking.pairs:
        if pair.decided:
            one, two = pair.system, pair.opponent
            stronger, weaker = (one, two) if strength[one] > strength[two] else (two, one)
            found[stronger].append(weaker)
    return {name: sorted(behind, key=place.__getitem__) for name, behind in found.items()}


def _leaders(rows: Sequence[SystemRow]) -> str:
    # Who lost everything may lead as far as any test can say, but nobody would believe who reads it.
    possible = [row for row in rows if row.rank_low == 1]
    front = [row for row in possible if row.win_rate > 0] or possible
    if len(possible) == 1:
        return _("{system} ranks first.", system=short(front[0].system))
    if len(front) == len(rows):
        return _("No system can be ruled out as the first.")
    if len(front) == 1:
        return _("{system} leads, but that is not decided yet.", system=short(front[0].system))
    # Further down than one that is ruled out are those of whom too little is known to say more.
    out = next((i for i, row in enumerate(rows) if row not in possible), len(rows))
    near = [short(row.system) for row in front if row in rows[:out]]
    far = [short(row.system) for row in front if row not in rows[:out]]
    if not near:
        near, far = far, []
    sentence = (
        _("{system} leads, but that is not decided yet.", system=near[0])
        if len(near) == 1
        else _("The first is one of {systems}.", systems=listed(near))
    )
    if not far:
        return sentence
    return f"{sentence} {_('Not ruled out either, though far less is known: {systems}.', systems=listed(far))}"


def _pairs(ranking: Ranking) -> str:
    decided = sum(pair.decided for pair in ranking.pairs)
    still_open = [pair for pair in ranking.pairs if not pair.decided]
    if not still_open:
        return _("Every pair is decided.")
    if decided == 0:
        return _("No pair is decided yet.")
    if len(still_open) <= _OPEN and len(still_open) < decided:
        return _("Every pair is decided except {pairs}.", pairs=listed([_dash(pair) for pair in still_open]))
    behind = {system: names for system, names in ahead(ranking).items() if names}
    count = {"decided": number(decided), "pairs": number(len(ranking.pairs))}
    if len(behind) <= _AHEAD and all(len(names) <= _NAMED_BEHIND for names in behind.values()):
        said = [
            _("{system} ahead of {others}", system=short(name), others=listed([short(one) for one in names]))
            for name, names in behind.items()
        ]
        return _("{decided} of {pairs} pairs are decided: {named}.", named="; ".join(said), **count)
    said = [
        ngettext(
            "{system} ahead of {count} system", "{system} ahead of {count} systems", len(names), system=short(name)
        )
        for name, names in list(behind.items())[:_AHEAD]
    ]
    if len(behind) > _AHEAD:
        said.append(_("the others in the table"))
    return _("{decided} of {pairs} pairs are decided: {named}.", named="; ".join(said), **count)


def _dash(pair: PairRow) -> str:
    return f"{short(pair.system)} – {short(pair.opponent)}"
