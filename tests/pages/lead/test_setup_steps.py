"""From an empty Parvis to a running campaign through the pages, and what the steps of Setup refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import eval_core.ui.session as session
from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.content.import_texts import gold_count
from eval_core.campaigns.people.invitations import add_people
from eval_core.campaigns.people.persons import add_person, revoke_link
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.publishing.release_facts import read_release_facts
from eval_core.campaigns.rules import read_rules
from eval_core.campaigns.setup.adoption import adopt_study
from eval_core.campaigns.setup.campaigns import campaign_names, list_campaigns
from eval_core.campaigns.setup.lifecycle import draft_campaign, move_campaign
from eval_core.campaigns.setup.plan import change_plan, read_plan
from eval_core.campaigns.setup.question import Question
from eval_core.store import Store
from eval_core.ui.registry import PAGES
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.checking import everything
from tests.support.golden import add_gold
from tests.support.page_text import in_campaign, links, sent, words

Open = Callable[..., AppTest]
ROWS: list[dict[str, Any]] = [
    {"prompt_id": f"p{number}", "prompt": f"Oppgave {number}", "system": system, "response": f"Svar {number} {system}"}
    for number in range(3)
    for system in ("alfa", "bravo", "charlie")
]


def at(page: AppTest, step: str) -> AppTest:
    """The page at one of its steps."""
    return page.radio(key="setup_step_en").set_value(step).run()


def choose(page: AppTest, rows: list[dict[str, Any]] | bytes, name: str = "responses.jsonl") -> AppTest:
    """Choose a file to load."""
    content = rows if isinstance(rows, bytes) else "".join(json.dumps(row) + "\n" for row in rows).encode()
    return page.file_uploader[0].set_value((name, content, "application/octet-stream")).run()


def press(page: AppTest, key: str) -> AppTest:
    return page.button(key=key).click().run()


def status(built: Built) -> str:
    return campaign_names(built.store)[built.slug].status


@pytest.fixture
def lead(built: Built) -> str:
    return built.enter("Lise", "lead")


@pytest.fixture
def page(lead: str, open_page: Open) -> AppTest:
    return open_page("setup", lead)


def judge_one(built: Built) -> None:
    kari = built.enter("Kari")
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    record_judgment(built.store, kari, built.slug, task.assignment_id, 0, "A")


def drafted(page: AppTest, title: str) -> AppTest:
    """Draft a campaign, and stay on Setup, to which the page leads (a page test forgets where it was sent)."""
    page.text_input(key="new_title").set_value(title)
    assert "Not started yet: nobody can judge." in words(press(page, "draft"))
    return page.switch_page("../../pages/lead/setup.py").run()


def test_every_page_of_a_lead_leads_to_the_first_steps(store: Store, open_page: Open) -> None:
    """Whichever page a lead opens on an empty database, it asks for a title; a researcher is asked to wait."""
    lead = sign_in(store, add_person(store, "Eva", ["lead"]).token)
    researcher = sign_in(store, add_person(store, "Rita", ["researcher"]).token)
    for page in PAGES:
        if {"lead", "researcher"} & set(page.roles):
            assert "Set up your first campaign" in words(open_page(page.name, lead)), page.name
        if "researcher" in page.roles:
            assert "There is no campaign yet." in sent(open_page(page.name, researcher)), page.name


def test_from_nothing_to_the_first_comparison(store: Store, open_page: Open) -> None:
    """On an empty database title, file, invitation and start lead to a comparison to judge."""
    lead = sign_in(store, add_person(store, "Eva", ["lead"]).token)
    page = drafted(open_page("", lead), "Språk i bruk")
    assert "No responses are loaded yet." in words(page)
    said = words(choose(page, ROWS))
    assert "9 rows" in said
    assert "Loading the file adds: 3 prompts, 3 systems, 9 responses, 9 comparisons." in said
    assert re.search(r"That is 18 judgments, about \d+\xa0min of work\.", said)
    assert list_campaigns(store)[0].comparisons == 0
    said = words(press(page, "setup_load"))
    assert "Loaded responses.jsonl: 3 prompts, 3 systems, 9 responses, 9 comparisons." in said
    assert "9 responses of 3 systems to 3 prompts make 9 comparisons to judge." in said
    (invited,) = add_people(store, "sprak-i-bruk", "Kari", [], who=lead)
    assert invited.token is not None
    kari = sign_in(store, invited.token)
    assert open_desk(store, kari, "sprak-i-bruk").reason == "draft"
    at(page, "course")
    assert "Running: annotators judge." in words(press(page, "move_started"))
    assert open_desk(store, kari, "sprak-i-bruk").task is not None


def test_a_draft_leads_on_step_by_step(store: Store, open_page: Open) -> None:
    """A draft opens at what it lacks first, and each step has a button to the next one."""
    lead = sign_in(store, add_person(store, "Eva", ["lead"]).token)
    page = drafted(open_page("new_campaign", lead), "x")
    opened = [page.radio(key="setup_step_en").value]
    while any(button.key == "setup_next" for button in page.button):
        press(page, "setup_next")
        opened.append(page.radio(key="setup_step_en").value)
    assert opened == ["data", "study", "rules", "letter", "guidelines", "facts", "people", "course"]
    assert page.button(key="move_started").disabled


def test_a_title_is_wanted_and_a_double_click_makes_one_campaign(built: Built, open_page: Open, lead: str) -> None:
    """An empty title is refused by a word; the same title pressed twice is one draft."""
    page = open_page("new_campaign", lead)
    assert "Not saved: a campaign needs a title." in words(press(page, "draft"))
    page.text_input(key="new_title").set_value("Twice")
    press(page, "draft")
    again = page.switch_page("../../pages/lead/new_campaign.py").run()
    again.text_input(key="new_title").set_value("Twice")
    press(again, "draft")
    assert set(campaign_names(built.store)) == {"trial", "twice"}


def test_a_fault_is_named_by_row_before_anything_is_stored(page: AppTest, built: Built) -> None:
    """The row, the column and the fault stand on the page, with the row itself, and nothing is stored."""
    before = everything(built.store)
    at(page, "data")
    wrong = [*ROWS[:2], ROWS[2] | {"prompt": "  "}, *ROWS[3:]]
    said = words(choose(page, wrong))
    assert "The file has 1 fault." in said
    assert '<td class="number">3</td><td>prompt</td><td>A prompt must not be blank</td>' in said
    assert not [button for button in page.button if button.key == "setup_load"]
    for content, name, fault in (
        (b"", "empty.csv", "The file is empty"),
        (b"prompt,system\na,b\n", "short.csv", "Choose which columns of the file are “response”."),
        (b"{]\n", "bad.jsonl", "This is not valid JSON"),
    ):
        assert fault in words(choose(page, content, name))
    changed = ROWS[0] | {"prompt": "En annen oppgave"}
    assert "has another text in campaign &#x27;trial&#x27;" in words(choose(page, [changed]))
    assert everything(built.store) == before


def test_hostile_text_is_only_shown(page: AppTest) -> None:
    """Markup in a file's cells, column names and own name reaches the page as text."""
    at(page, "data")
    row = {"prompt": "<b>P</b>", "system": "<i>s</i>", "response": "<script>r</script>", "<u>c</u>": "x"}
    said = words(choose(page, [row], "<h1>.jsonl"))
    for tag in ("<b>P", "<script>", "<u>", "<h1>.jsonl"):
        assert tag not in said
    assert "&lt;script&gt;r&lt;/script&gt;" in said
    asked = "Take “<h1>.jsonl” out"  # in an element that shows text as it is
    assert "<h1>.jsonl" not in words(press(page, "setup_load")).replace(asked, "")


def test_comparisons_per_prompt_are_those_of_the_plan(page: AppTest, built: Built) -> None:
    """A study planned with one comparison a prompt is loaded so, without typing the number again."""
    adopt_study(built.store, built.slug, Question(per_prompt=1), None)
    at(page, "data")
    assert "9 responses, 3 comparisons." in words(
        choose(page, [row | {"prompt_id": f"new-{row['prompt_id']}"} for row in ROWS])
    )
    assert page.number_input(key="setup_wanted_trial").value == 1


def test_options_change_what_would_be_loaded(page: AppTest, built: Built) -> None:
    """One comparison a prompt instead of all, and then only pairs with one system; what is loaded is what was said."""
    at(page, "data")
    rows = [row | {"prompt_id": f"new-{row['prompt_id']}"} for row in ROWS]
    assert "9 comparisons." in words(choose(page, rows))
    page.number_input(key="setup_wanted_trial").set_value(1).run()
    assert "9 responses, 3 comparisons." in words(page)
    page.number_input(key="setup_wanted_trial").set_value(None)
    page.multiselect(key="setup_against_trial").set_value(["bravo"]).run()
    assert "9 responses, 6 comparisons." in words(page)
    press(page, "setup_load")
    assert list_campaigns(built.store)[0].comparisons == 18
    assert "Loading the file adds: 3 comparisons." in words(choose(page, rows))  # of the pairs that were left out
    press(page, "setup_load")
    assert "Nothing new: all rows were loaded before." in words(choose(page, rows))
    _, entry = read_log(built.store, built.slug)
    assert (entry.action, entry.by, entry.about["file"]) == ("responses_imported", "Lise", "responses.jsonl")


def test_the_other_kinds_of_files_are_loaded(page: AppTest, built: Built) -> None:
    """Comparisons, gold comparisons and judgments each have their own reader."""
    at(page, "data")
    pair = {"prompt": "Ny", "response_a": "x", "response_b": "y", "model_a": "a", "model_b": "b"}
    for kind, row, added in (
        ("comparisons", pair, "1 comparison."),
        ("gold", {"more_fluent": "Jeg spiser.", "less_fluent": "Jeg spise."}, "1 gold comparison."),
        ("judgments", pair | {"winner": "model_a", "annotator_id": "Per"}, "1 judgment."),
    ):
        page.radio(key="setup_kind").set_value(kind).run()
        assert added in words(choose(page, [row], f"{kind}.jsonl"))
        assert f"Loaded {kind}.jsonl" in words(press(page, "setup_load"))
    assert "7 responses" in words(page) or "14 responses" in words(page)
    assert list_campaigns(built.store)[0].judgments == 1


def test_a_later_file_opens_a_round_with_anchors(page: AppTest, built: Built) -> None:
    """Once judging began the page asks for anchors, and Rounds tells of the new round."""
    judge_one(built)
    at(page, "data")
    rows = [
        {"prompt_id": f"p{one}", "prompt": f"Oppgave {one}", "system": "delta", "response": f"Nytt {one}"}
        for one in range(4)
    ]
    assert "open a new round" in words(choose(page, [row | {"written_standard": None} for row in rows]))
    page.number_input(key="setup_anchors").set_value(50.0).run()
    assert "1 system, 4 responses, 12 comparisons, 1 anchor." in words(page)
    press(page, "setup_load")
    said = words(at(page, "rounds"))
    assert "Round 2" in said
    assert "12 new comparisons, 1 anchor" in said
    assert "No anchor has been judged again yet" in said


def test_a_lead_who_lost_the_role_loads_nothing(page: AppTest, built: Built) -> None:
    """The link dies while a file lies open: the click stores nothing."""
    at(page, "data")
    choose(page, [row | {"prompt_id": f"new-{row['prompt_id']}"} for row in ROWS])
    revoke_link(built.store, "Lise")
    before = everything(built.store)
    press(page, "setup_load")
    assert "You are not signed in." in sent(page)
    assert everything(built.store) == before


def test_the_outline_is_saved_and_frozen(page: AppTest, built: Built) -> None:
    """Title, overlap, quota and deadline are stored; after a judgment the fixed fields are grey and say why."""
    at(page, "rules")
    page.text_input(key="trial/title").set_value("A better title")
    page.number_input(key="trial/overlap").set_value(3)
    page.number_input(key="trial/per_annotator").set_value(40)
    page.radio(key="trial/stop").set_value("width")
    page.number_input(key="trial/stop_width").set_value(0.25)
    assert "5 changes are not saved." in words(page.run())
    assert "Saved." in words(press(page, "save_rules"))
    assert "not saved" not in words(page.run())
    plan, rules = read_plan(built.store, built.slug), read_rules(built.store, built.slug)
    assert (plan.title, plan.overlap, plan.per_annotator) == ("A better title", 3, 40)
    assert (rules.stop, rules.stop_width) == ("width", 0.25)
    judge_one(built)
    page.run()
    assert "fixed since judging began" in words(page)
    assert page.number_input(key="trial/overlap").disabled
    assert page.radio(key="trial/text_view").disabled
    page.number_input(key="trial/per_annotator").set_value(None)
    assert "Saved." in words(press(page, "save_rules"))
    assert read_plan(built.store, built.slug).per_annotator is None


def test_a_stale_page_is_told(page: AppTest, built: Built) -> None:
    """What another lead set meanwhile is said, not overwritten, and nothing typed is lost; so is what began meanwhile."""
    at(page, "rules")
    page.number_input(key="trial/overlap").set_value(3)
    change_plan(built.store, built.slug, {"overlap": 5})
    said = words(press(page, "save_rules"))
    assert "somebody else has changed this in the meantime" in said
    assert "Another lead has meanwhile changed “Annotators per comparison” to 5." in said
    assert (page.number_input(key="trial/overlap").value, read_plan(built.store, built.slug).overlap) == (3, 5)
    press(page, "discard_rules")
    assert page.number_input(key="trial/overlap").value == 5
    page.number_input(key="trial/overlap").set_value(4)
    judge_one(built)
    assert "judging has begun in the meantime" in words(press(page, "save_rules"))
    assert read_plan(built.store, built.slug).overlap == 5


def test_the_course_asks_once_where_it_hurts(page: AppTest, built: Built) -> None:
    """Pausing is one click, closing says what it means; another lead's move meanwhile is said."""
    at(page, "course")
    assert "The plan takes about" in words(page)
    press(page, "move_paused")
    assert status(built) == "paused"
    press(page, "move_resumed")
    assert "what lies open on a desk is not counted" in sent(page)
    move_campaign(built.store, built.slug, "closed")
    assert "somebody else has changed the campaign" in words(press(page, "move_paused"))
    press(page, "move_reopened")
    press(page, "move_closed")
    press(page, "move_archived")
    assert status(built) == "archived"
    assert "Archived: closed, and no longer listed." in words(page)


def test_a_copy_is_opened_and_made_once(page: AppTest, built: Built) -> None:
    """The copy has the title that was typed and the gold that was asked for, is a draft, and is what the page shows."""
    add_gold(built, 3)
    at(page.run(), "course")
    page.text_input(key="trial/copy").set_value("Trial, winter")
    page.checkbox(key="trial/copy_gold").check()
    said = words(press(page, "duplicate"))
    assert "Not started yet" in said
    assert set(campaign_names(built.store)) == {"trial", "trial-winter"}
    assert gold_count(built.store, "trial-winter") == 3


def test_what_saves_names_its_campaign(page: AppTest, built: Built) -> None:
    """Before the click: with several tabs open it is easily another campaign's."""
    saving = {"study": "use_plan", "rules": "save_rules", "letter": "save_letter", "facts": "save_facts"}
    page.run()
    about = [at(page, step).button(key=key).help for step, key in saving.items()]
    title = read_plan(built.store, built.slug).title
    assert [title in (text or "") for text in about] == [True] * 4


def test_facts_are_saved_by_system(page: AppTest, built: Built) -> None:
    """The facts and one system's decoding settings are stored; a fact changed meanwhile is not overwritten."""
    at(page, "facts")
    assert "8 of them are missing." in words(page)
    page.text_area(key="trial/facts/licence").set_value("cc-by-4.0")
    page.text_input(key="trial/facts/decoding/1/bravo-modell").set_value("temperature 0.7")
    assert "Saved." in words(press(page, "save_facts"))
    found = read_release_facts(built.store, built.slug)
    assert (found.licence, found.decoding) == ("cc-by-4.0", {"bravo-modell": "temperature 0.7"})
    assert "6 of them are missing." in words(page)
    assert read_rules(built.store, built.slug).gold_share == 0
    assert "Not saved: nothing was changed." in words(press(page, "save_facts"))


def test_archived_campaigns_fold_away(built: Built, lead: str, open_page: Open) -> None:
    """The switcher leaves out an archived campaign; its address still leads to it."""
    draft_campaign(built.store, "Alive", who=lead)
    draft_campaign(built.store, "Beside", who=lead)
    for action in ("closed", "archived"):
        move_campaign(built.store, built.slug, action)
    page = open_page("setup", lead)
    assert "Beside · not started" in links(page)
    assert not [label for label in links(page) if "trial" in label]
    assert "Archived: closed" in words(in_campaign(page, "trial"))


def test_researchers_and_annotators_draft_nothing(built: Built, open_page: Open, monkeypatch: Any) -> None:
    """The page of a new campaign is refused to them, and so is a click that comes all the same."""
    lead = built.enter("Lise", "lead")
    page = open_page("new_campaign", lead)
    rita = built.enter("Rita", "researcher")
    page.text_input(key="new_title").set_value("Mine")
    monkeypatch.setattr(session, "_cookies", lambda: {session.COOKIE: rita})
    press(page, "draft")
    assert "This page is not for your role." in sent(page)
    assert set(campaign_names(built.store)) == {"trial"}
    with built.store.read() as db:
        assert find_campaign(db, "trial").title == "Campaign trial"


def test_gold_without_prompts_is_warned_about_before_it_is_loaded(page: AppTest) -> None:
    """The preview of the file says by what annotators would recognise it; with prompts it says nothing of the kind."""
    at(page, "data")
    page.radio(key="setup_kind").set_value("gold").run()
    pair = {"more_fluent": "Jeg spiser en banan nå.", "less_fluent": "Jeg spise en banan nå."}
    warning = "annotators will recognise gold by that. Give each gold comparison a prompt."
    assert warning in words(choose(page, [pair], "gold.jsonl"))
    assert warning not in words(choose(page, [pair | {"prompt": "Hva gjør du?"}], "gold.jsonl"))
