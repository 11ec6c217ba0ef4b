"""A class behind one address, in the same second: from the link to the first judgment, with and without nginx."""

from __future__ import annotations

import http.client
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Barrier
from urllib.parse import urlencode, urlsplit

import pytest
from sqlalchemy import func, select

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, read_guidelines
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.rules import change_rules
from eval_core.store import Judgment, Store
from eval_core.web.cookie import COOKIE
from tests.browser.conftest import Site
from tests.support.arriving import LETTER
from tests.support.browser.nginx import Proxied, proxying
from tests.support.building import build_campaign
from tests.support.desk_client import SECONDS, DeskClient, choice

pytestmark = pytest.mark.both_databases
PROMPTS = 160  # enough that a hundred people, who hold three comparisons each, need not wait for one another
READING = 0.6  # seconds until a comparison is judged, which takes longer than the dwell


@pytest.fixture
def behind(serve: Callable[..., Site], tmp_path: Path) -> Iterator[Callable[..., Proxied]]:
    """Starts a dashboard at /parvis behind an nginx of its own, with the documented files."""
    with proxying(serve, tmp_path) as begin:
        yield begin


@dataclass
class Browser:
    """One pupil's browser: its cookie, and every status that it was answered."""

    url: str
    cookie: str = ""
    statuses: list[int] = field(default_factory=list)

    def ask(self, method: str, path: str, form: Mapping[str, str] | None = None) -> str:
        """One request below the server's address; the page that comes back."""
        where = urlsplit(self.url)
        connection = http.client.HTTPConnection(where.netloc, timeout=SECONDS)
        said = {"Origin": f"{where.scheme}://{where.netloc}", "Content-Type": "application/x-www-form-urlencoded"}
        try:
            connection.request(method, f"{where.path}{path}", urlencode(form) if form else None, said)
            answer = connection.getresponse()
            self.statuses.append(answer.status)
            if found := re.match(rf"{COOKIE}=([^;]+)", answer.headers.get("set-cookie", "")):
                self.cookie = found[1]
            return answer.read().decode()
        finally:
            connection.close()

    def judge(self, slug: str) -> bool:
        """The first comparison of the desk; whether it was recorded."""
        desk = DeskClient(self.url, slug, self.cookie)
        pile = desk.pile()
        self.statuses.append(pile.status)
        if not pile.sheets:
            return False
        time.sleep(READING)
        reply = desk.act(choice(pile.sheets[0], "A"), holding=[one["assignment"] for one in pile.sheets[1:]])
        self.statuses.append(reply.status)
        desk.close()
        return reply.results == [("recorded", None)]


def class_comes(size: int, come: Callable[[int], bool], guesses: Sequence[Callable[[], object]] = ()) -> list[object]:
    """What becomes of each of so many, who begin in the same moment, together with those who guess."""
    begin = Barrier(size + len(guesses))

    def one(at: int) -> object:
        begin.wait(60)
        return come(at) if at < size else guesses[at - size]()

    with ThreadPoolExecutor(size + len(guesses)) as pool:
        return list(pool.map(one, range(size + len(guesses))))[:size]


def judged(store: Store, slug: str) -> tuple[int, int]:
    """Judgments of a campaign that count, and the people who made them."""
    with store.read() as db:
        here = (Judgment.campaign_id == find_campaign(db, slug).id, Judgment.live)
        row = db.execute(select(func.count(), func.count(Judgment.person_id.distinct())).where(*here)).one()
        return row[0], row[1]


def through(url: str, store: Store, size: int) -> tuple[list[Browser], Callable[[int], bool]]:
    """The browsers of so many new annotators, and what each of them does with their own link."""
    links = [f"/join/{add_person(store, f'Elev {at}', ['annotator'], ['trial']).token}" for at in range(size)]
    browsers = [Browser(url) for _ in links]

    def come(at: int) -> bool:
        shown = browsers[at].ask("GET", links[at])
        browsers[at].ask("POST", links[at])
        return f"Elev {at}" in shown and browsers[at].judge("trial")

    return browsers, come


def by_the_open_link(url: str, store: Store, size: int) -> tuple[list[Browser], Callable[[int], bool]]:
    """The same for so many newcomers, who read the letter and the guidelines."""
    browsers = [Browser(url) for _ in range(size)]

    def come(at: int) -> bool:
        page = browsers[at].ask("GET", "/take-part/open")
        form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]+)"', page))
        browsers[at].ask("POST", "/take-part/open", form)
        if not browsers[at].cookie:
            return False
        # As the button of the guidelines' page does, which is Streamlit's.
        version = read_guidelines(store, browsers[at].cookie, "open", "nb").version
        acknowledge_guidelines(store, browsers[at].cookie, "open", version, "nb")
        return browsers[at].judge("open")

    return browsers, come


def answers(browsers: list[Browser]) -> Counter[int]:
    """How often each status came."""
    return sum((Counter(browser.statuses) for browser in browsers), Counter())


def test_a_class_of_a_hundred_from_link_to_judgment(
    behind: Callable[..., Proxied], database: Callable[..., str]
) -> None:
    """Through nginx a hundred open their own links, then a hundred an open one: nobody is refused, each has a judgment."""
    proxied = behind(database=database(), prompts=PROMPTS)
    store = proxied.site.store
    build_campaign(store, slug="open", prompts=PROMPTS)
    change_rules(store, "open", {"letter": LETTER, "open_link": True})

    browsers, come = through(proxied.url, store, 100)
    recorded = class_comes(100, come)
    assert answers(browsers) == {200: 300, 303: 100}
    assert recorded == [True] * 100
    assert judged(store, "trial") == (100, 100)

    browsers, come = by_the_open_link(proxied.url, store, 100)
    recorded = class_comes(100, come)
    assert answers(browsers) == {200: 400}
    assert recorded == [True] * 100
    assert judged(store, "open") == (100, 100)


@pytest.mark.parametrize(("nginx", "size"), [(True, 100), (False, 60)], ids=["nginx-100", "direct-60"])
def test_a_class_among_guessers(
    behind: Callable[..., Proxied], database: Callable[..., str], nginx: bool, size: int
) -> None:
    """Forty wrong links from the same address at the same moment are slowed down, and the class gets in all the same."""
    proxied = behind(database=database(), prompts=PROMPTS)
    store, url = proxied.site.store, proxied.url
    if not nginx:
        url = f"http://127.0.0.1:{proxied.site.port}{urlsplit(url).path}"
    browsers, come = through(url, store, size)
    guessers = [Browser(url) for _ in range(40)]
    guesses = [lambda at=at: guessers[at].ask("GET", f"/join/none{at}") for at in range(40)]
    recorded = class_comes(size, come, guesses)
    assert answers(browsers) == {200: 3 * size, 303: size}
    assert recorded == [True] * size
    assert judged(store, "trial") == (size, size)
    assert answers(guessers) == {404: 20, 429: 20}
