"""What a site shows, read once: the release, the rankings of all judgments and of each written standard, and facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pandas as pd

from eval_core.campaigns.access import OPERATOR, Who
from eval_core.campaigns.publishing.public_release import TEXTS, Release, read_release
from eval_core.campaigns.publishing.report_facts import CampaignFacts, campaign_facts
from eval_core.campaigns.results.combined.model_checkpoints import read_checkpoints
from eval_core.campaigns.results.early_results import read_looks
from eval_core.campaigns.results.leaderboard import Leaderboard, fingerprint, read_leaderboards
from eval_core.errors import InputError
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol, load_protocol
from eval_core.ranking import rank
from eval_core.ranking.checkpoints import CheckpointRow, by_checkpoint
from eval_core.ranking.results import Ranking
from eval_core.reports.bundle.methods import MethodFacts
from eval_core.reports.bundle.recomputation import Control, Part, parts_of
from eval_core.store import Store

ALL = "all"
LEVEL = 0.95


@dataclass(frozen=True)
class SitePart:
    """The results of one written standard, or of all judgments; `checkpoints` is empty where no system is one."""

    board: Leaderboard
    ranking: Ranking
    checkpoints: tuple[CheckpointRow, ...]


@dataclass(frozen=True)
class Contents:
    """Everything on a site.

    Attributes:
        parts: by 'all', 'nb' and 'nn', as far as they can be ranked.
        behind: what the sentences about methods speak of.
        address: the site's own, with a slash at its end; '' where that is not known.
    """

    release: Release
    facts: CampaignFacts
    protocol: Protocol
    parts: Mapping[str, SitePart]
    behind: MethodFacts
    address: str


def read_contents(store: Store, slug: str, *, texts: bool = True, address: str = "", who: Who = OPERATOR) -> Contents:
    """What the site of a closed campaign shows. For leads.

    Raises:
        RefusedError: 'still_open' unless it is closed or archived; 'signed_out' or 'not_allowed'.
        InputError: where responses are rated, or where there is nothing to rank.
    """
    release = read_release(store, slug, texts=texts, who=who)
    facts, looks = campaign_facts(store, slug, who), read_looks(store, slug, who)
    # Of people who were left out only their number is public.
    facts = replace(facts, excluded=(("", ""),) * len(facts.excluded))
    known = read_checkpoints(store, slug, who)
    parts, problem = {}, InputError("nothing_to_rank")
    for read in read_leaderboards(store, slug, who=who):
        try:
            ranking = rank(read.votes)
        except InputError as error:
            problem = error
            continue
        name = read.choices.written_standard or ALL
        # The board's own fingerprint is of people's names too.
        board = replace(read, fingerprint=_fingerprint(release.judgments, name))
        parts[name] = SitePart(board, ranking, by_checkpoint(ranking, known))
    if not parts:
        raise problem
    behind = MethodFacts(
        facts,
        _computed(release.judgments, list(parts)),
        {name: Control(care.answers, care.as_expected) for name, care in release.care.items()},
        release.imported,
        looks,
        "human",
        hides_care=any(care.answers and not care.public for care in release.care.values()),
    )
    return Contents(release, facts, load_protocol(facts.protocol), parts, behind, address)


def _fingerprint(judgments: pd.DataFrame, name: str) -> str:
    """Of the judgments as they are published: twelve hexadecimal digits."""
    rows = judgments if name == ALL else judgments[judgments["written_standard"] == name]
    return fingerprint(rows[[column for column in rows if column not in TEXTS]].astype("string"))


def _computed(judgments: pd.DataFrame, names: list[str]) -> dict[str, Part]:
    """The parts as the published judgments give them."""
    counting = judgments.assign(counts=True)
    return parts_of(counting, {"parts": names, "model": "davidson", "level": LEVEL, "seed": 0})


def texts_note(contents: Contents) -> str:
    """Why there are no texts, in the current language; '' where there are some."""
    if contents.release.texts:
        return ""
    return _("The texts are not published.") if contents.release.withheld else _("The texts are not known.")
