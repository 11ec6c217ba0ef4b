"""The first page of a site: what is decided, the ranking, who was preferred to whom, and strength by checkpoint."""

from __future__ import annotations

from typing import Any

from eval_core.locales import current_language, ngettext, percent
from eval_core.locales import gettext as _
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.combined_words import checkpoint_table, checkpoint_words
from eval_core.reports.ranking_words import cautions, method_line
from eval_core.reports.site.contents import ALL, Contents, SitePart
from eval_core.reports.site.pair_files import script_json
from eval_core.reports.site.rank_view import matrix_view, rank_view
from eval_core.reports.standings.decision_words import odds_sentence, verdict


def ranking_page(contents: Contents) -> dict[str, Any]:
    """What its template shows."""
    parts = [_part(name, part) for name, part in contents.parts.items()]
    return {
        "parts": parts,
        "facts": _facts(contents),
        "compare": _comparable(),
        "heads": {
            "rank": _("Rank"),
            "system": _("System"),
            "compare": _("Compare two systems"),
            "one": _("One system"),
            "other": _("Another system"),
            "matrix": _("Which systems were preferred to which"),
            "curve": _("Strength by checkpoint"),
            "never": _("never compared"),
            "parts": _("Written standard"),
            "here": _("On this page"),
            "brackets": _("Brackets"),
        },
    }


def _part(name: str, part: SitePart) -> dict[str, Any]:
    ranking = part.ranking
    header, rows = checkpoint_table(part.checkpoints)
    return {
        "key": name,
        "name": _("All together") if name == ALL else _(STANDARDS[name]),
        "verdict": verdict(ranking),
        "odds": odds_sentence(ranking),
        "cautions": cautions(ranking),
        "caption": ngettext(
            "Ranking of {count} system. The line is the {level} interval of its strength.",
            "Ranking of {count} systems. A dot is a system's strength, the line its {level} interval.",
            len(ranking.systems),
            level=percent(ranking.level),
        ),
        "view": rank_view(ranking),
        "matrix": matrix_view(ranking),
        "method": method_line(ranking, part.board),
        "curve": {"words": checkpoint_words(), "header": header, "rows": rows} if rows else None,
    }


def _facts(contents: Contents) -> list[str]:
    facts, first = contents.facts, next(iter(contents.parts.values()))
    return [
        ngettext("{count} system", "{count} systems", len(first.ranking.systems)),
        ngettext("{count} judgment", "{count} judgments", facts.judgments),
        ngettext("{count} annotator", "{count} annotators", facts.annotators) if facts.annotators else "",
        ngettext("{count} prompt", "{count} prompts", facts.prompts),
    ]


def _comparable() -> str:
    """The words of the comparison of two systems, as JSON."""
    words = {
        "language": current_language(),
        "decided": _("{one} is ahead of {other}: that is decided."),
        "open": _("Between {one} and {other} nothing is decided."),
        "chance": _("Of 10 judgments about {wins} would be for {one}, and {ties} a tie."),
        "counted": _("Compared {count} times: {wins} for {one}, {ties} ties, {losses} for {other}."),
        "never": _("They were never compared with each other."),
        "same": _("Choose two different systems."),
        "pairs": _("Read their pairs"),
    }
    return script_json(words)


def comparison_file(contents: Contents) -> str:
    """The script with what the comparison of two systems needs, the same in every language.

    A row is [one, other, decided, chance of the one, chance of a tie, wins, ties, losses]; systems are numbers in the
    ranking's order, chances run from 0 to 1.
    """
    parts = {}
    for name, part in contents.parts.items():
        ranking = part.ranking
        place = {row.system: i for i, row in enumerate(ranking.systems)}
        rows = []
        for pair in ranking.pairs:
            strong, weak = sorted((pair.system, pair.opponent), key=place.__getitem__)
            straight = strong == pair.system
            won, lost = (pair.wins, pair.losses) if straight else (pair.losses, pair.wins)
            chance = pair.win_chance if straight else pair.loss_chance
            said = [-1, -1] if chance is None else [round(chance, 3), round(pair.tie_chance or 0.0, 3)]
            rows.append([place[strong], place[weak], int(pair.decided), *said, won, pair.ties, lost])
        parts[name] = {"systems": [row.system for row in ranking.systems], "pairs": rows}
    return f"parvisCompare({script_json(parts)});\n"
