"""My work under a rating protocol: the list, a response with its ratings, and changing them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.rating_sheets import revise_ratings
from eval_core.campaigns.people.sign_ins.sign_in import choose_language
from eval_core.campaigns.rules import change_rules
from eval_core.locales import use_language
from eval_core.protocols import load_protocol
from eval_core.store import Rating, RatingMark, Store
from tests.support.acts import open_desk, record_ratings
from tests.support.building import Built, build_campaign
from tests.support.page_text import sent, words

Open = Callable[..., AppTest]
RATED = load_protocol("mt_qualitative").rated
TOP = {criterion.key: Score(criterion.max) for criterion in RATED}
NASTY = "<script>alert(1)</script> **stor** :red[rød]"


@pytest.fixture
def rated(store: Store) -> Built:
    """A campaign with explanations, in which Kari rated two responses."""
    built = build_campaign(store, protocol="mt_qualitative", prompts=1)
    kari = built.enter("Kari")
    for marks in (TOP, TOP | {RATED[0].key: Score(2, NASTY)}):
        (sheet,) = open_desk(store, kari, built.slug).sheets
        record_ratings(store, kari, built.slug, sheet.assignment_id, 0, marks)
    return built


def opened(built: Built, open_page: Open, number: int) -> AppTest:
    test = open_page("my_work", built.sessions["Kari"])
    return next(button for button in test.button if button.label == f"No. {number}").click().run()


def saved(test: AppTest) -> AppTest:
    return next(button for button in test.button if button.label == "Save").click().run()


def stored(built: Built) -> list[tuple[int, int | None, str | None]]:
    """Revision, value and explanation of the first criterion, of every response that was rated."""
    with built.store.read() as db:
        rows = select(Rating.revision, Rating.value, Rating.explanation).where(Rating.criterion == RATED[0].key)
        return [tuple(row) for row in db.execute(rows.order_by(Rating.id))]  # type: ignore[misc]


def test_nothing_rated_yet(store: Store, open_page: Open) -> None:
    """Before the first rating the page says so, and mentions no comparison and no judgment."""
    built = build_campaign(store, protocol="heval", prompts=1)
    seen = sent(open_page("my_work", built.enter("Kari")))
    assert "You have not rated any response in this campaign yet." in seen
    assert "Your ratings will appear here." in seen
    assert "comparison" not in words(open_page("my_work", built.sessions["Kari"]))
    assert "Back to rating" in seen


def test_the_list(rated: Built, open_page: Open) -> None:
    """How many in all and today, each response with its prompt, the newest first; no system's name is sent."""
    test = open_page("my_work", rated.sessions["Kari"])
    assert "You have rated 2 responses in this campaign, 2 of them today." in words(test)
    assert [button.label for button in test.button if (button.key or "").startswith("open_")] == ["No. 2", "No. 1"]
    assert "Oppgave 0" in words(test)
    assert not any(system in sent(test) for system in rated.systems)


def test_a_response_is_opened_with_its_ratings(rated: Built, open_page: Open) -> None:
    """Source, response, every rating filled in with its explanation as plain text, and the history."""
    test = opened(rated, open_page, 2)
    assert [radio.value for radio in test.radio] == ["2", *[str(criterion.max) for criterion in RATED[1:]]]
    assert test.text_input[0].value == NASTY
    seen = words(test)
    assert "Oppgave 0" in seen
    assert "<script>" not in seen
    assert "&lt;script&gt;" in seen
    assert all(criterion.label["en"] in seen for criterion in RATED)
    assert not any(system in sent(test) for system in rated.systems)
    test.button(key="close_entry").click().run()
    assert "Rated responses" in words(test)


def test_ratings_are_changed_and_kept(rated: Built, open_page: Open) -> None:
    """A change is saved as a new revision; the form shows the new ratings, and the history has both."""
    test = opened(rated, open_page, 1)
    test.radio[0].set_value("3")
    test.text_input[0].set_value("A word is missing")
    saved(test)
    assert "Changed. Your new ratings are saved." in words(test)
    assert stored(rated) == [(1, RATED[0].max, None), (1, 2, NASTY), (2, 3, "A word is missing")]
    assert (test.radio[0].value, test.text_input[0].value) == ("3", "A word is missing")
    assert words(test).count("<dl") == 2


def test_missing_reasons_are_named_and_equal_ratings_are_not_saved(rated: Built, open_page: Open) -> None:
    """A rating without its required reason is not saved, and saving the same ratings again changes nothing."""
    test = opened(rated, open_page, 1)
    saved(test)
    assert "These are already your ratings." in words(test)
    test.radio[0].set_value("3")
    saved(test)
    assert f"Still missing: why: {RATED[0].label['en']}." in words(test)
    assert len(stored(rated)) == 2


def test_fixed_ratings_are_only_read(rated: Built, open_page: Open) -> None:
    """Where the lead does not allow changes, each rating is shown with its point's label and without a form."""
    change_rules(rated.store, rated.slug, {"revisable": False})
    test = opened(rated, open_page, 2)
    assert not test.radio
    assert "Ratings cannot be changed in this campaign." in words(test)


def test_a_change_of_another_tab_is_not_overwritten(rated: Built, open_page: Open) -> None:
    """A change from a second tab is refused, and the tab shows the present ratings."""
    test = opened(rated, open_page, 1)
    with rated.store.read() as db:
        first = db.scalars(select(Rating.rating_assignment_id).order_by(Rating.id)).first()
    assert first is not None
    changed = TOP | {RATED[0].key: Score(1, "Wrong")}
    revise_ratings(rated.store, rated.sessions["Kari"], rated.slug, first, 1, changed)
    test.radio[1].set_value(str(RATED[1].max - 1))
    test.text_input[1].set_value("Stiff")
    saved(test)
    assert "Not saved: these ratings were changed in the meantime" in words(test)
    assert test.radio[0].value == "1"


def test_search(rated: Built, open_page: Open) -> None:
    """The search looks in the person's own explanations, too."""
    test = open_page("my_work", rated.sessions["Kari"])
    test.text_input(key="work_search").set_value("STOR").run()
    assert "1 response found" in words(test)


@pytest.mark.parametrize("language", ["nb", "nn"])
def test_in_norwegian(rated: Built, open_page: Open, language: str, request: pytest.FixtureRequest) -> None:
    """In both written standards none of the page's own words is English."""
    choose_language(rated.store, rated.sessions["Kari"], language)
    use_language(language)  # AppTest looks up the labels of a choice in this thread
    request.addfinalizer(lambda: use_language("en"))
    test = open_page("my_work", rated.sessions["Kari"])
    assert "Du har vurdert 2 svar" in words(test)
    assert "Vurderte svar" in words(test)
    next(button for button in test.button if (button.key or "").startswith("open_")).click().run()
    assert "Endre det du vil, og lagre." in words(test)
    assert not [word for word in ("Hours", "Judgments", "History", "Response") if word in words(test)]


def test_marked_words_are_shown(rated: Built, open_page: Open) -> None:
    """In the response, under the criterion's name; those of an earlier revision are not."""
    with rated.store.write() as db:
        first = db.scalars(select(Rating.rating_assignment_id).order_by(Rating.id)).first()
        assert first is not None
        for revision, start in ((1, 0), (2, 6)):
            mark = {"rating_assignment_id": first, "issue": RATED[0].key, "start": start, "end": start + 2}
            db.add(RatingMark(revision=revision, **mark))
    seen = words(opened(rated, open_page, 1))
    assert f'<mark title="{RATED[0].label["en"]}">De</mark>tte er svar' in seen
    assert seen.count("<mark") == 1
