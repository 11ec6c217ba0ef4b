"""My work: what annotators see of their own work, search, change and note, and what stays hidden from them."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.people.persons import revoke_link
from eval_core.campaigns.people.sign_ins.sign_in import choose_language
from eval_core.campaigns.rules import change_rules
from eval_core.locales import use_language
from eval_core.store import Assignment, Campaign, Comparison, HoursNote, Judgment, Prompt, Reason, Remark, Response
from eval_core.ui.annotate import my_hours
from eval_core.ui.annotate.my_hours import hours_file, typed_minutes
from eval_core.ui.annotate.my_work import LIST_LIMIT
from eval_core.ui.parts import local_time
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built, build_campaign
from tests.support.checking import everything
from tests.support.page_text import sent, words

Open = Callable[..., AppTest]
NASTY = "<script>alert(1)</script> ![x](https://evil.example/x.png) **stor** :red[rød]"


@pytest.fixture
def now(built: Built, monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time of the store, in a list to be moved, and a browser in Oslo."""
    times = [datetime(2026, 3, 2, 9, 0, tzinfo=UTC)]
    monkeypatch.setattr(built.store, "now", lambda: times[0])
    for module in (my_hours, local_time):
        monkeypatch.setattr(module, "zone_name", lambda: "Europe/Oslo")
    return times


def work(built: Built, who: str, judgments: int, now: list[datetime], choice: str = "A") -> list[int]:
    """Make so many judgments, one a minute; returns their assignments."""
    made = []
    for _ in range(judgments):
        task = open_desk(built.store, who, built.slug).task
        assert task is not None
        now[0] += timedelta(minutes=1)
        record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, choice)
        made.append(task.assignment_id)
    return made


def rows(test: AppTest) -> list[str]:
    """The numbers of the judgments in the list, from top to bottom."""
    return [button.label for button in test.button if (button.key or "").startswith("open_")]


def steady(test: AppTest) -> str:
    """What is sent, without the download's name, which differs each time."""
    return re.sub(r'file_id: "[0-9a-f]+"', "", sent(test))


def choices(built: Built, assignment: int) -> list[str | None]:
    with built.store.read() as db:
        return list(
            db.scalars(select(Judgment.choice).where(Judgment.assignment_id == assignment).order_by(Judgment.revision))
        )


def test_nothing_done_yet(built: Built, open_page: Open, now: list[datetime]) -> None:
    """Before the first judgment the page says so, without an empty table or list."""
    seen = words(open_page("my_work", built.enter("Kari")))
    assert "You have not judged any comparison in this campaign yet." in seen
    assert "<table" not in seen


def test_counts_in_all_and_today(built: Built, open_page: Open, now: list[datetime]) -> None:
    """A sentence, a row per day with start, end, active time and count, and the rule for pauses under it."""
    kari = built.enter("Kari")
    work(built, kari, 2, now)
    now[0] += timedelta(days=1)
    work(built, kari, 3, now)
    seen = words(open_page("my_work", kari))
    assert "You have judged 5 comparisons in this campaign, 3 of them today." in seen
    for cells in (
        ("3 Mar", "10:02", "10:05", "3\u00a0min", "3"),
        ("2 Mar", "10:00", "10:02", "2\u00a0min", "2"),
        ("All days", "", "", "5\u00a0min", "5"),
    ):
        day, *numbers = cells
        assert f"<td>{day}</td>" + "".join(f'<td class="number">{cell}</td>' for cell in numbers) in seen
    assert "Pauses of up to five minutes count" in seen


@pytest.mark.parametrize("language", ["nb", "nn"])
def test_it_speaks_norwegian(
    built: Built, open_page: Open, now: list[datetime], language: str, request: pytest.FixtureRequest
) -> None:
    """In both written standards none of the page's own words is English."""
    kari = built.enter("Kari")
    made = work(built, kari, 1, now)
    choose_language(built.store, kari, language)
    use_language(language)  # AppTest looks up the labels of a choice in this thread
    request.addfinalizer(lambda: use_language("en"))
    test = open_page("my_work", kari)
    assert {"nb": "Du har vurdert 1 sammenligning", "nn": "Du har vurdert 1 samanlikning"}[language] in words(test)
    test.button(key=f"open_{made[0]}").click().run()
    assert {"nb": "Du valgte: A har best språk", "nn": "Du valde: A har best språk"}[language] in words(test)
    assert not [word for word in ("Hours", "Judgments", "choice", "fluent") if word in words(test)]


def test_paging_and_searching(open_page: Open, now: list[datetime], built: Built) -> None:
    """Older and newer pages, and a search that starts again at the newest page."""
    large = build_campaign(built.store, slug="large", prompts=20)
    who = large.enter("Siri")
    work(large, who, LIST_LIMIT + 5, now)
    test = open_page("my_work", who)
    assert rows(test) == [f"No. {number}" for number in range(LIST_LIMIT + 5, 5, -1)]
    test.button(key="older").click().run()
    assert rows(test) == [f"No. {number}" for number in range(5, 0, -1)]
    test.text_input(key="work_search").set_value("oppgave").run()
    assert rows(test)[0] == f"No. {LIST_LIMIT + 5}"
    assert f"{LIST_LIMIT + 5} judgments found" in words(test)
    test.text_input(key="work_search").set_value("finnes ikke").run()
    assert rows(test) == []
    assert "0 judgments found" in words(test)


def test_a_judgment_is_read_and_revised(built: Built, open_page: Open, now: list[datetime]) -> None:
    """Both texts, the present choice and three buttons; a click changes the choice once, and the old one stays visible."""
    kari = built.enter("Kari")
    first, _ = work(built, kari, 2, now)
    test = open_page("my_work", kari)
    test.button(key=f"open_{first}").click().run()
    assert words(test).count("Dette er svar") == 2
    assert "Your choice: A is more fluent" in words(test)
    test.button(key="revise_A").click().run()
    assert "This is already your choice." in words(test)
    assert choices(built, first) == ["A"]
    test.button(key="revise_B").click().run()
    assert choices(built, first) == ["A", "B"]
    assert "Changed. Your new choice is saved." in words(test)
    assert "Your choice: B is more fluent" in words(test)
    assert words(test).count("A is more fluent</li>") == 1
    test.button(key="close_entry").click().run()
    assert rows(test) == ["No. 2", "No. 1"]
    assert "changed" in words(test)


def test_two_tabs_revise(built: Built, open_page: Open, now: list[datetime]) -> None:
    """A change that another tab made is reported and shown, and not overwritten."""
    kari = built.enter("Kari")
    (first,) = work(built, kari, 1, now)
    first_tab, second_tab = open_page("my_work", kari), open_page("my_work", kari)
    for test in (first_tab, second_tab):
        test.button(key=f"open_{first}").click().run()
    first_tab.button(key="revise_B").click().run()
    second_tab.button(key="revise_tie").click().run()
    assert choices(built, first) == ["A", "B"]
    assert "Not saved: this judgment was changed in the meantime" in words(second_tab)
    assert "Your choice: B is more fluent" in words(second_tab)


@pytest.mark.parametrize(
    ("rules", "status", "word"),
    [
        ({"revisable": False}, "open", "Judgments cannot be changed in this campaign."),
        ({}, "paused", "while the campaign is paused"),
        ({}, "closed", "the campaign is closed"),
    ],
)
def test_why_it_cannot_be_revised(
    built: Built, open_page: Open, now: list[datetime], rules: dict[str, bool], status: str, word: str
) -> None:
    """The reason is shown in place of the buttons, also after a click on an old button."""
    kari = built.enter("Kari")
    (first,) = work(built, kari, 1, now)
    early = open_page("my_work", kari)
    early.button(key=f"open_{first}").click().run()
    change_rules(built.store, built.slug, rules)
    with built.store.write() as db:
        db.execute(update(Campaign).values(status=status))
    test = open_page("my_work", kari)
    test.button(key=f"open_{first}").click().run()
    assert word in words(test)
    assert not [button for button in test.button if (button.key or "").startswith("revise_")]
    early.button(key="revise_B").click().run()
    assert word in words(early)
    assert choices(built, first) == ["A"]


def test_a_note_is_added(built: Built, open_page: Open, now: list[datetime]) -> None:
    """A corrected time is shown next to the measured one; a time that cannot be read is refused with a message."""
    kari = built.enter("Kari")
    work(built, kari, 2, now)
    test = open_page("my_work", kari)
    test.text_input(key="note_time").set_value("1:75")
    test.text_area(key="note_text").set_value("Leste på papir")
    test.button(key="save_note").click().run()
    assert "write the time as hours and minutes" in words(test)
    test.text_input(key="note_time").set_value("1:15")
    test.button(key="save_note").click().run()
    assert "Your note is saved." in words(test)
    assert '<td class="number">2\u00a0min</td><td class="number">1\u00a0h\u00a015\u00a0min</td>' in words(test)
    assert "<td>Leste på papir</td>" in words(test)
    assert test.text_area(key="note_text").value == ""
    with built.store.read() as db:
        assert list(db.execute(select(HoursNote.day, HoursNote.minutes))) == [("2026-03-02", 75)]


def test_the_hours_as_a_file(built: Built, now: list[datetime], monkeypatch: pytest.MonkeyPatch) -> None:
    """The download has the rows of the page with name, campaign and total, runs no formula in a spreadsheet, and checks permission again."""
    from eval_core.campaigns.my_work.hours import note_hours
    from eval_core.errors import RefusedError
    from eval_core.ui import session

    kari = built.enter("Kari")
    monkeypatch.setattr(session, "Store", lambda: built.store)
    work(built, kari, 2, now)
    note_hours(built.store, kari, built.slug, now[0].date(), None, "=1+1")
    now[0] += timedelta(days=1)
    work(built, kari, 1, now)
    note_hours(built.store, kari, built.slug, now[0].date(), 75, "På papir")
    lines = [
        line.replace('"', "") for line in hours_file(kari, built.slug, "Europe/Oslo", "Kari").decode().splitlines()
    ]
    columns = (
        "annotator,campaign,day,start,end,active_minutes,corrected_minutes,minutes,judgments,training_and_test,note"
    )
    assert lines == [
        columns,
        "Kari,Campaign trial,2026-03-03,10:02,10:03,1,75,75,1,0,På papir",
        "Kari,Campaign trial,2026-03-02,10:00,10:02,2,,2,2,0,'=1+1",
        "Kari,Campaign trial,total,,,3,,77,3,0,",
    ]
    revoke_link(built.store, "Kari")
    with pytest.raises(RefusedError):
        hours_file(kari, built.slug, "Europe/Oslo", "Kari")


def test_untrusted_words_are_only_shown(built: Built, open_page: Open, now: list[datetime]) -> None:
    """Markup in prompts, responses, comments and notes is shown as text, in the list and in the open judgment."""
    kari = built.enter("Kari")
    (first,) = work(built, kari, 1, now)
    with built.store.write() as db:
        db.execute(update(Prompt).values(text=NASTY))
        db.execute(update(Response).values(text=NASTY))
        db.add(Remark(judgment_id=db.scalars(select(Judgment.id)).one(), comment=NASTY))
        db.add(HoursNote(person_id=1, campaign_id=built.id, day="2026-03-02", text=NASTY))
    test = open_page("my_work", kari)
    seen = [sent(test)]
    test.button(key=f"open_{first}").click().run()
    seen.append(sent(test))
    for page in seen:
        assert "&lt;script&gt;" in page
        assert "<script>" not in page
    # Nothing of it reaches a label, which Streamlit would read as Markdown.
    assert not [button.label for button in test.button if "evil" in button.label]


def test_gold_and_repeats_are_sent_like_everything_else(built: Built, open_page: Open, now: list[datetime]) -> None:
    """List and open judgment are the same to the byte for every kind of comparison, and name no system."""
    kari = built.enter("Kari")
    made = work(built, kari, 3, now)

    def list_and_judgment() -> list[str]:
        test = open_page("my_work", kari)
        seen = [steady(test)]
        test.button(key=f"open_{made[1]}").click().run()
        return [*seen, steady(test)]

    regular = list_and_judgment()
    for kind in ("gold", "repeat"):
        with built.store.write() as db:
            db.execute(update(Assignment).where(Assignment.id == made[1]).values(kind=kind))
        assert list_and_judgment() == regular
    assert not [name for name in built.systems if any(name in page for page in regular)]
    with built.store.write() as db:  # the planted violation: training is not in the list, so it makes a difference
        db.execute(update(Assignment).where(Assignment.id == made[2]).values(kind="training"))
    assert steady(open_page("my_work", kari)) != regular[0]


def test_somebody_elses_judgment_cannot_be_opened(built: Built, open_page: Open, now: list[datetime]) -> None:
    """A session that asks for another person's judgment gets its own list with a message, and none of the texts."""
    kari, ola = built.enter("Kari"), built.enter("Ola")
    (theirs,) = work(built, ola, 1, now)
    test = open_page("my_work", kari)
    test.query_params["open"] = str(theirs)
    test.run()
    assert "no longer in your list" in words(test)
    assert "Dette er svar" not in sent(test)


def test_a_revoked_click_revises_nothing(built: Built, open_page: Open, now: list[datetime]) -> None:
    """The link is revoked while a judgment is open: the click is refused and the page is empty."""
    kari = built.enter("Kari")
    (first,) = work(built, kari, 1, now)
    test = open_page("my_work", kari)
    test.button(key=f"open_{first}").click().run()
    revoke_link(built.store, "Kari")
    before = everything(built.store)
    test.button(key="revise_B").click().run()
    assert everything(built.store) == before
    assert "You are not signed in." in sent(test)
    assert "Dette er svar" not in sent(test)


def test_no_pace_rank_or_score(built: Built, open_page: Open, now: list[datetime]) -> None:
    """The page compares nobody: the work of others changes nothing on it."""
    kari, ola = built.enter("Kari"), built.enter("Ola")
    work(built, kari, 2, now)
    before = steady(open_page("my_work", kari))
    work(built, ola, 5, [now[0] - timedelta(hours=3)])
    assert steady(open_page("my_work", kari)) == before


def opened(test: AppTest, entry: object) -> AppTest:
    """What the address opens, as after the browser's Back or a reload."""
    test.query_params["open"] = str(entry)
    return test.run()


def test_the_address_says_what_is_open(built: Built, open_page: Open, now: list[datetime]) -> None:
    """A click writes the judgment into the address; Back, which takes it out again, shows the list and not the desk."""
    kari = built.enter("Kari")
    first, _ = work(built, kari, 2, now)
    test = open_page("my_work", kari)
    test.button(key=f"open_{first}").click().run()
    assert test.query_params["open"] == str(first)
    test.button(key="revise_B").click().run()
    assert "Changed. Your new choice is saved." in words(test)
    del test.query_params["open"]
    test.run()
    assert rows(test) == ["No. 2", "No. 1"]
    opened(test, first)
    assert "Your choice: B is more fluent" in words(test)
    assert "Changed. Your new choice is saved." not in words(test)  # said where and when it was done


@pytest.mark.parametrize("entry", ["", "x", "-1", "999999999", "99999999999999999999", "²", "1.5", "../letter"])
def test_an_address_that_opens_nothing_shows_the_list(
    built: Built, open_page: Open, now: list[datetime], entry: str
) -> None:
    """Whatever somebody types there, the list is shown, and nothing fails."""
    kari = built.enter("Kari")
    work(built, kari, 1, now)
    test = opened(open_page("my_work", kari), entry)
    assert rows(test) == ["No. 1"]
    assert not test.exception


def test_a_long_prompt_is_folded(built: Built, open_page: Open, now: list[datetime]) -> None:
    """Two lines of it, and a button for the rest; a change then records whether it was unfolded."""
    kari = built.enter("Kari")
    first, second = work(built, kari, 2, now)
    with built.store.write() as db:
        db.execute(update(Prompt).values(text="Oppgave " + "ord " * 200))
    test = opened(open_page("my_work", kari), first)
    assert '<div class="strip short">' in sent(test).replace("\\", "")
    test.button(key="revise_B").click().run()
    test.button(key="whole_prompt").click().run()
    assert "strip short" not in sent(test)
    test.button(key="revise_tie").click().run()
    with built.store.read() as db:
        told = select(Judgment.prompt_opened).where(Judgment.assignment_id == first).order_by(Judgment.revision)
        assert list(db.scalars(told))[1:] == [False, True]
    assert "strip short" in sent(opened(test, second))


def test_rows_that_begin_alike(built: Built, open_page: Open, now: list[datetime]) -> None:
    """Their responses' first words stand in place of the prompt's."""
    kari = built.enter("Kari")
    work(built, kari, 2, now)
    assert "Dette er svar" not in words(open_page("my_work", kari))
    with built.store.write() as db:
        db.execute(update(Prompt).values(text="Skriv et sammendrag av denne artikkelen"))
    assert words(open_page("my_work", kari)).count("Dette er svar") == 4


def test_marked_words_are_shown(built: Built, open_page: Open, now: list[datetime]) -> None:
    """In the text, and with the fault's name in the history; words that are markup stay words."""
    kari = built.enter("Kari")
    (first,) = work(built, kari, 1, now)
    with built.store.write() as db:
        db.execute(update(Response).values(text="Dette <b>er</b> ein feil"))
        remark = Remark(judgment_id=db.scalars(select(Judgment.id)).one())
        db.add(remark)
        db.flush()
        a = db.scalars(select(Response.id).join(Comparison, Comparison.first_response_id == Response.id)).first()
        for issue, start, end in (("grammar", 6, 14), ("flow", None, None)):
            db.add(Reason(remark_id=remark.id, response_id=a, issue=issue, start=start, end=end))
    seen = words(opened(open_page("my_work", kari), first))
    assert '<mark title="Grammar">&lt;b&gt;er&lt;/b</mark>' in seen
    assert re.search("Grammar in [AB]: “&lt;b&gt;er&lt;/b”", seen)
    assert re.search("<li>Flow in [AB]</li>", seen)


def test_what_is_counted_where(built: Built, open_page: Open, now: list[datetime]) -> None:
    """Title, list and hours have one number, and the page says that training is not in it."""
    kari = built.enter("Kari")
    first, *_ = work(built, kari, 3, now)
    with built.store.write() as db:
        db.execute(update(Assignment).where(Assignment.id == first).values(kind="training"))
    test = open_page("my_work", kari)
    seen = words(test)
    assert "You have judged 2 comparisons in this campaign, 2 of them today." in seen
    assert "Training and test are not in this number: 1 comparison. The hours include their time." in seen
    assert rows(test) == ["No. 2", "No. 1"]
    assert '<td class="number">3\u00a0min</td><td class="number">2</td>' in seen


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [("1:15", 75), ("1.15", 75), ("1 h 15 min", 75), ("1 t 15 min", 75), ("2 h", 120), ("45 min", 45), ("75min", 75)]
    + [(typed, -1) for typed in ("1:75", "x", "45", "1 h 15", "h", "min", "1::15")]
    + [("", None), ("  ", None)],
)
def test_typed_times(typed: str, minutes: int | None) -> None:
    """A time is read as it is typed and as the page writes it; a bare number could be either, and is refused."""
    assert typed_minutes(typed) == minutes
