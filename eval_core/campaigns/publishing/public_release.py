"""What of a closed campaign anyone may read: the judgments that are ranked, with their texts and without names."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass

import pandas as pd
from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.joining.guideline_editions import guidelines_in, languages_of
from eval_core.campaigns.joining.guidelines import list_clarifications, version_in_force
from eval_core.campaigns.publishing.judgment_table import judgments_of
from eval_core.campaigns.publishing.metadata import publishable
from eval_core.campaigns.publishing.release_facts import Facts, facts_of
from eval_core.campaigns.quality.gold_and_repeats import control_answers
from eval_core.campaigns.results.counting import judgments_where
from eval_core.campaigns.rules import SETTLED
from eval_core.errors import InputError, RefusedError
from eval_core.files.columns import UNKNOWN_PROMPTS
from eval_core.protocols import load_protocol
from eval_core.store import Campaign, Exclusion, Judgment, Person, Prompt, Store

# The columns of the judgments, in order; texts are left out where they are withheld.
COLUMNS = (
    "prompt",
    "response_a",
    "response_b",
    "choice",
    "annotator_id",
    "model_a",
    "model_b",
    "prompt_id",
    "written_standard",
    "category",
    "annotator_kind",
    "round",
    "order_known",
    "length_a",
    "length_b",
    "guideline_version",
    "issues_a",
    "issues_b",
    "marks",
    "tie_quality",
)
TEXTS = ("prompt", "response_a", "response_b")
FEWEST = 5  # people: the care of fewer is not published


@dataclass(frozen=True)
class Care:
    """First answers to gold comparisons, or to repeats: how many, how many as expected, and of how many people."""

    answers: int
    as_expected: int
    people: int

    @property
    def public(self) -> bool:
        """Whether they are of so many people that the number says nothing about one of them."""
        return self.people >= FEWEST


@dataclass(frozen=True)
class Guidance:
    """The guidelines in force in one language, as Markdown."""

    language: str
    text: str


@dataclass(frozen=True)
class Release:
    """What may be published of a closed campaign.

    Attributes:
        judgments: one ranked judgment of a person a row, COLUMNS, in an order and under pseudonyms that depend on
            nothing but the judgments: the same data give the same rows.
        texts: whether their texts are in it; `withheld` where they are known and left out.
        facts: what the lead has written for the data card.
        care: how carefully those people judged: 'gold' and 'repeats'.
        annotators: how many judged, by their kind: human or simulated.
        imported: how many of the judgments were made elsewhere.
        protocols: how many of them were made under another protocol than the campaign's, by its hash; '' is not known.
        guidance: the guidelines in force, in each of their languages; `clarifications` of them in order.
    """

    slug: str
    title: str
    is_demo: bool
    judgments: pd.DataFrame
    texts: bool
    withheld: bool
    facts: Facts
    care: dict[str, Care]
    annotators: dict[str, int]
    imported: int
    protocols: dict[str, int]
    guideline_version: str
    guidance: tuple[Guidance, ...]
    clarifications: tuple[str, ...]


def read_release(store: Store, slug: str, *, texts: bool = True, who: Who = OPERATOR) -> Release:
    """What may be published now. For leads.

    Gold, repeats, training and test are not in it, nor judgments of people who were left out or on what was withdrawn,
    comments, times, backgrounds and names.

    Raises:
        RefusedError: 'still_open' unless the campaign is closed or archived; 'signed_out', 'not_allowed'.
        InputError: where responses are rated, or nothing has been judged.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        require_settled(campaign)
        if load_protocol(campaign.protocol_key).kind == "rating":
            raise InputError("site_of_ratings", campaign=slug)
        counting = judgments_where(campaign, ["kind=human"])
        counted = set(db.scalars(counting))
        if not counted:
            raise InputError("nothing_to_rank")
        frame = judgments_of(db, campaign, prompt_keys=True, ids=counted, metadata=True)
        known = bool((frame["response_a"].fillna("") != "").any())
        hashes = Counter(frame["protocol_hash"].fillna(""))
        kinds = Counter(frame.drop_duplicates("annotator_id")["annotator_kind"].dropna())
        return Release(
            slug=campaign.slug,
            title=campaign.title,
            is_demo=campaign.is_demo,
            judgments=_published(frame, _prompt_names(db, campaign), texts=texts),
            texts=texts and known,
            withheld=known and not texts,
            facts=facts_of(campaign),
            care=_care(db, campaign),
            annotators=dict(sorted(kinds.items())),
            imported=len(db.scalars(counting.where(Judgment.imported)).all()),
            protocols={name: count for name, count in sorted(hashes.items()) if name != campaign.protocol_hash},
            guideline_version=version_in_force(campaign),
            guidance=tuple(
                Guidance(language, guidelines_in(db, campaign, language).body)
                for language in languages_of(db, campaign)
            ),
            clarifications=tuple(added.text for added in list_clarifications(db, campaign.id)),
        )


def require_settled(campaign: Campaign) -> None:
    """RefusedError 'still_open' unless judging is closed: until then nothing that names a system leaves the house."""
    if campaign.status not in SETTLED:
        message = f"the campaign is {campaign.status}: results are published when it is closed (parvis campaign close)"
        raise RefusedError("still_open", message)


def _published(frame: pd.DataFrame, prompts: dict[str, str], *, texts: bool) -> pd.DataFrame:
    """The rows under pseudonyms, in an order of their own."""
    more = publishable(frame, frame.attrs["metadata"], texts=texts)
    frame["prompt_id"] = frame["prompt_id"].map(prompts).astype(object)
    frame["prompt_id"] = frame["prompt_id"].where(frame["prompt_id"].notna(), None)
    for side in ("a", "b"):
        lengths = frame[f"response_{side}"].map(lambda text: len(text) if text else None)
        frame[f"length_{side}"] = lengths.astype("Int64")
    frame["annotator_id"] = _pseudonyms(frame)
    sides = frame[["model_a", "model_b"]].astype(str)
    keys = pd.DataFrame(
        {
            "prompt": frame["prompt_id"].astype(str),
            "first": sides.min(axis=1),
            "second": sides.max(axis=1),
            "annotator": frame["annotator_id"].map(_number, na_action="ignore").fillna(0).astype(int),
            "shown": sides["model_a"],
            "choice": frame["choice"].astype(str),
            "found": frame["marks"].astype(str),
        }
    )
    order = keys.sort_values(list(map(str, keys)), kind="stable").index
    kept = [*(name for name in COLUMNS if texts or name not in TEXTS), *more]
    ordered: pd.DataFrame = frame.loc[order].reset_index(drop=True)
    return ordered[kept]


def _number(name: str) -> int:
    return int(name.rpartition("-")[2])


def _pseudonyms(frame: pd.DataFrame) -> pd.Series[str]:
    """'annotator-1' and so on: in the order of a hash of what each judged, so that no list of names leads to them."""
    columns = ["prompt_id", "model_a", "model_b", "choice", "issues_a", "issues_b"]
    hashes = {
        name: hashlib.sha256(json.dumps(sorted(map(str, rows[columns].itertuples(index=False)))).encode()).hexdigest()
        for name, rows in frame.groupby("annotator_id")
    }
    given = {name: f"annotator-{place}" for place, name in enumerate(sorted(hashes, key=lambda n: hashes[n]), 1)}
    names = frame["annotator_id"].map(given).astype(object)
    return names.where(names.notna(), None)


def _prompt_names(db: Session, campaign: Campaign) -> dict[str, str]:
    """What each prompt is called, by its key: as its file called it, else by a number; an unknown one by its key."""
    rows = db.execute(
        select(Prompt.key, Prompt.external_id)
        .where(Prompt.campaign_id == campaign.id, Prompt.kind == "regular")
        .order_by(Prompt.key)
    ).all()
    taken = {external for _key, external in rows if external}
    names, place = {}, 0
    for key, external in rows:
        name = key if key in UNKNOWN_PROMPTS else external
        while not name:
            place += 1
            name = None if (fresh := f"prompt-{place}") in taken else fresh
        names[key] = name
    return names


def _care(db: Session, campaign: Campaign) -> dict[str, Care]:
    """How gold comparisons and repeats were answered by people whose judgments count."""
    answers = control_answers(db, campaign.id)
    judges = set(db.scalars(select(Person.id).where(Person.kind == "judge")))
    left_out = set(db.scalars(Exclusion.people(campaign.id)))
    answers = answers[~answers["person"].isin(judges | left_out)]
    found = {}
    for name, kind in (("gold", "gold"), ("repeats", "repeat")):
        of = answers[answers["kind"] == kind]
        found[name] = Care(len(of), int(of["alike"].sum()), int(of["person"].nunique()))
    return found
