"""How it ends for people whom a crowd platform sent, and who is given which code, when."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from eval_core.campaigns.access import Trusted, find_person
from eval_core.campaigns.desk.compare import Task
from eval_core.campaigns.joining.consent import give_consent, read_letter, withdraw_consent
from eval_core.campaigns.joining.platform_arrivals import read_way_back, refuse_second_coming
from eval_core.campaigns.people.persons import add_simulated_annotator
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.store import Arrival, Campaign
from tests.support.acts import open_desk, skip_comparison, undo_judgment
from tests.support.arriving import CODES, LETTER, PIDS, agreed, arrive, ended
from tests.support.building import Built
from tests.support.desk_clicks import judge, shown

Make = Callable[..., Built]


@pytest.fixture
def built(campaign: Make) -> Built:
    """A campaign whose people come from Prolific and judge two comparisons each."""
    made = campaign(per_annotator=2)
    change_rules(made.store, made.slug, {"letter": LETTER, "crowd": CODES})
    return made


def code(built: Built, session: str) -> str | None:
    back = read_way_back(built.store, session, built.slug)
    return None if back is None else back.code


def work(built: Built, session: str, count: int) -> None:
    """So many judgments, each followed by the next pile, which a browser gets in the same transaction."""
    for _ in range(count):
        judge(built, session, shown(built, session))
        open_desk(built.store, session, built.slug)


def skip(built: Built, session: str, task: Task) -> None:
    assert skip_comparison(built.store, session, built.slug, task.assignment_id, task.revision, "unreadable")


def test_the_code_comes_with_the_last_judgment_and_not_before(built: Built) -> None:
    """Reading the finish early, however often, gives no code; the transaction of the last judgment notes the end."""
    kari = agreed(built, "Kari", PIDS[0])
    for _ in range(2):
        assert code(built, kari) == ""
        open_desk(built.store, kari, built.slug)
        assert ended(built, "Kari") is None
        work(built, kari, 1)
    assert ended(built, "Kari") == "completed"
    back = read_way_back(built.store, kari, built.slug)
    assert back is not None
    assert (back.platform, back.code) == ("Prolific", "DONE1")
    assert back.address == "https://app.prolific.com/submissions/complete?cc=DONE1"


def test_who_came_from_elsewhere_has_no_way_back(built: Built) -> None:
    """A poster's visitor and an invited annotator are given no code of the platform, at no time."""
    poster, invited = agreed(built, "Poster", None), built.enter("Ola")
    give_consent(built.store, invited, built.slug, read_letter(built.store, invited, built.slug, "nb").version, "nb")
    for session in (poster, invited):
        assert read_way_back(built.store, session, built.slug) is None
    work(built, poster, 2)
    assert ended(built, "Poster") == "completed"
    assert read_way_back(built.store, poster, built.slug) is None


def test_a_platform_that_names_nobody_takes_everyone_back(built: Built) -> None:
    """Without a parameter that names the person, each who came by the open link gets the code."""
    change_rules(built.store, built.slug, {"crowd": {"parameters": "", "person": ""}})
    poster = agreed(built, "Poster", None)
    work(built, poster, 2)
    assert code(built, poster) == "DONE1"


def test_finished_stays_finished_when_more_is_asked_for(built: Built) -> None:
    """The platform has been told: a larger quota brings no more to who had finished, and the code stays."""
    kari = agreed(built, "Kari", PIDS[0])
    work(built, kari, 2)
    with built.store.write() as db:
        db.scalars(select(Campaign)).one().per_annotator = 4
    desk = open_desk(built.store, kari, built.slug)
    assert (desk.task, desk.reason) == (None, "quota")
    assert code(built, kari) == "DONE1"


def test_the_last_judgment_can_still_be_undone(built: Built) -> None:
    """What is undone after the end comes back, and is judged again."""
    kari = agreed(built, "Kari", PIDS[0])
    work(built, kari, 2)
    desk = open_desk(built.store, kari, built.slug)
    assert desk.undoable is not None
    assert undo_judgment(built.store, kari, built.slug, *desk.undoable)
    work(built, kari, 1)
    assert open_desk(built.store, kari, built.slug).reason == "quota"
    assert open_desk(built.store, kari, built.slug).done == 2


def test_nothing_left_is_full_for_who_did_nothing(built: Built, campaign: Make) -> None:
    """Where all is judged by others: who judged some has completed, who judged none came too late."""
    small = campaign(slug="small", prompts=1, systems=("alfa", "bravo"), overlap=1)
    change_rules(small.store, small.slug, {"letter": LETTER, "crowd": CODES})
    kari, ola = agreed(small, "Kari", PIDS[0]), agreed(small, "Ola", PIDS[1])
    work(small, kari, 1)
    assert open_desk(small.store, ola, small.slug).reason == "finished"
    assert [code(small, session) for session in (kari, ola)] == ["DONE1", "FULL1"]
    assert [ended(small, name) for name in ("Kari", "Ola")] == ["completed", "full"]


@pytest.mark.parametrize("judged", [0, 1])
def test_nobody_skips_their_way_to_a_code(campaign: Make, judged: int) -> None:
    """Nothing is left for who has skipped nearly all of it: a lead decides. Who skipped a few of many has completed."""
    small = campaign(slug="small", prompts=4, systems=("alfa", "bravo"), overlap=2)
    change_rules(small.store, small.slug, {"letter": LETTER, "crowd": CODES, "open_link_judgments": 3})
    kari, ola = agreed(small, "Kari", PIDS[0]), agreed(small, "Ola", PIDS[1])
    work(small, kari, judged)
    while (task := open_desk(small.store, kari, small.slug).task) is not None:
        skip(small, kari, task)
    assert open_desk(small.store, kari, small.slug).reason == "finished"
    assert (ended(small, "Kari"), code(small, kari)) == (None, "")
    skip(small, ola, shown(small, ola))
    change_rules(small.store, small.slug, {"open_link_judgments": None})
    work(small, ola, 3)
    assert open_desk(small.store, ola, small.slug).reason in ("finished", "quota")
    assert (ended(small, "Ola"), code(small, ola)) == ("completed", "DONE1")


def test_a_campaign_that_closes_is_full_for_who_had_not_finished(built: Built) -> None:
    """Who had finished keeps the code; who reopens the desk later and finishes gets it."""
    kari, ola = agreed(built, "Kari", PIDS[0]), agreed(built, "Ola", PIDS[1])
    work(built, kari, 2)
    work(built, ola, 1)
    move_campaign(built.store, built.slug, "closed")
    for session in (kari, ola):
        open_desk(built.store, session, built.slug)
    assert [code(built, session) for session in (kari, ola)] == ["DONE1", "FULL1"]
    move_campaign(built.store, built.slug, "reopened")
    work(built, ola, 1)
    assert code(built, ola) == "DONE1"


def test_who_is_left_out_gets_no_code_by_itself(built: Built) -> None:
    """An excluded annotator is shown the usual end; payment is a lead's decision."""
    kari = agreed(built, "Kari", PIDS[0])
    work(built, kari, 1)
    with built.store.read() as db:
        person = find_person(db, "Kari").id
    exclude_person(built.store, built.slug, person, "Klikker uten å lese", put_back=False)
    assert open_desk(built.store, kari, built.slug).reason == "finished"
    assert (ended(built, "Kari"), code(built, kari)) == (None, "")


def test_withdrawing_ends_it_without_a_code(built: Built) -> None:
    """Who withdraws is taken back to the platform without a code; who had finished keeps what they earned."""
    kari, ola = agreed(built, "Kari", PIDS[0]), agreed(built, "Ola", PIDS[1])
    work(built, ola, 2)
    for session in (kari, ola):
        withdraw_consent(built.store, session, built.slug)
    assert [ended(built, name) for name in ("Kari", "Ola")] == ["withdrawn", "completed"]
    assert [code(built, session) for session in (kari, ola)] == ["", "DONE1"]


def test_nobody_comes_twice_from_a_platform(built: Built, campaign: Make) -> None:
    """The same participant is refused in the campaign, also by the table itself, and welcome in another one."""
    agreed(built, "Kari", PIDS[0])
    with built.store.write() as db, pytest.raises(Exception, match="begun already"):
        refuse_second_coming(db, db.scalars(select(Campaign)).one(), PIDS[0])
    with pytest.raises(IntegrityError):
        arrive(built, "Ola", PIDS[0])
    other = campaign(slug="other")
    change_rules(other.store, other.slug, {"crowd": CODES})
    arrive(other, "Per", PIDS[0])


def test_another_campaigns_code_is_out_of_reach(built: Built, campaign: Make) -> None:
    """Having finished here says nothing in another campaign."""
    other = campaign(slug="other")
    change_rules(other.store, other.slug, {"crowd": CODES})
    kari = agreed(built, "Kari", PIDS[0])
    work(built, kari, 2)
    with pytest.raises(Exception, match="role annotator"):
        read_way_back(built.store, kari, other.slug)


def test_simulated_annotators_end_nothing(built: Built) -> None:
    """Code that works at the desk has come from nowhere."""
    who = Trusted(add_simulated_annotator(built.store, "Sim", built.slug))
    for _ in range(2):
        task = open_desk(built.store, who, built.slug).task
        assert task is not None
        judge(built, who, task)
    with built.store.read() as db:
        assert db.scalars(select(Arrival.id)).all() == []
