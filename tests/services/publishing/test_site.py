"""The static site: its numbers are the ranking's, it names no one, and nothing from outside is markup in it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest
from sqlalchemy import select, update

from eval_core.campaigns.access import find_person
from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.results.leaderboard import read_leaderboard
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.errors import InputError, RefusedError
from eval_core.files import read_judgments, to_votes_frame
from eval_core.locales import LANGUAGES
from eval_core.ranking import rank
from eval_core.ranking.choices import Choices
from eval_core.reports.site.publication import checked_address, site_zip, write_site
from eval_core.reports.site.site_folder import MARKER
from eval_core.store import (
    Campaign,
    Comparison,
    Event,
    Exclusion,
    MailAddress,
    Person,
    Prompt,
    Remark,
    Response,
    System,
)
from tests.support.building import SYSTEMS, Built
from tests.support.full_campaign import NAMES, furnish
from tests.support.judging import judge
from tests.support.site_reading import bytes_of, naming, texts_of

NASTY = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\u2028{{7*7}}"


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A closed campaign with something in every table."""
    made = campaign(prompts=8, overlap=3)
    furnish(made)
    close(made)
    return made


@pytest.fixture
def plain(campaign: Callable[..., Built]) -> Built:
    """A closed campaign in both written standards that two people have judged."""
    made = campaign(prompts=8, overlap=2)
    for person in (made.enter("Kari Nordmann"), made.enter("Ola Nordmann")):
        judge(made, person)
    close(made)
    return made


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder for sites alone: the database is in the test's own."""
    folder = tmp_path / "sites"
    folder.mkdir()
    return folder


def close(built: Built) -> None:
    move_campaign(built.store, built.slug, "closed")


def publish(built: Built, folder: Path, *, texts: bool = True, address: str = "") -> Path:
    write_site(built.store, built.slug, folder, texts=texts, address=address)
    return folder


def secrets_of(built: Built) -> list[str]:
    """What no file may hold: people, their addresses, comments, and the texts that have a known answer."""
    with built.store.read() as db:
        people = [*db.scalars(select(Person.name).where(Person.kind == "human")), *NAMES]
        known = select(Prompt.id).where(Prompt.kind == "gold")
        gold = [*db.scalars(select(Response.text).where(Response.prompt_id.in_(known)))]
        gold += db.scalars(select(Comparison.gold_explanation).where(Comparison.gold_explanation.is_not(None)))
        comments = db.scalars(select(Remark.comment).where(Remark.comment.is_not(None), Remark.comment != "")).all()
        addresses = db.scalars(select(MailAddress.address)).all()
        reasons = db.scalars(select(Exclusion.reason)).all()
    flags = ["expected_choice", "gold_outcome", '"kind":"gold"', "person_id", "judgment_id", "Robot"]
    found = [*people, "Nordmann", *gold, *comments, *addresses, *reasons, *flags]
    return [word for word in found if word]


@pytest.mark.parametrize("action", ["open", "paused"])
def test_nothing_is_written_before_judging_is_closed(campaign: Callable[..., Built], place: Path, action: str) -> None:
    """An open or paused campaign is refused with a word, and the folder is not made."""
    made = campaign(prompts=2)
    judge(made, made.enter("Kari Nordmann"))
    if action == "paused":
        move_campaign(made.store, made.slug, "paused")
    for write in (lambda: publish(made, place / "site"), lambda: site_zip(made.store, made.slug)):
        with pytest.raises(RefusedError, match="closed") as refused:
            write()
        assert refused.value.code == "still_open"
    assert list(place.iterdir()) == []


def test_no_file_names_anyone(built: Built, place: Path) -> None:
    """People, addresses, comments, reasons, and gold are in no file; a name in a text is found, and so planted."""
    secret = secrets_of(built)
    assert len(secret) > 12
    assert naming(texts_of(publish(built, place / "site", address="https://example.org/r")), secret) == []
    with built.store.write() as db:
        regular = select(Prompt.id).where(Prompt.campaign_id == built.id, Prompt.kind == "regular")
        db.execute(update(Response).where(Response.prompt_id.in_(regular)).values(text="Hilsen Kari Nordmann"))
    found = {name for name, _word in naming(texts_of(publish(built, place / "planted")), secret)}
    assert {"pairs/texts-0.js", "data/judgments.parquet", "data/judgments.csv.zip"} <= found


def test_people_leave_no_trace_in_the_bytes(plain: Built, place: Path) -> None:
    """The same data give the same files, byte for byte, whatever the people are called."""
    first = bytes_of(publish(plain, place / "one"))
    assert bytes_of(publish(plain, place / "two")) == first
    with plain.store.write() as db:
        find_person(db, "Kari Nordmann").name = "Zara"
        find_person(db, "Ola Nordmann").name = "Anna"
    assert bytes_of(publish(plain, place / "renamed")) == first
    assert site_zip(plain.store, plain.slug) == site_zip(plain.store, plain.slug)


def test_the_numbers_are_those_of_rank(plain: Built, place: Path) -> None:
    """results.json has, for all judgments and each standard, the document of `parvis rank --campaign --format json`."""
    document = json.loads((publish(plain, place / "site") / "results.json").read_text("utf-8"))
    assert list(document["rankings"]) == ["all", "nb", "nn"]
    for name, published in document["rankings"].items():
        choices = Choices(written_standard=None if name == "all" else name)
        printed = rank(read_leaderboard(plain.store, plain.slug, choices).votes).as_dict()
        assert {key: published[key] for key in printed} == json.loads(json.dumps(printed))


def test_the_published_judgments_give_the_same_ranking(plain: Built, place: Path) -> None:
    """Whoever downloads the Parquet file and ranks it gets the strengths and intervals of the site."""
    site = publish(plain, place / "site")
    votes = to_votes_frame(read_judgments(site / "data" / "judgments.parquet"))
    again = {row.system: row for row in rank(votes).systems}
    for row in json.loads((site / "results.json").read_text("utf-8"))["rankings"]["all"]["systems"]:
        mine = again[row["system"]]
        assert (mine.rank_low, mine.rank_high, mine.judgments) == (row["rank_low"], row["rank_high"], row["judgments"])
        assert (mine.strength, mine.low, mine.high) == pytest.approx((row["strength"], row["low"], row["high"]))


def test_what_does_not_count_is_not_in_it(plain: Built, place: Path) -> None:
    """Judgments of a person who was left out, and on a withdrawn comparison, are in no file."""
    with plain.store.write() as db:
        db.add(Exclusion(campaign_id=plain.id, person_id=find_person(db, "Ola Nordmann").id, reason="Too fast"))
        db.add(Event(campaign_id=plain.id, action="person_excluded", about={}))
    site = publish(plain, place / "site")
    assert read_judgments(site / "data" / "judgments.parquet")["annotator"].nunique() == 1
    document = json.loads((site / "results.json").read_text("utf-8"))
    assert (document["counts"]["annotators"], document["counts"]["excluded"]) == (1, 1)
    assert "Too fast" not in "".join(texts_of(site).values())


def imported(built: Built, folder: Path, rows: int = 6) -> None:
    """Judgments that were made elsewhere, by Ada."""
    winners = ("model_a", "model_b", "tie")
    judgments = [
        {"model_a": "x", "model_b": "y", "winner": winners[n % 3], "prompt": f"Elsewhere {n}", "annotator_id": "Ada"}
        for n in range(rows)
    ]
    path = folder / "elsewhere.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in judgments), encoding="utf-8")
    import_judgments(built.store, path, built.slug)


ASKED = {
    "method.html": ("Which of the two is better Norwegian?", "Equally fluent", "Grammar", "<details"),
    "nb/method.html": ("Hvilken av de to har best språk?", "<details"),
    "nn/method.html": ("Kva for ein av dei to har best språk?", "<details"),
    "data/README.md": ("which is written in better", "\n- fluency\n"),
}


def test_what_was_asked_elsewhere_is_not_known(campaign: Callable[..., Built], place: Path) -> None:
    """Of imported judgments no page says that the protocol's question was asked; made here, planted, each does."""
    here, elsewhere = campaign(slug="here", prompts=4), campaign(slug="elsewhere", prompts=0)
    judge(here, here.enter("Kari Nordmann"))
    imported(elsewhere, place)
    for made in (here, elsewhere):
        close(made)
    sites = {made.slug: texts_of(publish(made, place / made.slug)) for made in (here, elsewhere)}
    for page, words in ASKED.items():
        assert [word for word in words if word not in sites["here"][page]] == [], page
        assert [word for word in words if word in sites["elsewhere"][page]] == [], page
    assert "6 of 6 judgments: Parvis does not know what was asked" in sites["elsewhere"]["method.html"]
    assert "6 av 6 vurderinger: Parvis vet ikke" in sites["elsewhere"]["nb/method.html"]
    assert "Of 6 judgments it is not known what was asked." in sites["elsewhere"]["data/README.md"]
    assert json.loads(sites["elsewhere"]["results.json"])["counts"]["imported"] == 6


def test_some_judgments_of_elsewhere_are_counted(campaign: Callable[..., Built], place: Path) -> None:
    """Next to those made here, whose question is said, stands how many others there are."""
    both = campaign(slug="both", prompts=4)
    judged = judge(both, both.enter("Kari Nordmann"))
    imported(both, place)
    close(both)
    method = (publish(both, place / "both") / "method.html").read_text("utf-8")
    assert ASKED["method.html"][0] in method
    assert f"6 of {judged + 6} judgments: Parvis does not know what was asked" in method


@pytest.mark.parametrize("people", [4, 5])
def test_the_care_of_few_people_is_not_published(
    plain: Built, place: Path, monkeypatch: pytest.MonkeyPatch, people: int
) -> None:
    """How gold was answered is there from five people on; below that no file says it, nor that it was not checked."""
    answers = [{"person": number, "kind": "gold", "alike": True} for number in range(1001, 1001 + people) for _ in "ab"]
    name = "eval_core.campaigns.publishing.public_release.control_answers"
    monkeypatch.setattr(name, lambda *_: pd.DataFrame(answers))
    site = publish(plain, place / "site")
    care = json.loads((site / "results.json").read_text("utf-8"))["care"]
    assert care["gold"] == ({"answers": 10, "as_expected": 10} if people == 5 else None)
    method, about = ((site / f"{page}.html").read_text("utf-8") for page in ("method", "people"))
    assert "care was not checked" not in method
    assert ("since so few people judged" in method) == (people == 4)
    assert ("not published: fewer than 5 people" in about) == (people == 4)


class Links(HTMLParser):
    """What a page refers to, its ids, and whether anything in it would run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.running: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        self.found += [str(facts[name]) for name in ("href", "src", "srcset") if facts.get(name)]
        self.running += [name for name in facts if name.startswith("on") or name == "style"]
        if tag == "script" and "src" not in facts and facts.get("type") != "application/json":
            self.running.append("script")


def test_every_link_is_relative_and_leads_to_a_file(built: Built, place: Path) -> None:
    """So the site opens from disk and under any path; nothing in a page runs that is not a file of the site."""
    site = publish(built, place / "site")
    pages = sorted(site.rglob("*.html"))
    assert len(pages) == 5 * len(LANGUAGES)
    for page in pages:
        links = Links()
        links.feed(page.read_text("utf-8"))
        assert links.running == []
        for link in links.found:
            path, _, _anchor = link.partition("#")
            assert not re.match(r"[a-z]+:|/", path), link
            assert not path or (page.parent / path).resolve().is_file(), (page, link)


def test_markup_from_outside_is_text(plain: Built, place: Path) -> None:
    """In a title, a system's name, prompts and responses: no page and no script holds it as it was, and it reads back."""
    with plain.store.write() as db:
        db.execute(update(Campaign).values(title=NASTY))
        db.execute(update(Response).values(text=NASTY))
        db.execute(update(Prompt).values(text=NASTY, category=NASTY))
        db.execute(update(System).where(System.name == SYSTEMS[0]).values(name=NASTY))
    site = publish(plain, place / "site")
    for name, text in texts_of(site).items():
        if name.endswith((".html", ".js", ".svg")):
            assert "<script>alert" not in text, name
            assert "<img src=x" not in text, name
            assert "\u2028" not in text or name.endswith(".html"), name
            assert "49" not in re.findall(r"onerror=alert\(2\)\S*?(\d+)", text), name
    chunk = (site / "pairs" / "texts-0.js").read_text("utf-8")
    given = json.loads(chunk[chunk.index("[") : chunk.rindex(")")])
    assert given[0][1] == NASTY
    assert set(given[0][2].values()) == {NASTY}


def test_without_texts_there_is_none(plain: Built, place: Path) -> None:
    """With --without-texts no prompt and no response is in any file; the ranking still is."""
    with plain.store.read() as db:
        words = [*db.scalars(select(Response.text)), *db.scalars(select(Prompt.text))]
    whole = publish(plain, place / "whole")
    assert naming(texts_of(whole), words) != []
    site = publish(plain, place / "site", texts=False)
    assert naming(texts_of(site), [str(word) for word in words]) == []
    assert not list(site.glob("pairs/texts-*.js"))
    assert "The texts are not published." in (site / "pairs.html").read_text("utf-8")


def test_only_a_site_of_ours_is_replaced(plain: Built, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another folder is refused and stays as it was; an earlier site is replaced, or stays where writing fails."""
    theirs = place / "theirs"
    theirs.mkdir()
    (theirs / "thesis.txt").write_text("mine")
    with pytest.raises(InputError, match="something else"):
        publish(plain, theirs)
    assert [path.name for path in theirs.iterdir()] == ["thesis.txt"]
    site = publish(plain, place / "site")
    before = bytes_of(site)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("eval_core.reports.site.publication.site_pages", fail)
        with pytest.raises(InputError, match="No space left"):
            publish(plain, site)
    assert bytes_of(site) == before
    publish(plain, site, texts=False)
    assert "pairs/texts-0.js" in before
    assert "pairs/texts-0.js" not in bytes_of(site), "what only the earlier site had is gone"
    assert (site / MARKER).is_file()
    assert sorted(path.name for path in place.iterdir()) == ["site", "theirs"]


def test_what_others_have_put_there_stays(plain: Built, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository and a domain's name, as on GitHub Pages, outlive the next site, and a try that fails halfway."""
    site = publish(plain, place / "site")
    theirs = {".git/HEAD": b"ref", ".git/data/x": b"1", "CNAME": b"results.example.org", "assets/own.css": b"p {}"}
    for name, content in theirs.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(content)
    before = bytes_of(site)
    replace = Path.replace
    for problem in (OSError(5, "Input/output error"), KeyboardInterrupt()):
        for breaks_at in range(1, 6):  # three things of others, and the two folders
            left = [breaks_at]

            def fail(path: Path, to: Path, left: list[int] = left, problem: BaseException = problem) -> Path:
                left[0] -= path.is_relative_to(site) or path.parent == place
                if left[0] == 0:
                    left[0] = -1
                    raise problem
                return replace(path, to)

            with monkeypatch.context() as patch:
                patch.setattr(Path, "replace", fail)
                with pytest.raises((InputError, KeyboardInterrupt)):
                    publish(plain, site)
            assert bytes_of(site) == before, (problem, breaks_at)
            assert [path.name for path in place.iterdir()] == ["site"]
    publish(plain, site)
    assert bytes_of(site) == before
    with (site / MARKER).open("a") as planted:  # the planted list: this one counts as ours
        planted.write("CNAME\n")
    publish(plain, site)
    assert before.keys() - bytes_of(site).keys() == {"CNAME"}


def test_a_name_that_the_new_site_needs_is_not_taken_from_others(plain: Built, place: Path) -> None:
    """It is refused by name, and nothing has changed; elsewhere it would be gone without a word."""
    site = publish(plain, place / "site", texts=False)
    (site / "pairs" / "texts-0.js").write_text("mine")
    before = bytes_of(site)
    with pytest.raises(InputError, match="pairs/texts-0.js is not of the earlier site"):
        publish(plain, site)
    assert bytes_of(site) == before


@pytest.mark.parametrize(
    ("given", "address"),
    [("", ""), (" https://a.example/x ", "https://a.example/x/"), ("http://127.0.0.1:8000", "http://127.0.0.1:8000/")],
)
def test_an_address(given: str, address: str) -> None:
    """It ends in a slash; none stays none."""
    assert checked_address(given) == address


@pytest.mark.parametrize(
    "given", ["javascript:alert(1)", "example.org", "https://a/?x", "https://a/ b", "ftp://a", "//a"]
)
def test_what_is_no_address(given: str) -> None:
    """A link elsewhere would lead to nothing, or run."""
    with pytest.raises(InputError, match="not the address"):
        checked_address(given)


def test_a_preview_needs_the_address(plain: Built, place: Path) -> None:
    """With an address the picture's is absolute; it has the size that the tags say."""
    site = publish(plain, place / "site", address="https://example.org/r")
    page = (site / "nn" / "index.html").read_text("utf-8")
    assert '<meta property="og:image" content="https://example.org/r/preview-nn.png">' in page
    picture = (site / "preview-nn.png").read_bytes()
    assert (int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")) == (1200, 630)


def test_what_cannot_be_published(campaign: Callable[..., Built], place: Path) -> None:
    """Nothing judged, or responses that are rated: a word each, and nothing is written."""
    for slug, options in (("none", {}), ("rated", {"protocol": "heval"})):
        made = campaign(slug=slug, prompts=2, **options)
        close(made)
        with pytest.raises(InputError):
            publish(made, place / "site")
    assert list(place.iterdir()) == []


def test_opening_again_switches_the_public_page_off(plain: Built) -> None:
    """The rule is refused while judging is open, and does not survive an opening."""
    change_rules(plain.store, plain.slug, {"public_results": "full"})
    move_campaign(plain.store, plain.slug, "reopened")
    with plain.store.read() as db:
        assert "public_results" not in (db.scalar(select(Campaign.settings)) or {})
    with pytest.raises(RefusedError) as refused:
        change_rules(plain.store, plain.slug, {"public_results": "full"})
    assert refused.value.code == "still_open"
