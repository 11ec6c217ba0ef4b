"""The data set for others: it loads, it ranks the same, and no one is recognisable in it."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from pyarrow import parquet
from sqlalchemy import select

from eval_core.campaigns.access import find_person
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.publishing.dataset import COLUMNS, ON_REQUEST, Written, dataset_zip, write_dataset
from eval_core.campaigns.publishing.release_facts import Facts, change_release_facts, read_release_facts
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.rules import RuleError, change_rules, read_rules
from eval_core.errors import InputError, RefusedError
from eval_core.files import read_judgments, to_votes_frame
from eval_core.locales import LANGUAGES
from eval_core.protocols import load_guidelines
from eval_core.ranking import rank
from eval_core.store import Campaign, Comparison, Event, Exclusion
from tests.support.building import SYSTEMS, Built
from tests.support.full_campaign import NAMES, furnish


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign with something in every table."""
    made = campaign(prompts=8, overlap=3)
    furnish(made)
    return made


def exclude(built: Built, name: str, reason: str = "Too fast to be true") -> None:
    with built.store.write() as db:
        person = find_person(db, name).id
        db.add(Exclusion(campaign_id=built.id, person_id=person, reason=reason))
        db.add(Event(campaign_id=built.id, action="person_excluded", about={"person": person}))


def withdraw_one(built: Built) -> None:
    """Take out the comparison that comes first."""
    with built.store.write() as db:
        query = select(Comparison).where(Comparison.campaign_id == built.id, Comparison.done > 0)
        db.scalars(query.order_by(Comparison.position)).first().withdrawn_at = built.store.now()  # type: ignore[union-attr]
        db.add(Event(campaign_id=built.id, action="comparison_withdrawn", about={}))


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path, str], pd.DataFrame]:
    """Loads a configuration of a folder as its users will, without a network."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
    datasets = pytest.importorskip("datasets", reason="the library 'datasets' is not installed")
    datasets.disable_progress_bars()

    def one(folder: Path, config: str) -> pd.DataFrame:
        loaded = datasets.load_dataset(str(folder), config, split="train", cache_dir=str(tmp_path / "cache"))
        return loaded.to_pandas()

    return one


def close(one: object, two: object) -> bool:
    return one == pytest.approx(two, abs=1e-9)


def test_others_rank_it_to_the_same_numbers(
    built: Built, tmp_path: Path, load: Callable[[Path, str], pd.DataFrame]
) -> None:
    """Loaded by the library of a hub, and read as a file, it gives the campaign's ranking, exclusions and all."""
    exclude(built, NAMES[1])
    withdraw_one(built)
    written = write_dataset(built.store, built.slug, tmp_path / "set")
    frame = load(tmp_path / "set", "judgments")
    assert len(frame) == written.rows["judgments"]
    assert frame["excluded"].any()
    assert frame["withdrawn"].any()
    kept = frame[(frame["kind"] == "regular") & ~frame["excluded"] & ~frame["withdrawn"]]
    votes = pd.DataFrame(
        {
            "first": kept["model_a"],
            "second": kept["model_b"],
            "outcome": kept["choice"].map(
                {"A is more fluent": "first", "B is more fluent": "second", "Equally fluent": "tie"}
            ),
            "annotator": kept["annotator_id"],
            "prompt": kept["prompt_id"],
            "order_known": kept["order_known"],
        }
    )
    here = rank(read_votes(built.store, built.slug)).as_dict()
    from_file = to_votes_frame(read_judgments(tmp_path / "set" / "judgments.parquet"))
    for found in (rank(votes).as_dict(), rank(from_file).as_dict()):
        assert found["n_judgments"] == here["n_judgments"]
        assert all(close(system, two) for system, two in zip(found["systems"], here["systems"], strict=True))


def test_every_part_loads_and_fits_together(
    built: Built, tmp_path: Path, load: Callable[[Path, str], pd.DataFrame]
) -> None:
    """All configurations load under the names of the card, and their keys meet."""
    written = write_dataset(built.store, built.slug, tmp_path / "set")
    parts = {name: load(tmp_path / "set", name) for name in COLUMNS}
    assert {name: len(part) for name, part in parts.items()} == written.rows
    for name, part in parts.items():
        assert list(part) == [column for column in COLUMNS[name] if column not in ON_REQUEST]
    assert set(parts["judgments"]["prompt_id"]) <= set(parts["prompts"]["prompt_id"])
    assert set(parts["responses"]["prompt_id"]) <= set(parts["prompts"]["prompt_id"])
    assert set(parts["judgments"]["annotator_id"]) == set(parts["annotators"]["annotator_id"])
    assert parts["annotators"]["judgments"].sum() == (parts["judgments"]["kind"] == "regular").sum()
    base = load_guidelines("en").version
    # The clarification and the campaign's own text came at the same moment of the test's clock.
    assert set(parts["guidelines"]["version"]) == {base, f"{base}.1+1"}
    assert len(parts["guidelines"]) == 2 * len(LANGUAGES) + 1
    assert "# " in parts["guidelines"]["text"][0]


def test_nobody_is_recognisable(built: Built, tmp_path: Path) -> None:
    """No name, no order of arrival, no words and no times; two copies of the data share no pseudonym."""
    copies = []
    for name in ("one", "two"):
        write_dataset(built.store, built.slug, tmp_path / name)
        copies.append(pd.read_parquet(tmp_path / name / "judgments.parquet"))
        said = (tmp_path / name / "README.md").read_text() + "".join(
            str(parquet.read_table(tmp_path / name / f"{part}.parquet").to_pylist()) for part in COLUMNS
        )
        for secret in (*NAMES, "Commented by me", "Asked by me", "Skipped by me", "Well done", "A break", "2026-03"):
            assert secret not in said
    people = [set(copy["annotator_id"]) for copy in copies]
    assert not people[0] & people[1]
    assert all(re.fullmatch(r"annotator-[0-9a-f]{8}", name) for name in people[0])
    assert not copies[0]["prompt_id"].equals(copies[1]["prompt_id"])  # 1 in millions that it fails
    same = ["prompt", "response_a", "choice", "kind"]
    assert sorted(map(tuple, copies[0][same].to_numpy())) == sorted(map(tuple, copies[1][same].to_numpy()))


def test_words_and_times_on_request(built: Built, tmp_path: Path) -> None:
    """--comments and --times bring their columns, and the card mentions them."""
    exclude(built, NAMES[0])
    write_dataset(built.store, built.slug, tmp_path / "set", comments=True, times=True)
    frame = pd.read_parquet(tmp_path / "set" / "judgments.parquet")
    assert list(frame) == list(COLUMNS["judgments"])
    assert "Commented by me" in set(frame["comment"])
    assert frame["decided_at"].str.startswith("2026-03-02T").all()
    assert "Too fast to be true" in set(pd.read_parquet(tmp_path / "set" / "annotators.parquet")["exclusion_reason"])
    assert "are in it; exact times are in it" in (tmp_path / "set" / "README.md").read_text()


def test_the_card_has_known_facts_and_lists_missing_ones(built: Built, tmp_path: Path) -> None:
    """The card has the facts and lists missing ones, typed markup is text, and exclusions are counted."""
    exclude(built, NAMES[1])
    with built.store.write() as db:
        db.add(Event(campaign_id=built.id, action="results_shown", about={}))
    facts = {
        "licence": "CC BY 4.0",
        "pay_basis": "<b>300 kr</b> | an hour",
        "decoding": {SYSTEMS[0]: "temperature 0.7"},
    }
    change_release_facts(built.store, built.slug, facts)
    written = write_dataset(built.store, built.slug, tmp_path / "set")
    card = (tmp_path / "set" / "README.md").read_text()
    assert "license: cc-by-4.0\n" in card
    assert "language:\n- nb\n- nn\n" in card
    assert r"\<b\>300 kr\</b\> \| an hour" in card
    assert f"| {SYSTEMS[0]} | temperature 0.7 |" in card
    missing = (
        "recruitment",
        "ethics reference",
        "contact",
        *(f"decoding settings of {system}" for system in SYSTEMS[1:]),
    )
    assert written == Written(written.rows, missing)
    assert f"Not filled in: {', '.join(missing)}." in card
    assert "Annotators left out by the lead: 1, with" in card
    assert "Looks at results so far, with judging still open: 1 time on the command line." in card


def test_a_licence_of_ones_own(built: Built, tmp_path: Path) -> None:
    """A licence that a hub does not know is called other, and quoted so that the front matter stays well formed."""
    change_release_facts(built.store, built.slug, {"licence": 'Our: "own"\n- terms'})
    write_dataset(built.store, built.slug, tmp_path / "set")
    lines = (tmp_path / "set" / "README.md").read_text().splitlines()
    assert lines[1:3] == ["license: other", r'license_name: "Our: \"own\" - terms"']


def test_nothing_is_overwritten(built: Built, tmp_path: Path) -> None:
    """A folder with something in it, and a file, are left alone; an empty folder is filled."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for name in ("full", "file"):
        with pytest.raises(InputError, match="already something with this name"):
            write_dataset(built.store, built.slug, tmp_path / name)
    with pytest.raises(InputError, match="cannot be written"):
        write_dataset(built.store, built.slug, tmp_path / "nowhere" / "set")
    (tmp_path / "empty").mkdir()
    write_dataset(built.store, built.slug, tmp_path / "empty")
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []
    assert (tmp_path / "empty" / "README.md").exists()


def test_facts_are_stored_next_to_the_rules(campaign: Callable[..., Built]) -> None:
    """Rules and facts change independently, and the log notes both."""
    built = campaign()
    store, slug = built.store, built.slug
    before = read_rules(store, slug)
    change_release_facts(store, slug, {"contact": "us@example.org"})
    change_release_facts(store, slug, {"contact": "us@example.org"})  # a double click
    change_rules(store, slug, {"training": 3})
    assert read_release_facts(store, slug) == Facts(contact="us@example.org")
    assert read_rules(store, slug) == before.model_copy(update={"training": 3})
    assert [dict(entry.changes).keys() for entry in read_log(store, slug)] == [{"training"}, {"contact"}]


def test_facts_that_cannot_be(campaign: Callable[..., Built]) -> None:
    """Unknown facts and systems, control characters and giants are refused by name, and nothing changes."""
    built = campaign()
    for changes, where in (
        ({"colour": "red"}, "colour"),
        ({"decoding": {"nobody": "t=1"}}, "decoding"),
        ({"contact": "a\0b"}, "contact"),
        ({"decoding": {SYSTEMS[0]: "x" * 3000}}, f"decoding.{SYSTEMS[0]}"),
        ({"decoding": "hot"}, "decoding"),
    ):
        with pytest.raises(RuleError) as refusal:
            change_release_facts(built.store, built.slug, changes)
        assert refusal.value.rule == where
    assert read_release_facts(built.store, built.slug) == Facts()


def test_two_leads_at_once(campaign: Callable[..., Built]) -> None:
    """What another lead has filled in meanwhile is not overwritten; other facts can be saved all the same."""
    built = campaign()
    store, slug = built.store, built.slug
    seen = read_release_facts(store, slug)
    change_release_facts(store, slug, {"contact": "Kari"}, seen=seen)
    with pytest.raises(RefusedError) as refusal:
        change_release_facts(store, slug, {"contact": "Ola"}, seen=seen)
    assert refusal.value.code == "changed_meanwhile"
    change_release_facts(store, slug, {"licence": "mit"}, seen=seen)
    assert read_release_facts(store, slug) == Facts(contact="Kari", licence="mit")
    change_release_facts(store, slug, {"decoding": {SYSTEMS[0]: "t=1"}})
    change_release_facts(store, slug, {"decoding": {SYSTEMS[1]: "t=2"}})
    change_release_facts(store, slug, {"decoding": {SYSTEMS[0]: ""}})
    assert read_release_facts(store, slug).decoding == {SYSTEMS[1]: "t=2"}
    with store.write() as db:
        db.get_one(Campaign, built.id).status = "archived"
    with pytest.raises(RefusedError, match="its facts are final"):
        change_release_facts(store, slug, {"licence": ""})


def test_a_campaign_without_judgments(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """It has a data set too: what is there of it, and no rows of the rest."""
    built = campaign()
    written = write_dataset(built.store, built.slug, tmp_path / "set")
    assert written.rows == {"judgments": 0, "marks": 0, "prompts": 4, "responses": 12, "annotators": 0, "guidelines": 3}
    assert pd.read_parquet(tmp_path / "set" / "judgments.parquet").columns[0] == "prompt"


def test_as_a_download(built: Built) -> None:
    """The zip holds the folder's files."""
    with zipfile.ZipFile(io.BytesIO(dataset_zip(built.store, built.slug))) as archive:
        names = archive.namelist()
    assert sorted(names) == sorted(
        f"trial-dataset/{name}" for name in ("README.md", *(f"{column}.parquet" for column in COLUMNS))
    )
