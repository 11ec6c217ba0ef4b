"""Whether a judge's log-probabilities follow people better than its plain scores: correlations with their means."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from sqlalchemy.orm import Session

from eval_core.campaigns.results.ratings import ratings_where
from eval_core.protocols import Protocol
from eval_core.scoring.correlation import Correlation, correlate
from eval_core.store import Campaign, Person, Prompt, Rating, System

KINDS = ("value", "expected", "log_probability")  # the plain score, the weighted one, that of the response's tokens
_KEY = ["item", "system"]


def probability_correlations(
    db: Session, campaign: Campaign, protocol: Protocol, judge: str, people: pd.DataFrame
) -> Mapping[str, Mapping[str, Correlation]]:
    """Criterion -> kind -> correlation with the means of the people's values, over the same responses.

    Criteria without log-probabilities are left out, and so is a kind that the judge has not; the plain score is among
    them for comparison. Intervals are clustered by document, by prompt where there are no two documents.

    Args:
        people: item, document, system, criterion, value (NA for not applicable), one row a rating by a person.
    """
    columns = (Prompt.key, System.name, Rating.criterion, Rating.value, Rating.expected, Rating.log_probability)
    query = ratings_where(campaign, protocol, "judge").where(Person.name == judge).with_only_columns(*columns)
    judged = pd.DataFrame(db.execute(query).all(), columns=[*_KEY, "criterion", *KINDS], dtype=object)
    known = people.dropna(subset=["value"])
    cluster = "document" if known["document"].nunique() > 1 and known["document"].notna().all() else "item"
    found: dict[str, dict[str, Correlation]] = {}
    for criterion in protocol.rated:
        mine = judged[judged["criterion"] == criterion.key].set_index(_KEY)[list(KINDS)].astype(float)
        theirs = known[known["criterion"] == criterion.key]
        kinds = [kind for kind in KINDS[1:] if mine[kind].notna().any()]
        if not kinds or theirs.empty:
            continue
        means = theirs.astype({"value": float}).groupby(_KEY)["value"].mean()
        names = theirs.drop_duplicates(_KEY).set_index(_KEY, drop=False)[cluster]
        clusters = pd.Series(pd.factorize(names)[0], index=names.index)
        common = mine.dropna(subset=kinds)  # the plain score on the same responses
        common = common[common.index.isin(means.index)]
        of_common = clusters.reindex(common.index)
        found[criterion.key] = {kind: correlate(common[kind], means, of_common) for kind in ("value", *kinds)}
    return found
