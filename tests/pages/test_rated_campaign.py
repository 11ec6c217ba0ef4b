"""The staff's pages of a campaign whose responses are rated: each says something true, none speaks of 0 of 0."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.rating import record_ratings
from eval_core.campaigns.rating_desk import Mark, open_rating_desk
from eval_core.campaigns.rules import read_rules
from eval_core.protocols import load_protocol
from eval_core.store import Store
from tests.pages.seeing import sent, words
from tests.services.building import Built, build_campaign

Open = Callable[..., AppTest]
MARKS = {criterion.key: Mark(3) for criterion in load_protocol("heval").rated}


def made(store: Store, times: int, prompts: int = 2) -> Built:
    """A campaign in which Kari rated so many responses, with a lead who is a researcher, too."""
    built = build_campaign(store, protocol="heval", prompts=prompts)
    kari = built.enter("Kari")
    built.enter("Siri", "lead", "researcher")
    for _ in range(times):
        (sheet,) = open_rating_desk(store, kari, built.slug).sheets
        record_ratings(store, kari, built.slug, sheet.assignment_id, 0, MARKS)
    return built


@pytest.mark.parametrize(
    ("times", "prompts", "expected"),
    [
        (0, 0, ("There is nothing to rate yet.", "No response is loaded")),
        (0, 2, ("Responses have been rated 0 of 12 times.", "0 of 6 responses are rated as often as planned")),
        (3, 2, ("Responses have been rated 3 of 12 times.", "It is too early for a forecast.", "Kari")),
    ],
)
def test_progress(store: Store, open_page: Open, times: int, prompts: int, expected: tuple[str, ...]) -> None:
    """Counted are responses and those who rate them; comparisons and judgments are not spoken of."""
    built = made(store, times, prompts)
    seen = words(open_page("progress", built.sessions["Siri"]))
    assert all(part in seen for part in expected)
    assert not [word for word in ("0 of 0", "comparison", "judgment", "nothing connects") if word in seen]


def test_all_is_rated(store: Store, open_page: Open) -> None:
    """When everybody who is asked has rated everything, the page says so."""
    built = made(store, 6)
    ola = built.enter("Ola")
    for _ in range(6):
        (sheet,) = open_rating_desk(store, ola, built.slug).sheets
        record_ratings(store, ola, built.slug, sheet.assignment_id, 0, MARKS)
    seen = words(open_page("progress", built.sessions["Siri"]))
    assert "All responses are rated, 12 times in all." in seen
    assert "6 of 6 responses are rated as often as planned" in seen


@pytest.mark.parametrize("page", ["quality", "analysis", "method"])
@pytest.mark.parametrize("times", [0, 3])
def test_pages_about_comparisons_say_that_responses_are_rated(
    store: Store, open_page: Open, page: str, times: int
) -> None:
    """Where there is nothing to compare, the page says why and shows the way to the scores."""
    seen = sent(open_page(page, made(store, times).sessions["Siri"]))
    assert "Responses are rated in this campaign." in seen
    assert "See the scores" in seen
    assert "There are no judgments yet" not in seen


@pytest.mark.parametrize("page", ["inbox", "setup", "people"])
def test_the_other_pages_open(store: Store, open_page: Open, page: str) -> None:
    """Nothing fails, and nothing claims 0 of 0."""
    assert "0 of 0" not in sent(open_page(page, made(store, 2).sessions["Siri"]))


def test_people_shows_what_they_rated(store: Store, open_page: Open) -> None:
    """Beside each rater stands how many responses they rated."""
    seen = words(open_page("people", made(store, 2).sessions["Siri"]))
    row = seen[seen.index("Kari") :]
    assert '<td class="number">2</td>' in row[: row.index("</tr>")]


def test_setup_speaks_of_responses(store: Store, open_page: Open) -> None:
    """The plan says how many rate each response, and nothing of comparisons that are still to come."""
    seen = words(open_page("setup", made(store, 0).sessions["Siri"]))
    assert "Each response is rated by 2 annotators." in seen
    assert "once there are comparisons" not in seen


def test_a_draft_is_started_in_the_browser(store: Store, open_page: Open) -> None:
    """Responses are enough to start with; without any, the button waits and the page says for what."""
    for slug, prompts in (("empty", 0), ("loaded", 2)):
        built = build_campaign(store, slug=slug, protocol="heval", prompts=prompts, status="draft")
        page = open_page("setup", built.enter(f"Lead of {slug}", "lead"))
        page.radio(key="setup_step_en").set_value("course").run()
        assert page.button(key="move_started").disabled == (prompts == 0)
        assert ("There is nothing to judge yet: load responses first." in words(page)) == (prompts == 0)
    assert "Running: annotators judge." in words(page.button(key="move_started").click().run())


def test_how_many_responses_stand_beside_each_other(store: Store, open_page: Open) -> None:
    """A lead says so in Setup, and the rater's next screen has as many; where responses are compared nobody is asked."""
    built = build_campaign(store, protocol="heval", prompts=2)
    page = open_page("setup", built.enter("Lise", "lead"))
    page.radio(key="setup_step_en").set_value("rules").run()
    page.number_input(key=f"{built.slug}/responses_beside").set_value(3)
    page.button(key="save_beside").click().run()
    assert read_rules(store, built.slug).responses_beside == 3
    assert len(open_rating_desk(store, built.enter("Kari"), built.slug).sheets) == 3
    compared = build_campaign(store, slug="compared")
    page = open_page("setup", compared.enter("Liv", "lead"))
    page.radio(key="setup_step_en").set_value("rules").run()
    assert "Responses to rate" not in words(page)
