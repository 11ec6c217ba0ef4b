"""The page of gold comparisons: what a lead sees there, and planting a fault from start to end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Selectbox

from eval_core.campaigns.content.gold import list_gold
from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_texts import import_gold, import_responses
from eval_core.campaigns.people.persons import revoke_link
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.planting.faults import candidates
from eval_core.planting.recognition import Recognition
from eval_core.ui.lead.gold_pairs import recognition_text
from tests.support.building import Built
from tests.support.checking import everything
from tests.support.page_text import sent, words

Open = Callable[..., AppTest]
TEXT = "I dag vil jeg gå en tur, men jeg vet ikke hva hun mener om det {n}."


@pytest.fixture
def campaign(built: Built, tmp_path: Path) -> Built:
    """A campaign of responses in which faults can be planted."""
    rows = [
        {
            "prompt_id": f"p{n}",
            "prompt": f"Skriv <b>{n}</b>",
            "written_standard": "nb",
            "system": name,
            "response": TEXT.format(n=f"{n}{i}"),
        }
        for n in range(3)
        for i, name in enumerate(("alfa-modell", "bravo-modell"))
    ]
    path = tmp_path / "responses.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    create_campaign(built.store, "real", title="Real")
    import_responses(built.store, path, "real")
    return Built(built.store, "real", ("alfa-modell", "bravo-modell"))


def load(campaign: Built, folder: Path, rows: list[dict[str, str]]) -> None:
    path = folder / "gold.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    import_gold(campaign.store, path, campaign.slug)


def category(test: AppTest) -> Selectbox:
    """The box in which the fault's category is chosen."""
    return next(box for box in test.selectbox if box.key and box.key.startswith("gold_issue_"))


def test_an_empty_campaign_says_what_to_do(built: Built, open_page: Open) -> None:
    """Without gold the page names the command and the helper; without a response that suits it says so."""
    test = open_page("gold", built.enter("Lise", "lead"))
    assert "There are no gold comparisons yet." in words(test)
    assert "Load a file under Setup, or plant a fault below." in words(test)
    create_campaign(built.store, "void", title="Void")
    test = open_page("gold", Built(built.store, "void", ()).enter("Vera", "lead"))
    test.button(key="gold_next").click().run()
    assert "No suitable response" in words(test)
    assert not [one for one in test.button if one.key == "gold_add"]


def test_a_fault_is_planted_from_start_to_end(campaign: Built, open_page: Open) -> None:
    """Take a response, tick a fault: text, category and explanation fill in; adding it puts it into the list."""
    test = open_page("gold", campaign.enter("Lise", "lead"))
    test.button(key="gold_next").click().run()
    number = next(index for index, one in enumerate(candidates(TEXT.format(n="00"), "nb")) if one.kind == "word_order")
    box = next(one for one in test.checkbox if one.key and one.key.startswith(f"gold_tick{number}_"))
    box.check().run()
    assert "I dag jeg vil gå" in test.text_area[0].value
    assert "<ins>" in words(test)
    assert category(test).value == "grammar"
    assert "Verbet skal stå på andreplass" in test.text_area[1].value
    test.button(key="gold_add").click().run()
    (row,) = list_gold(campaign.store, "real")
    assert (row.issue, row.less_fluent) == ("grammar", row.more_fluent.replace("vil jeg", "jeg vil"))
    assert "Added to the gold comparisons." in words(test)
    assert "1 gold comparison is in use." in words(test)


def test_faults_that_touch_cannot_both_be_ticked(campaign: Built, open_page: Open) -> None:
    """Once a fault is ticked, those in the same words wait until it is unticked."""
    test = open_page("gold", campaign.enter("Lise", "lead"))
    test.button(key="gold_next").click().run()
    found = candidates(TEXT.format(n="00"), "nb")
    order, word = (next(i for i, one in enumerate(found) if one.kind == kind) for kind in ("word_order", "standard"))
    assert found[word].start < found[order].end  # «jeg» is in both
    boxes = {one.key: one for one in test.checkbox}
    ticked, other = (next(key for key in boxes if key.startswith(f"gold_tick{i}_")) for i in (order, word))
    boxes[ticked].check().run()
    assert test.checkbox(key=other).disabled
    test.checkbox(key=ticked).uncheck().run()
    assert not test.checkbox(key=other).disabled
    assert test.text_area[0].value.startswith("I dag vil jeg")


def test_coming_back_to_a_draft_lays_it_out_anew(campaign: Built, open_page: Open) -> None:
    """From another page and back: the response is there as it was taken up, with nothing planted or struck out."""
    test = open_page("gold", campaign.enter("Lise", "lead"))
    test.button(key="gold_next").click().run()
    test.checkbox[0].check().run()
    assert "<del>" in words(test)
    test.switch_page("../../pages/lead/progress.py").run()
    assert not test.text_area
    test.switch_page("../../pages/lead/gold.py").run()
    assert test.text_area[0].value.startswith("I dag vil jeg")
    assert "<del>" not in words(test)
    assert not any(box.value for box in test.checkbox)


def test_an_unchanged_text_is_refused_with_a_word(campaign: Built, open_page: Open) -> None:
    """Nothing ticked and nothing written: nothing is stored, and the page says what is missing."""
    test = open_page("gold", campaign.enter("Lise", "lead"))
    test.button(key="gold_next").click().run()
    category(test).set_value("grammar").run()
    before = everything(campaign.store)
    test.button(key="gold_add").click().run()
    assert everything(campaign.store) == before
    assert "Not saved: the text is the same as the response." in words(test)


def test_gold_is_searched_withdrawn_and_put_back(campaign: Built, open_page: Open, tmp_path: Path) -> None:
    """A search narrows the list, and a gold comparison can be taken out of use and back."""
    load(
        campaign,
        tmp_path,
        [{"more_fluent": f"Hun {verb}.", "less_fluent": f"Hun {verb}r.", "prompt": verb} for verb in ("går", "ser")],
    )
    test = open_page("gold", campaign.enter("Lise", "lead"))
    assert "2 gold comparisons are in use." in words(test)
    test.text_input(key="gold_search").set_value("Hun SER").run()
    (button,) = [one for one in test.button if one.key and one.key.startswith("gold_use_")]
    button.click().run()
    assert [row.withdrawn for row in list_gold(campaign.store, "real") if row.prompt == "ser"] == [True]
    assert "1 gold comparison is in use." in words(test)
    test.button(key=button.key).click().run()
    assert not [row for row in list_gold(campaign.store, "real") if row.withdrawn]
    test.text_input(key="gold_search").set_value("nothing like it").run()
    assert "No gold comparison contains these words." in words(test)


def test_a_difference_is_told_in_amber(campaign: Built, open_page: Open, tmp_path: Path) -> None:
    """Gold that is much shorter than the campaign is named as trouble, with both medians."""
    load(campaign, tmp_path, [{"more_fluent": "Hun ser.", "less_fluent": "Hun se."}])
    seen = words(open_page("gold", campaign.enter("Lise", "lead")))
    assert '<p class="note trouble">Gold texts are markedly shorter' in seen
    assert "Gold texts have a median of 2 words, responses of the campaign 17" in seen


def test_texts_are_escaped_and_name_no_system(campaign: Built, open_page: Open, tmp_path: Path) -> None:
    """Markup in prompts, texts and explanations is shown, not run; no system's name reaches the browser."""
    nasty = "<img src=x onerror=alert(1)>"
    load(
        campaign,
        tmp_path,
        [
            {
                "more_fluent": f"Ja {nasty}",
                "less_fluent": f"Nei {nasty}",
                "prompt": nasty,
                "explanation": nasty,
                "issue": nasty,
            }
        ],
    )
    test = open_page("gold", campaign.enter("Lise", "lead"))
    test.button(key="gold_next").click().run()
    assert "<img" not in words(test)
    assert "&lt;img" in words(test)
    assert "Skriv &lt;b&gt;" in words(test)
    assert "-modell" not in sent(test)


def test_a_revoked_lead_plants_nothing(campaign: Built, open_page: Open) -> None:
    """The link is revoked while a draft lies open: adding it stores nothing and the page is empty."""
    test = open_page("gold", campaign.enter("Lise", "lead"))
    test.button(key="gold_next").click().run()
    test.text_area[0].set_value("Noe annet.").run()
    revoke_link(campaign.store, "Lise")
    before = everything(campaign.store)
    test.button(key="gold_add").click().run()
    assert everything(campaign.store) == before
    assert "You are not signed in." in sent(test)
    assert "I dag vil" not in words(test)


def judged(campaign: Built, folder: Path) -> None:
    """Every pair of the campaign judged by three people, all alike."""
    rows = [
        {
            "prompt_id": f"p{n}",
            "model_a": "alfa-modell",
            "model_b": "bravo-modell",
            "winner": "model_a",
            "annotator_id": name,
        }
        for n in range(3)
        for name in ("Per", "Pål", "Espen")
    ]
    path = folder / "judgments.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    import_judgments(campaign.store, path, campaign.slug)


def test_before_the_start_the_page_says_what_kind_of_gold_there_is(campaign: Built, open_page: Open) -> None:
    """Without judgments there is nothing to choose, and the page says by what the classic kind can be told."""
    test = open_page("gold", campaign.enter("Lise", "lead"))
    assert "Until then a gold comparison is one text twice" in words(test)
    assert not [one for one in test.button if one.key == "gold_settle"]
    assert not [one for one in test.radio if one.key and one.key.startswith("gold_source")]


def test_gold_is_made_of_pairs_on_which_all_agreed(campaign: Built, open_page: Open, tmp_path: Path) -> None:
    """As many as are asked for; with a stricter number of annotators there are none."""
    judged(campaign, tmp_path)
    test = open_page("gold", campaign.enter("Lise", "lead"))
    assert "All agreed on 3 pairs." in words(test)
    test.number_input(key="gold_agreeing").set_value(4).run()
    assert "All agreed on 0 pairs." in words(test)
    assert test.button(key="gold_settle").disabled
    test.number_input(key="gold_agreeing").set_value(3).run()
    test.number_input(key="gold_wanted").set_value(2).run()
    test.button(key="gold_settle").click().run()
    assert "Added to the gold comparisons." in words(test)
    assert "2 gold comparisons are in use." in words(test)
    rows = list_gold(campaign.store, "real")
    assert [row.more_fluent[-3:-1] for row in rows] == [f"{row.prompt[9]}0" for row in rows]
    assert [row.less_fluent[-3:-1] for row in rows] == [f"{row.prompt[9]}1" for row in rows]


def test_a_fault_goes_into_the_losing_response(campaign: Built, open_page: Open, tmp_path: Path) -> None:
    """With judged pairs that is offered first: the winner is shown, and stays as it is."""
    judged(campaign, tmp_path)
    test = open_page("gold", campaign.enter("Lise", "lead"))
    test.button(key="gold_next").click().run()
    assert "The response that won stays as it is" in words(test)
    test.checkbox[0].check().run()
    test.button(key="gold_add").click().run()
    (row,) = list_gold(campaign.store, "real")
    assert row.more_fluent == TEXT.format(n=f"{row.prompt[9]}0")
    assert row.less_fluent != TEXT.format(n=f"{row.prompt[9]}1")
    assert row.marks
    (source,) = (one for one in test.radio if one.key and one.key.startswith("gold_source"))
    source.set_value("alone").run()
    test.button(key="gold_next").click().run()
    assert "The response that won" not in words(test)


def test_a_lead_learns_how_well_gold_can_be_told(campaign: Built, open_page: Open, tmp_path: Path) -> None:
    """Too little is called so; enough is judged in words, with what gives it away."""
    test = open_page("gold", campaign.enter("Lise", "lead"))
    test.button(key="gold_recognise").click().run()
    assert "Too little to learn from" in words(test)
    more = [
        {"prompt_id": f"q{n}", "prompt": f"Mer {n}", "system": name, "response": f"{name} {n} " * (n % 7 + 3)}
        for n in range(30)
        for name in ("alfa", "bravo")
    ]
    path = tmp_path / "more.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in more), encoding="utf-8")
    import_responses(campaign.store, path, "real")
    load(
        campaign, tmp_path, [{"more_fluent": f"Jeg går {n} tur.", "less_fluent": f"Jeg gå {n} tur."} for n in range(20)]
    )
    test.button(key="gold_recognise").click().run()
    assert "Gold is easy to recognise" in words(test)
    assert "whether there is a prompt" in words(test)
    assert "annotators will recognise gold by that" in words(test)


@pytest.mark.parametrize(("verdict", "auc"), [("hardly", 0.55), ("partly", 0.7), ("clearly", 0.95)])
def test_every_verdict_has_words(verdict: str, auc: float) -> None:
    """The share, its interval, and what gives gold away, if anything does on its own."""
    by = (("similarity", auc), ("place", 0.5))
    text = recognition_text(Recognition(40, 200, auc, auc - 0.1, min(1.0, auc + 0.1), by))
    assert f"in {round(100 * auc)} of 100" in text
    assert ("how alike the two texts are" in text) == (verdict != "hardly")
    alone = recognition_text(Recognition(40, 200, 0.7, 0.6, 0.8, (("length", 0.55),)))
    assert "No single sign gives it away" in alone
