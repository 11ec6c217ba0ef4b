"""What people see of a text to judge is what the protocol's `shows` says, and what its judges see: wherever it is shown.

A campaign holds a source, a reference and responses that nothing else is called; what reaches the desk's browser (in the
work, in training and in a trial), the pages where annotators read their own work, and a judge, is looked through for them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import update

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.desk.clicks import open_desk
from eval_core.campaigns.desk.pile import Pile, Score
from eval_core.campaigns.desk.trial import begin_trial, end_trial
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, read_guidelines
from eval_core.campaigns.my_work.own_judgments import own_judgment
from eval_core.campaigns.my_work.own_ratings import own_rating
from eval_core.campaigns.my_work.work_list import list_work
from eval_core.campaigns.quality.gold_ratings import load_gold_ratings
from eval_core.campaigns.rules import change_rules
from eval_core.errors import InputError
from eval_core.judges import prompts
from eval_core.judges.prompts import messages_about, seen_by_judge
from eval_core.judges.work import begin_judging, items_left, pairs_left
from eval_core.protocols import Protocol, list_protocols, load_protocol, read_protocol
from eval_core.store import Prompt, Response
from eval_core.ui.annotate import my_work
from eval_core.ui.parts.comparison import reading
from eval_core.ui.parts.sheet import asked_html, response_html
from eval_core.web import desk_json
from tests.support.acts import record_judgment, record_ratings
from tests.support.building import Built
from tests.support.reading import ROOT

SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
PROTOCOLS = [protocol.key for protocol in list_protocols()]
WITHOUT_REFERENCE = [key for key in PROTOCOLS if not load_protocol(key).refers and load_protocol(key).kind == "rating"]
# The fields of `shows`, by the words that nothing else in the campaign has.
SIGNS = {"asked": "Kildegåten", "reference": "Fasitfugl", "response": "Svarstrøm"}


def declared(protocol: Protocol) -> set[str]:
    """What a protocol shows; a prompt and a source are the same text of a campaign."""
    return {"asked" if name in ("prompt", "source") else name for name in protocol.shows}


def in_text(text: str) -> set[str]:
    """The fields whose text is there."""
    return {name for name, sign in SIGNS.items() if sign in text}


@pytest.fixture
def marked(campaign: Callable[..., Built]) -> Callable[[str], Built]:
    """A campaign of a protocol whose texts say what they are."""

    def build(key: str) -> Built:
        built = campaign(protocol=key, prompts=2, systems=("alfa", "bravo"))
        with built.store.write() as db:
            db.execute(update(Prompt).values(text=Prompt.text + SIGNS["asked"], reference=SIGNS["reference"]))
            db.execute(update(Response).values(text=Response.text + SIGNS["response"]))
        return built

    return build


def wire(pile: Pile) -> set[str]:
    """What of a pile reaches the browser."""
    assert pile.sheets, pile.instead
    return in_text(json.dumps(desk_json.pile_document(pile), ensure_ascii=False))


def at_the_desk(built: Built, _: Path) -> set[str]:
    return wire(open_desk(built.store, built.enter("Kari"), built.slug))


def in_training(built: Built, folder: Path) -> set[str]:
    protocol = load_protocol(built_protocol(built))
    path = folder / "controls.jsonl"
    texts = {"prompt": SIGNS["asked"], "reference": SIGNS["reference"]}
    rows = [
        {"response": f"{SIGNS['response']} {number}", **texts, protocol.rated[0].key: "1", "explanation": "Fordi."}
        for number in range(4)
    ]
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    load_gold_ratings(built.store, built.slug, path)
    change_rules(built.store, built.slug, {"training": 1, "test": 0})
    kari = built.enter("Kari")
    version = read_guidelines(built.store, kari, built.slug, "en").version
    acknowledge_guidelines(built.store, kari, built.slug, version, "en")
    pile = open_desk(built.store, kari, built.slug)
    assert pile.stage == "training"
    return wire(pile)


def in_a_trial(built: Built, _: Path) -> set[str]:
    lead = built.enter("Lise", "lead")
    trial = begin_trial(built.store, built.slug, lead)
    try:
        version = read_guidelines(trial.store, lead, trial.slug, "en").version
        acknowledge_guidelines(trial.store, lead, trial.slug, version, "en")
        return wire(open_desk(trial.store, lead, trial.slug))
    finally:
        end_trial(trial.slug)


def in_my_work(built: Built, _: Path) -> set[str]:
    kari, protocol = built.enter("Kari"), load_protocol(built_protocol(built))
    sheet = open_desk(built.store, kari, built.slug).sheets[0]
    if protocol.kind == "pairwise":
        record_judgment(built.store, kari, built.slug, sheet.assignment_id, 0, "A")
        own = own_judgment(built.store, kari, built.slug, sheet.assignment_id)
        opened = reading(own.task, "plain", protocol.key, expanded=True)
    else:
        scores = {one.key: Score(one.max, "그렇다.") for one in protocol.rated}
        record_ratings(built.store, kari, built.slug, sheet.assignment_id, 0, scores)
        rated = own_rating(built.store, kari, built.slug, sheet.assignment_id)
        opened = asked_html(rated, protocol) + response_html(rated, rated.sheet, "", 100)
    (row,) = list_work(built.store, kari, built.slug).rows
    listed = (my_work._judged_html if protocol.kind == "pairwise" else my_work._rated_html)(row, protocol)
    assert in_text(listed) <= in_text(opened)
    return in_text(opened)


def before_a_judge(built: Built, _: Path) -> set[str]:
    judging = begin_judging(built.store, built.slug, "robot")
    protocol = judging.protocol
    if protocol.kind == "pairwise":
        return in_text(messages_about(protocol, next(pairs_left(built.store, judging)))[0]["content"])
    items = tuple(items_left(built.store, judging))[:1]
    apart = protocol.judge is not None and protocol.judge.per_criterion
    found = [in_text(messages_about(protocol, items, key)[0]["content"]) for key in judging.asked if apart]
    return set.union(*(found or [in_text(messages_about(protocol, items)[0]["content"])]))


def built_protocol(built: Built) -> str:
    """The key of the campaign's protocol."""
    with built.store.read() as db:
        return find_campaign(db, built.slug).protocol_key


PLACES = (at_the_desk, in_a_trial, in_my_work, before_a_judge)
EVERYWHERE = [(key, place) for key in PROTOCOLS for place in PLACES]
# Where texts are compared, the sheets of the training are made by the code of the work.
EVERYWHERE += [(key, in_training) for key in PROTOCOLS if load_protocol(key).kind == "rating"]


@SQLITE
@pytest.mark.parametrize(("key", "place"), EVERYWHERE)
def test_everybody_sees_what_the_protocol_shows(
    key: str, place: Callable[..., set[str]], marked: Callable[[str], Built], tmp_path: Path
) -> None:
    """Neither more nor less, though every prompt of the campaign has a reference."""
    assert place(marked(key), tmp_path) == declared(load_protocol(key))


@SQLITE
@pytest.mark.parametrize("place", [at_the_desk, in_training, in_a_trial])
@pytest.mark.parametrize("key", WITHOUT_REFERENCE)
def test_a_desk_that_shows_what_the_data_has_is_caught(
    key: str,
    place: Callable[..., set[str]],
    marked: Callable[[str], Built],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A sheet as it comes from the database has a reference that nobody is meant to see."""
    monkeypatch.setattr(desk_json, "_shown", lambda sheet, _: sheet)
    assert place(marked(key), tmp_path) - declared(load_protocol(key)) == {"reference"}


@SQLITE
def test_a_template_shows_a_judge_no_more_than_people_see(
    marked: Callable[[str], Built], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one of a lead's own that asks for more; without that, it would."""
    key, built = "hindi_english", marked("hindi_english")
    curious = with_template(
        load_protocol(key),
        "{{ prompt }} {{ reference }} {% for one in items %}{{ one.reference }}{% endfor %} {{ response }}",
    )
    items = tuple(items_left(built.store, begin_judging(built.store, built.slug, "robot")))[:1]
    assert in_text(messages_about(curious, items)[0]["content"]) == declared(curious)
    hidden = curious.model_copy(update={"shows": ("response",)})
    assert in_text(messages_about(hidden, items)[0]["content"]) == {"response"}
    monkeypatch.setattr(prompts, "_shown", lambda _, about: about)
    assert "reference" in in_text(messages_about(curious, items)[0]["content"])


def with_template(protocol: Protocol, template: str) -> Protocol:
    """The same protocol with another request to its judge."""
    assert protocol.judge is not None
    return protocol.model_copy(update={"judge": protocol.judge.model_copy(update={"template": template})})


@SQLITE
@pytest.mark.parametrize("place", [at_the_desk, in_my_work])
@pytest.mark.parametrize("base", ["hindi_english", "norwegian_fluency"])
def test_a_protocol_that_shows_responses_alone(
    base: str,
    place: Callable[..., set[str]],
    marked: Callable[[str], Built],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever judges a text for itself is not shown what it answers."""
    source = (ROOT / "data" / "protocols" / f"{base}.toml").read_text(encoding="utf-8")
    shown = " ".join(line for line in source.splitlines() if line.startswith("shows"))
    own = source.replace(shown, 'shows = ["response"]', 1).replace(f'key = "{base}"', 'key = "alone"', 1)
    own = own.replace('"../guidelines"', json.dumps(str(ROOT / "data" / "guidelines")), 1)
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "alone.toml").write_text(own, encoding="utf-8")
    monkeypatch.setenv("PARVIS_PROTOCOLS", str(folder))
    assert place(marked("alone"), tmp_path) == {"response"}


@pytest.mark.parametrize("key", PROTOCOLS)
def test_each_template_shows_all_that_people_see(key: str) -> None:
    """What `parvis protocol check` looks at; a template that leaves out the source, or the reference, is found."""
    protocol = load_protocol(key)
    assert seen_by_judge(protocol) == set(protocol.shows)
    blind = with_template(
        protocol, "{{ response }}{{ response_a }}{% for one in items or [] %}{{ one.response }}{% endfor %}"
    )
    assert set(protocol.shows) - seen_by_judge(blind) == set(protocol.shows) - {"response"} != set()


def test_two_texts_are_compared_without_a_reference(tmp_path: Path) -> None:
    """No desk shows one beside them, so a protocol that says so is refused."""
    source = (ROOT / "data" / "protocols" / "norwegian_fluency.toml").read_text(encoding="utf-8")
    source = source.replace('"../guidelines"', json.dumps(str(ROOT / "data" / "guidelines")), 1)
    path = tmp_path / "norwegian_fluency.toml"
    path.write_text(source, encoding="utf-8")
    assert read_protocol(path).asks
    path.write_text(
        source.replace('["prompt", "response"]', '["prompt", "reference", "response"]', 1), encoding="utf-8"
    )
    with pytest.raises(InputError, match="two texts are compared without a reference"):
        read_protocol(path)
