"""The public page of results: for anyone, only when a lead has switched it on, and one build for each state."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.types import Message

from eval_core.campaigns.access import find_person
from eval_core.campaigns.publishing.archive.export import export_everything
from eval_core.campaigns.publishing.archive.restore import import_everything
from eval_core.campaigns.publishing.public_results import public_results
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.rules import change_rules, read_rules
from eval_core.campaigns.setup.lifecycle import duplicate_campaign, move_campaign
from eval_core.errors import RefusedError
from eval_core.locales import use_language
from eval_core.reports.site import publication as site_folder
from eval_core.reports.site.site_folder import MARKER
from eval_core.store import Exclusion, Store, upgrade
from eval_core.web.public_results import public_results_routes
from tests.support.building import Built, text_of
from tests.support.judging import judge
from tests.support.site_reading import naming

HERE = "/parvis/results/trial/"


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A closed campaign that two people have judged; its page is off."""
    made = campaign(prompts=4)
    for person in (made.enter("Kari Nordmann"), made.enter("Ola Nordmann")):
        judge(made, person)
    move_campaign(made.store, made.slug, "closed")
    return made


@pytest.fixture
def public(built: Built) -> Built:
    """The same, switched on."""
    show(built)
    return built


def show(built: Built, how: str = "full") -> None:
    change_rules(built.store, built.slug, {"public_results": how})


def application(store: Store) -> Starlette:
    return Starlette(routes=public_results_routes(store, "/parvis"))


def client(store: Store) -> TestClient:
    return TestClient(application(store), follow_redirects=False)


def answer_to(store: Store, path: str) -> tuple[int, str, list[tuple[str, str]]]:
    found = client(store).get(path)
    return found.status_code, found.text, sorted(found.headers.items())


def test_a_page_that_is_off_answers_like_none(built: Built) -> None:
    """Word for word and header for header: off, unknown, open, and what is no short name; on, it is there."""
    paths = [
        HERE,
        HERE[:-1],
        f"{HERE}results.json",
        "/parvis/results/unknown/",
        "/parvis/results/%00/",
        "/parvis/results/A'/",
    ]
    assert len({repr(answer_to(built.store, path)) for path in paths}) == 1
    assert answer_to(built.store, HERE)[0] == 404
    show(built)
    assert answer_to(built.store, HERE)[0] == 200


def test_anyone_reads_it(public: Built) -> None:
    """Without a cookie, in three languages, with strict headers; a browser's copy is asked for again each time."""
    browser = client(public.store)
    assert browser.get(HERE[:-1]).headers["location"] == HERE
    assert browser.get(f"{HERE}nn").headers["location"] == f"{HERE}nn/"
    for path, language in (("", "en"), ("nb/", "nb"), ("nn/index.html", "nn")):
        page = browser.get(HERE + path)
        assert f'<html lang="{language}">' in page.text
        assert "set-cookie" not in page.headers
    assert (page.headers["cache-control"], page.headers["x-content-type-options"]) == ("no-cache", "nosniff")
    assert "default-src 'none'; script-src 'self'" in page.headers["content-security-policy"]
    again = browser.get(HERE, headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert browser.head(HERE).content == b""
    assert browser.post(HERE).status_code == 405
    kinds = {name: browser.get(HERE + name).headers["content-type"] for name in ("assets/site.js", "data/README.md")}
    assert kinds == {
        "assets/site.js": "text/javascript; charset=utf-8",
        "data/README.md": "text/markdown; charset=utf-8",
    }


def test_it_names_no_one(public: Built, tmp_path: Path) -> None:
    """Every file that is served is read, and none names a person; a planted name is found, markers are not served."""
    names = site_folder.write_site(public.store, public.slug, tmp_path / "site").files
    browser = client(public.store)
    answers = {name: browser.get(HERE + name) for name in names}
    hidden = [name for name, answer in answers.items() if answer.status_code != 200]
    assert hidden == [".nojekyll", MARKER]
    files = {name: answer.content.decode(errors="replace") for name, answer in answers.items()}
    assert naming(files, ["Nordmann", "Kari", "person_id"]) == []
    assert naming(files | {"planted": "by Kari"}, ["Kari"]) == [("planted", "Kari")]


PATHS = (
    "../../../etc/passwd",
    "/etc/passwd",
    "//etc/passwd",
    "assets/../../x",
    "assets/..\\..\\x",
    "data/\0",
    ".parvis-site",
    "./index.html",
    "assets",
    "assets/",
    "nb/index.html/",
    "C:\\x",
)


def test_no_path_leads_out(public: Built) -> None:
    """A file is found by its name in a list: whatever else is asked for gets the answer of an unknown page."""
    app = application(public.store)

    async def status_of(path: str) -> int:
        """Asked without a client, which would tidy the path up."""
        scope = {"type": "http", "method": "GET", "path": HERE + path, "headers": [], "query_string": b""}
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request"}

        async def send(message: Message) -> None:
            sent.append(message)

        await app(scope, receive, send)
        return int(sent[0]["status"])

    async def every() -> list[int]:
        return [await status_of(path) for path in ("index.html", *PATHS)]

    assert asyncio.run(every()) == [200, *[404] * len(PATHS)]


def test_opening_again_hides_it_at_once(public: Built) -> None:
    """The site that was built is not shown any more, and closing alone does not bring it back; archived it stays."""
    browser = client(public.store)
    assert browser.get(HERE).status_code == 200
    move_campaign(public.store, public.slug, "archived")
    assert browser.get(HERE).status_code == 200
    move_campaign(public.store, public.slug, "reopened")
    assert browser.get(HERE).status_code == 404
    assert public_results(public.store, public.slug) is None
    move_campaign(public.store, public.slug, "closed")
    assert browser.get(HERE).status_code == 404


@pytest.mark.parametrize(
    ("meanwhile", "after"),
    [
        (lambda made: move_campaign(made.store, made.slug, "reopened"), 404),
        (lambda made: change_rules(made.store, made.slug, {"public_results": "off"}), 404),
        (lambda made: change_rules(made.store, made.slug, {"public_results": "without_texts"}), 200),
        (lambda made: None, 200),
    ],
)
@pytest.mark.parametrize("early", [True, False])
def test_what_changes_while_it_is_built_counts(
    public: Built, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Built], object], after: int, early: bool
) -> None:
    """A build takes seconds. Opened again, switched off or without texts by then: who has waited reads nothing of it."""
    browser, write = client(public.store), site_folder.write_site

    def slowly(*args: object, **options: object) -> object:
        monkeypatch.setattr(site_folder, "write_site", write)
        if early:
            meanwhile(public)
        written = write(*args, **options)  # type: ignore[arg-type]
        if not early:
            meanwhile(public)
        return written

    monkeypatch.setattr(site_folder, "write_site", slowly)
    texts = f"{HERE}pairs/texts-0.js"
    unchanged = public_results(public.store, public.slug)
    first = browser.get(texts)
    changed = public_results(public.store, public.slug) != unchanged
    assert (first.status_code, text_of("p0", "alfa-modell") in first.text) == ((503, False) if changed else (200, True))
    assert browser.get(HERE).status_code == after


def test_closed_again_unchanged_it_is_there_again(public: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened again the moment before it was built: once it is closed and public again, a minute later it is built."""
    browser, write = client(public.store), site_folder.write_site

    def refused(*_: object, **_options: object) -> None:
        monkeypatch.setattr(site_folder, "write_site", write)
        raise RefusedError("still_open", "the campaign is open")

    monkeypatch.setattr(site_folder, "write_site", refused)
    monkeypatch.setattr("eval_core.web.public_results._AGAIN", 0.0)
    assert browser.get(HERE).status_code == 503
    assert browser.get(HERE).status_code == 200


def test_switching_on_needs_a_closed_campaign_and_a_lead(built: Built) -> None:
    """While judging is open it is refused, and it is for leads."""
    researcher = built.enter("Rita", "researcher")
    with pytest.raises(RefusedError):
        change_rules(built.store, built.slug, {"public_results": "full"}, researcher)
    move_campaign(built.store, built.slug, "reopened")
    with pytest.raises(RefusedError, match="closed"):
        show(built)


def test_a_change_of_the_data_renews_it(public: Built) -> None:
    """An annotator who is left out is out of it at the next request, and so are texts that are withheld."""
    browser = client(public.store)
    before = browser.get(f"{HERE}results.json")
    assert before.json()["counts"]["annotators"] == 2
    assert text_of("p0", "alfa-modell") in browser.get(f"{HERE}pairs/texts-0.js").text
    with public.store.read() as db:
        person = find_person(db, "Kari Nordmann").id
    exclude_person(public.store, public.slug, person, "Too fast")
    after = browser.get(f"{HERE}results.json", headers={"If-None-Match": before.headers["etag"]})
    assert (after.status_code, after.json()["counts"]["annotators"]) == (200, 1)
    show(public, "without_texts")
    assert browser.get(f"{HERE}pairs/texts-0.js").status_code == 404


def test_a_flood_builds_once(public: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty requests at once for a site that is not built: one build; some wait, the others are asked to come again."""
    built, write = [], site_folder.write_site

    def counted(*args: object, **options: object) -> object:
        built.append(args)
        return write(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(site_folder, "write_site", counted)

    async def flood() -> list[int]:
        transport = httpx.ASGITransport(app=application(public.store))
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver", timeout=60) as browser:
            answers = await asyncio.gather(*(browser.get(HERE) for _ in range(60)))
            late = await browser.get(HERE)
        return [answer.status_code for answer in (*answers, late)]

    statuses = asyncio.run(flood())
    assert len(built) == 1
    assert set(statuses) <= {200, 503}
    assert statuses[-1] == 200


def test_a_site_that_fails_is_not_built_again_and_again(public: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word, without what went wrong; the next try comes after a minute."""
    tries = []

    def fail(*_: object, **_options: object) -> None:
        tries.append(1)
        raise RuntimeError("Kari Nordmann")

    monkeypatch.setattr(site_folder, "write_site", fail)
    browser = client(public.store)
    answers = [browser.get(HERE) for _ in range(3)]
    assert [(answer.status_code, "Nordmann" in answer.text) for answer in answers] == [(503, False)] * 3
    assert answers[0].headers["retry-after"] == "10"
    assert len(tries) == 1


def test_nothing_to_rank_is_no_page(public: Built) -> None:
    """Where everyone was left out, there is nothing to show, and no error."""
    with public.store.write() as db:
        for name in ("Kari Nordmann", "Ola Nordmann"):
            db.add(Exclusion(campaign_id=public.id, person_id=find_person(db, name).id, reason="Too fast"))
    assert client(public.store).get(HERE).status_code == 404


def test_copies_are_not_public(public: Built, store: Store, tmp_path: Path) -> None:
    """Neither a duplicate nor a restored archive is public by itself."""
    slug = duplicate_campaign(public.store, public.slug, "Copy")
    assert read_rules(public.store, slug).public_results == "off"
    file = tmp_path / "trial.zip"
    with file.open("wb") as packed:
        export_everything(public.store, public.slug, packed)
    other = Store(f"sqlite:///{tmp_path / 'other.db'}")
    upgrade(other)
    import_everything(other, file)
    assert public_results(other, public.slug) is None
    assert read_rules(other, public.slug).public_results == "off"
    other.dispose()


def test_the_key_changes_with_what_is_shown(public: Built) -> None:
    """Nothing new gives the same key; a judgment's exclusion, a title or a rule gives another."""
    first = public_results(public.store, public.slug)
    assert first == public_results(public.store, public.slug)
    change_rules(public.store, public.slug, {"public_results": "without_texts"})
    second = public_results(public.store, public.slug)
    assert first is not None
    assert second is not None
    assert (first.key != second.key, first.texts, second.texts) == (True, True, False)
    assert json.dumps([first.slug, second.slug]) == '["trial", "trial"]'
