"""The letter as a campaign sends it; agreeing, withdrawing, and what people say of themselves."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from sqlalchemy import select

from eval_core.campaigns.access import authorise
from eval_core.campaigns.joining.consent import (
    LetterView,
    declare_background,
    give_consent,
    has_consented,
    letter_version,
    read_agreed_letter,
    read_letter,
    read_participation,
    withdraw_consent,
)
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, read_guidelines
from eval_core.campaigns.rules import Letter, Rules, change_rules
from eval_core.errors import InputError
from eval_core.store import Assignment, Consent
from eval_core.web.shown_text import article
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.checking import everything, refusal

FACTS = {"responsible": "Språklaget", "contact": "post@sprak.example", "pay": "250 kroner i timen"}


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign with a letter, in its first version."""
    made = campaign()
    change_rules(made.store, made.slug, {"letter": FACTS})
    return made


@pytest.fixture
def kari(built: Built) -> str:
    """An annotator's session."""
    return built.enter("Kari")


def agree(built: Built, session: str, **said: str | None) -> bool:
    return give_consent(built.store, session, built.slug, letter(built, session).version, "nb", **said)


def letter(built: Built, session: str, language: str = "nb") -> LetterView:
    return read_letter(built.store, session, built.slug, language)


def begin(built: Built, *sessions: str) -> None:
    """Agree, and read the guidelines: the steps before the first comparison."""
    for session in sessions:
        agree(built, session)
        version = read_guidelines(built.store, session, built.slug, "nb").version
        acknowledge_guidelines(built.store, session, built.slug, version, "nb")


def consented(built: Built, session: str, version: str) -> bool:
    with built.store.read() as db:
        return has_consented(db, authorise(db, session, built.slug, "annotator"), version)


def consents(built: Built) -> list[Consent]:
    with built.store.read() as db:
        rows = list(db.scalars(select(Consent).order_by(Consent.id)))
        db.expunge_all()
        return rows


def statuses(built: Built) -> list[str]:
    with built.store.read() as db:
        return list(db.scalars(select(Assignment.status).order_by(Assignment.id)))


@pytest.mark.parametrize("lacking", sorted(FACTS))
def test_there_is_no_letter_while_an_essential_fact_is_missing(lacking: str) -> None:
    """Without sender, contact or pay there is nothing to agree to; with all three there is."""
    assert letter_version(Rules(letter=Letter(**{**FACTS, lacking: " "}, version=3))) is None
    assert letter_version(Rules(letter=Letter(**FACTS, version=3))) == "1.1.3"


def test_a_campaign_without_a_letter_asks_for_no_consent(campaign: Callable[..., Built]) -> None:
    """Reading and agreeing are refused, and nothing is stored."""
    built = campaign()
    session = built.enter("Kari")
    before = everything(built.store)
    assert refusal(lambda: letter(built, session)) == "no_letter"
    assert refusal(lambda: give_consent(built.store, session, built.slug, "1.1.0", "nb")) == "no_letter"
    assert everything(built.store) == before


def test_the_letter_comes_filled_in_the_language_asked_for(built: Built, kari: str) -> None:
    """All three have the campaign's facts; the hash is that of the text itself."""
    for language, heading in (("en", "Would you like"), ("nb", "Vil du være med"), ("nn", "Vil du vere med")):
        seen = letter(built, kari, language)
        assert heading in seen.text
        assert "Språklaget" in seen.text
        assert (seen.language, seen.version) == (language, "1.1.1")
        assert seen.hash == hashlib.sha256(seen.text.encode()).hexdigest()
    with pytest.raises(InputError):
        letter(built, kari, "se")


def test_planted_markup_reaches_nobody(built: Built, kari: str) -> None:
    """Script and Markdown among the campaign's facts are shown as written."""
    change_rules(built.store, built.slug, {"letter": {"purpose": "<script>alert(1)</script> **now**"}})
    html = article(letter(built, kari).text)
    assert "&lt;script&gt;alert(1)&lt;/script&gt; **now**" in html
    assert "<script" not in html


def test_agreeing_twice_is_one_consent(built: Built, kari: str, clock: Clock) -> None:
    """The same click again changes nothing; version, time, language and hash of what was read are kept."""
    given = clock.time
    assert agree(built, kari) is True
    clock.move(minutes=1)
    before = everything(built.store)
    assert agree(built, kari) is False
    assert everything(built.store) == before
    (row,) = consents(built)
    assert (row.letter_version, row.language, row.given_at) == ("1.1.1", "nb", given)
    assert row.letter_hash == letter(built, kari).hash
    assert consented(built, kari, "1.1.1")


def test_two_tabs_at_once_make_one_consent(built: Built, kari: str) -> None:
    """Of simultaneous clicks exactly one is the consent."""
    start = Barrier(4)

    def click(_tab: int) -> bool:
        start.wait()
        return agree(built, kari)

    with ThreadPoolExecutor(4) as tabs:
        assert sorted(tabs.map(click, range(4))) == [False, False, False, True]
    assert len(consents(built)) == 1


def test_a_changed_letter_is_read_again(built: Built, kari: str) -> None:
    """An agreement to an outdated letter is refused, and an older one does not cover the new letter."""
    agree(built, kari)
    ola = built.enter("Ola")
    read_by_ola = letter(built, ola).version
    change_rules(built.store, built.slug, {"letter": {"pay": "300 kroner i timen"}})
    before = everything(built.store)
    assert refusal(lambda: give_consent(built.store, ola, built.slug, read_by_ola, "nb")) == "stale_letter"
    assert everything(built.store) == before
    assert not consented(built, kari, "1.1.2")
    assert agree(built, kari) is True
    assert consented(built, kari, "1.1.2")
    assert [row.letter_version for row in consents(built)] == ["1.1.1", "1.1.2"]


def test_consent_is_of_one_person_in_one_campaign(built: Built, kari: str, campaign: Callable[..., Built]) -> None:
    """Neither another person nor another campaign is covered by it."""
    other = campaign(slug="other", prompts=1)
    change_rules(built.store, "other", {"letter": FACTS})
    agree(built, kari)
    assert not consented(built, built.enter("Ola"), "1.1.1")
    assert not consented(other, other.enter("Liv"), "1.1.1")


def test_a_withdrawn_consent_is_none(built: Built, kari: str, clock: Clock) -> None:
    """Withdrawing dates what was agreed to, older versions too; the rows stay, and one may agree again."""
    assert withdraw_consent(built.store, kari, built.slug) is False
    agree(built, kari)
    change_rules(built.store, built.slug, {"letter": {"pay": "300 kroner i timen"}})
    agree(built, kari)
    clock.move(days=1)
    withdrawn = clock.time
    assert withdraw_consent(built.store, kari, built.slug) is True
    assert not consented(built, kari, "1.1.2")
    clock.move(days=1)
    assert withdraw_consent(built.store, kari, built.slug) is False
    assert [row.withdrawn_at for row in consents(built)] == [withdrawn, withdrawn]
    assert agree(built, kari) is True
    assert consented(built, kari, "1.1.2")
    assert [row.withdrawn_at for row in consents(built)] == [withdrawn, withdrawn, None]


def test_nothing_is_shown_before_the_letter_is_agreed_to(built: Built, kari: str) -> None:
    """A newcomer, and one who has withdrawn, get the letter in place of a comparison."""
    assert open_desk(built.store, kari, built.slug).reason == "consent"
    begin(built, kari)
    assert open_desk(built.store, kari, built.slug).task is not None
    withdraw_consent(built.store, kari, built.slug)
    desk = open_desk(built.store, kari, built.slug)
    assert (desk.task, desk.reason) == (None, "consent")


def test_withdrawing_releases_open_work(campaign: Callable[..., Built]) -> None:
    """The comparison in hand goes to someone else at once, a tab left open can judge it no more, judgments stay."""
    built = campaign(prompts=1, overlap=1, systems=("alfa", "bravo", "charlie"))
    change_rules(built.store, built.slug, {"letter": FACTS})
    kari, ola = built.enter("Kari"), built.enter("Ola")
    begin(built, kari, ola)
    first = open_desk(built.store, kari, built.slug).task
    assert first is not None
    record_judgment(built.store, kari, built.slug, first.assignment_id, 0, "A")
    held = open_desk(built.store, kari, built.slug).task
    assert held is not None
    withdraw_consent(built.store, kari, built.slug)
    assert statuses(built) == ["done", "released"]
    word = refusal(lambda: record_judgment(built.store, kari, built.slug, held.assignment_id, 0, "A"))
    assert word == "withdrawn"
    for _ in range(2):
        task = open_desk(built.store, ola, built.slug).task
        assert task is not None
        record_judgment(built.store, ola, built.slug, task.assignment_id, 0, "B")
    assert statuses(built).count("done") == 3


def test_withdrawn_people_stay_out_without_a_letter(built: Built, kari: str) -> None:
    """Without a letter no one is asked, but a withdrawal is not undone by that."""
    ola = built.enter("Ola")
    begin(built, kari, ola)
    withdraw_consent(built.store, kari, built.slug)
    change_rules(built.store, built.slug, {"letter": {"pay": ""}})
    assert open_desk(built.store, kari, built.slug).reason == "withdrawn"
    assert open_desk(built.store, ola, built.slug).task is not None


def test_withdrawing_touches_nobody_else(built: Built, kari: str) -> None:
    """Another annotator's consent and lease stay as they were."""
    ola = built.enter("Ola")
    begin(built, kari, ola)
    task = open_desk(built.store, ola, built.slug).task
    withdraw_consent(built.store, kari, built.slug)
    assert consented(built, ola, "1.1.1")
    again = open_desk(built.store, ola, built.slug).task
    assert task is not None
    assert again is not None
    assert again.assignment_id == task.assignment_id


def test_what_people_say_of_themselves(built: Built, kari: str) -> None:
    """Stored when given, unchanged when omitted, changed and erased on demand."""
    agree(built, kari, first_standard="nn", dialect_area="west")
    agree(built, kari)
    said = read_participation(built.store, kari, built.slug)
    assert (said.first_standard, said.dialect_area) == ("nn", "west")
    declare_background(built.store, kari, built.slug, "both", None)
    said = read_participation(built.store, kari, built.slug)
    assert (said.first_standard, said.dialect_area) == ("both", None)


@pytest.mark.parametrize("answers", [("no", None), (None, "bergen"), ("", None), ("nb", "")])
def test_answers_outside_the_list_are_refused(built: Built, kari: str, answers: tuple[str | None, str | None]) -> None:
    """The browser's list is not trusted: nothing is stored, no consent either."""
    before = everything(built.store)
    first, dialect = answers
    assert refusal(lambda: agree(built, kari, first_standard=first, dialect_area=dialect)) == "unknown_background"
    declared = partial(declare_background, built.store, kari, built.slug, first, dialect)
    assert refusal(declared) == "unknown_background"
    assert everything(built.store) == before


def test_my_work_knows_what_was_agreed_to_last(built: Built, kari: str, clock: Clock) -> None:
    """Nothing before, version and date after, and the date of withdrawing."""
    nothing = read_participation(built.store, kari, built.slug)
    assert (nothing.letter_version, nothing.given_at, nothing.withdrawn_at) == (None, None, None)
    agree(built, kari)
    given = clock.time
    clock.move(days=2)
    withdraw_consent(built.store, kari, built.slug)
    said = read_participation(built.store, kari, built.slug)
    assert (said.letter_version, said.given_at, said.withdrawn_at) == ("1.1.1", given, clock.time)


def test_the_letter_is_read_again(built: Built, kari: str, clock: Clock) -> None:
    """As it was agreed to and in its language, also after a withdrawal; it is said when it has changed, or is gone."""
    read = partial(read_agreed_letter, built.store, kari, built.slug)
    assert read() is None
    agree(built, kari)
    at = clock.time
    clock.move(days=3)
    withdraw_consent(built.store, kari, built.slug)
    again = read()
    assert again is not None
    assert (again.letter, again.unchanged) == (letter(built, kari), True)
    assert (again.participation.given_at, again.participation.withdrawn_at) == (at, clock.time)
    change_rules(built.store, built.slug, {"letter": {"pay": "300 kroner"}})
    changed = read()
    assert changed is not None
    assert (changed.letter, changed.unchanged) == (letter(built, kari), False)
    change_rules(built.store, built.slug, {"letter": {"pay": ""}})
    gone = read()
    assert gone is not None
    assert (gone.letter, gone.unchanged) == (None, False)
    assert gone.participation.letter_version == again.participation.letter_version
