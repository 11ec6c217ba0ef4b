"""The staff's pages of a campaign whose responses are rated: each says something true, none speaks of 0 of 0."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.access import find_person
from eval_core.campaigns.content.import_ratings import import_ratings
from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.joining.guidelines import publish_clarification
from eval_core.campaigns.quality.case_file.rated_list import read_rated
from eval_core.campaigns.quality.gold_ratings import list_gold_ratings
from eval_core.campaigns.rules import read_rules
from eval_core.campaigns.watching.watch import watch
from eval_core.protocols import load_guidelines, load_protocol
from eval_core.store import Store
from tests.support.acts import open_desk, record_ratings, skip_comparison
from tests.support.building import Built, build_campaign
from tests.support.page_text import desk_data, links, sent, words

Open = Callable[..., AppTest]
MARKS = {criterion.key: Score(3) for criterion in load_protocol("heval").rated}


def made(store: Store, times: int, prompts: int = 2) -> Built:
    """A campaign in which Kari rated so many responses, with a lead who is a researcher, too."""
    built = build_campaign(store, protocol="heval", prompts=prompts)
    kari = built.enter("Kari")
    built.enter("Siri", "lead", "researcher")
    for _ in range(times):
        (sheet,) = open_desk(store, kari, built.slug).sheets
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
        (sheet,) = open_desk(store, ola, built.slug).sheets
        record_ratings(store, ola, built.slug, sheet.assignment_id, 0, MARKS)
    seen = words(open_page("progress", built.sessions["Siri"]))
    assert "All responses have been rated, 12 times in all." in seen
    assert "6 of 6 responses are rated as often as planned" in seen


@pytest.mark.parametrize("page", ["method"])
@pytest.mark.parametrize("times", [0, 3])
def test_pages_about_comparisons_say_that_responses_are_rated(
    store: Store, open_page: Open, page: str, times: int
) -> None:
    """Where there is nothing to compare, the page says why and shows the way to the scores."""
    seen = sent(open_page(page, made(store, times).sessions["Siri"]))
    assert "Responses are rated in this campaign." in seen
    assert "See the scores" in seen
    assert "There are no judgments yet" not in seen


def test_quality_of_ratings(store: Store, open_page: Open, tmp_path: Path) -> None:
    """Agreement by criterion and a row for each rater; careless ones are named here and under what needs attention."""
    built = build_campaign(store, protocol="heval", prompts=8, overlap=3)
    lead = built.enter("Siri", "lead")
    assert "There are no ratings yet." in words(open_page("quality", lead))
    rated_by_three(built, tmp_path)
    seen = words(open_page("quality", lead))
    assert "Look at the ratings of Ola first: nearly every criterion gets the same value." in seen
    assert all(part in seen for part in ("Krippendorff", "24 of 24", "Agreement by criterion"))
    assert not [word for word in ("comparison", "judgment", *built.systems) if word in seen]
    (ola,) = [need for need in watch(store, built.slug).needs if need.doubt]
    assert (ola.person and ola.person.name, ola.code) == ("Ola", "one_value")
    assert "Ola gave 24 of 24 responses the same value on every criterion" in words(open_page("progress", lead))


def test_control_responses_have_a_page(store: Store, open_page: Open, tmp_path: Path) -> None:
    """Loaded from a file, listed with what is expected, taken out of use; whether raters get them is said."""
    built = build_campaign(store, protocol="heval", prompts=1)
    lead = built.enter("Lise", "lead")
    page = open_page("gold_ratings", lead)
    assert "There are no control responses yet." in words(page)
    rows = [{"response": f"Kontroll {number}.", "semantics": "3-4", "tense": 4} for number in range(2)]
    page.file_uploader[0].set_value(("k.jsonl", "\n".join(map(json.dumps, rows)).encode(), "application/json")).run()
    page.button(key="controls_load").click().run()
    said = words(page)
    assert "2 control responses are loaded." in said
    assert all(part in said for part in ("2 control responses are in use.", "Tense 4, Meaning 3–4", "not rated yet"))
    assert "No one gets them yet: set their share under Rules on Setup." in said
    (first, _second) = list_gold_ratings(store, built.slug)
    page.button(key=f"control_use_{first.response_id}").click().run()
    assert "1 control response is in use." in words(page)
    bad = b'{"response": "x", "tense": 9}'
    page.file_uploader[0].set_value(("k.jsonl", bad, "application/json")).run()
    page.button(key="controls_load").click().run()
    assert "Row 1, column “tense”" in words(page)
    assert "is a whole number from 0 to 4, or a range such as 0-4" in words(page)
    compared = build_campaign(store, slug="compared").enter("Liv", "lead")
    assert "Here they are compared." in words(open_page("gold_ratings", compared))


def test_the_case_file_of_a_rater(store: Store, open_page: Open, tmp_path: Path) -> None:
    """The one rule's sentence, the numbers next to the others', and the sheets to read, by what is remarkable."""
    built = build_campaign(store, protocol="heval", prompts=8, overlap=3)
    lead = built.enter("Siri", "lead")
    rated_by_three(built, tmp_path)
    with store.read() as db:
        ola = find_person(db, "Ola").id
    page = open_page("case", lead)
    page.query_params["annotator"] = str(ola)
    page.run()
    seen = sent(page)
    assert "Ola gave 24 of 24 responses the same value on every criterion" in seen
    assert all(part in seen for part in ("Next to the others", "good annotators of this campaign would look like this"))
    assert "4 Ideal" in seen
    assert not [system for system in built.systems if system in seen]
    assert len([one for one in page.expander if "The same value throughout" in one.label]) == 10
    every = read_rated(store, built.slug, ola, limit=100)
    assert every.counts == {"all": 24, "same": 24, "fast": 0, "apart": every.counts["apart"], "na": 0}
    assert 0 < every.counts["apart"] < 24
    assert [row.seen.sheet.assignment_id for row in every.rows] == sorted(
        (row.seen.sheet.assignment_id for row in every.rows), reverse=True
    )
    apart = read_rated(store, built.slug, ola, "apart", limit=100)
    assert all(row.apart is not None and abs(row.apart) >= 0.3 for row in apart.rows)


def rated_by_three(built: Built, folder: Path) -> None:
    """Kari and Eva differ from one criterion to the next; Ola gives 4 to everything."""
    rows = [
        {"prompt_id": f"p{prompt}", "system": system, "annotator_id": name}
        | {key: 4 if name == "Ola" else (prompt + turn + place % 3) % 5 for place, key in enumerate(MARKS)}
        for prompt in range(8)
        for turn, system in enumerate(built.systems)
        for name in ("Kari", "Eva", "Ola")
    ]
    path = folder / "ratings.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    import_ratings(built.store, path, built.slug)


def test_pages_about_comparisons_are_not_listed(store: Store, open_page: Open) -> None:
    """Gold and method are in the sidebar where responses are compared, and not where they are rated."""
    for slug, protocol in (("rated", "heval"), ("compared", "norwegian_fluency")):
        lead = build_campaign(store, slug=slug, protocol=protocol).enter(f"Lead of {slug}", "lead")
        titles = set(links(open_page("progress", lead)))
        assert "Quality" in titles
        assert bool(titles & {"Gold comparisons", "Method"}) == (slug == "compared")


@pytest.mark.parametrize("prompts", [0, 2])
def test_a_protocol_is_chosen_by_its_name_and_shown_as_the_desk_shows_it(
    store: Store, open_page: Open, prompts: int
) -> None:
    """Title, criteria and languages in words; every criterion with its points on an example, before and after loading."""
    built = build_campaign(store, protocol="heval", prompts=prompts)
    page = open_page("setup", built.enter("Lise", "lead"))
    page.radio(key="setup_step_en").set_value("rules").run()
    chosen = page.selectbox(key=f"{built.slug}/protocol")
    assert {"HEval: eleven features of a translation", "Norwegian fluency"} <= set(chosen.options)
    seen = sent(page)
    assert "Annotators rate each response on 11 criteria." in seen
    assert all(one.label["en"] in seen and one.description["en"] in seen for one in load_protocol("heval").rated)
    assert "Not acceptable" in seen
    assert ("Oppgave 0" in seen) == ("An example from this campaign." in seen) == bool(prompts)
    assert not [system for system in built.systems if system in seen]
    compared = build_campaign(store, slug="compared", prompts=prompts)
    page = open_page("setup", compared.enter("Liv", "lead"))
    page.radio(key="setup_step_en").set_value("rules").run()
    assert all(part in sent(page) for part in ("Annotators compare two responses", "Equally fluent", "preview-choices"))


@pytest.mark.parametrize("page", ["inbox", "setup", "people"])
def test_the_other_pages_open(store: Store, open_page: Open, page: str) -> None:
    """Nothing fails, and nothing claims 0 of 0."""
    assert "0 of 0" not in sent(open_page(page, made(store, 2).sessions["Siri"]))


def test_people_shows_what_they_rated(store: Store, open_page: Open) -> None:
    """Next to each rater is how many responses they rated."""
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
        assert ("There is nothing to judge yet. Load responses first." in words(page)) == (prompts == 0)
    assert "Running: annotators judge." in words(page.button(key="move_started").click().run())


def test_how_many_responses_stand_beside_each_other(store: Store, open_page: Open) -> None:
    """A lead says so in Setup, and the rater's next screen has as many; where responses are compared none is asked."""
    built = build_campaign(store, protocol="heval", prompts=2)
    page = open_page("setup", built.enter("Lise", "lead"))
    page.radio(key="setup_step_en").set_value("rules").run()
    page.number_input(key=f"{built.slug}/responses_beside").set_value(3)
    page.button(key="save_rules").click().run()
    assert read_rules(store, built.slug).responses_beside == 3
    assert len(open_desk(store, built.enter("Kari"), built.slug).sheets) == 3
    compared = build_campaign(store, slug="compared")
    page = open_page("setup", compared.enter("Liv", "lead"))
    page.radio(key="setup_step_en").set_value("rules").run()
    assert "Responses to rate" not in words(page)


def test_a_response_is_skipped_and_stands_in_the_inbox(store: Store, open_page: Open) -> None:
    """The next one comes up; the lead reads who, why and what, and can withdraw it."""
    built = made(store, 0)
    kari, siri = built.sessions["Kari"], built.sessions["Siri"]
    (sheet,) = open_desk(store, kari, built.slug).sheets
    skip_comparison(store, kari, built.slug, sheet.assignment_id, sheet.revision, "unreadable", "Halvt svar.")
    following = desk_data(open_page("annotate", kari))["pile"]["sheets"][0]
    assert following["assignment"] != sheet.assignment_id
    inbox = open_page("inbox", siri)
    assert all(part in sent(inbox) for part in ("Kari skipped this response", "Halvt svar.", sheet.texts["A"]))
    inbox.button(key="inbox_withdraw").click().run()
    assert "its ratings are left out" in words(inbox)


def test_the_guidelines_say_what_the_protocol_asks(store: Store, open_page: Open) -> None:
    """Criteria, scale, N/A and keys in the reader's language; a clarification is below; nothing of fluency."""
    built = made(store, 0)
    publish_clarification(store, built.slug, "Names count as words.")
    seen = sent(open_page("guidelines", built.sessions["Kari"]))
    heval = load_protocol("heval")
    assert all(one.label["en"] in seen and one.description["en"] in seen for one in heval.criteria)
    assert all(part in seen for part in ("0 Not acceptable", "N/A means", "Enter saves", "Names count as words."))
    assert load_guidelines("en").sections[0].heading not in seen
    every = build_campaign(store, slug="other", protocol="mt_qualitative", prompts=1)
    assert "Below the best score, say why." in words(open_page("guidelines", every.enter("Ola")))


def test_what_concerns_comparisons_is_said_to(store: Store, open_page: Open) -> None:
    """Gold and Setup say what is of comparisons, and Setup asks only for what ratings have: training and test too."""
    siri = made(store, 0).sessions["Siri"]
    assert "Gold comparisons apply only where responses are compared." in words(open_page("gold", siri))
    page = open_page("setup", siri)
    page.radio(key="setup_step_en").set_value("rules").run()
    assert "Only where responses are compared" in words(page)
    assert not [one for one in page.number_input if one.key.endswith(("/repeat_share", "/shared"))]
    labels = [one.label for one in page.number_input]
    assert "Annotators per response" in labels
    asked = ["Control responses for training", "Control responses in the test"]
    assert [labels.count(one) for one in (*asked, "As expected, in percent, or the lead is told")] == [1, 1, 1]
    people = words(open_page("people", siri))
    assert "Rated responses" in people
    assert "Judgments" not in people


def test_leaving_ratings_out_is_said_in_words_for_ratings(store: Store, open_page: Open) -> None:
    """Quality asks, tells what follows and what was done of ratings and responses, never of judgments."""
    built = made(store, 1)
    page = open_page("quality", built.sessions["Siri"])
    seen = words(page)
    assert "Nothing is left out: every rating counts." in seen
    assert page.expander[0].label == "Leave an annotator's ratings out"
    assert "The ratings are kept and can count again later." in seen
    page.selectbox[0].select_index(0)
    page.text_area[0].set_value("Guessed")
    page.checkbox[0].check()
    click(page, "Leave the ratings out")
    said = words(page)
    assert "Kari: ratings of 1 response" in said
    assert "Others rate these responses instead." in said
    assert "Done. The ratings are kept and left out from now on." in said
    click(page, "Include again")
    assert "Done. The ratings count again." in words(page)
    assert not [word for word in ("judgment", "comparison") if word in f"{seen} {said} {words(page)}"]


def click(page: AppTest, label: str) -> None:
    next(button for button in page.button if button.label == label).click().run()
