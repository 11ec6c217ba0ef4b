"""The words of the audit log."""

from __future__ import annotations

import ast
import re

import pytest

from eval_core.campaigns.audit import Change
from eval_core.campaigns.crowd_rules import Crowd
from eval_core.campaigns.publishing.release_facts import Facts
from eval_core.campaigns.rules import PARTS, Letter, Rules
from eval_core.campaigns.setup.plan import Plan
from eval_core.locales import use_language
from eval_core.places import HOME
from eval_core.ui.lead.people.log_words import about_text, known_parts


@pytest.mark.parametrize("language", ["nb", "nn"])
def test_a_changed_setting_is_named_as_its_field(language: str, request: pytest.FixtureRequest) -> None:
    """The log says what was changed in the page's own words, and never in the names of the program."""
    request.addfinalizer(lambda: use_language("en"))
    use_language(language)
    letter = [f"letter.{name}" for name in Letter.model_fields if name != "version"]
    crowd = [f"crowd.{name}" for name in Crowd.model_fields]
    rules = [name for name in Rules.model_fields if name not in PARTS] + letter + crowd
    plan = dict.fromkeys(Plan.model_fields, 2) | {"text_view": "formatted"}
    for about in ({"rules": rules}, {"facts": list(Facts.model_fields)}, plan):
        assert re.findall(r"[a-z]+[._][a-z]+|formatted|\(", about_text(about)) == []
    assert (
        about_text({"rules": ["letter.pay"], "name": "loop"})
        == {
            "nb": "endret: Betaling · navn: loop",
            "nn": "endra: Betaling · namn: loop",
        }[language]
    )
    assert about_text({"rules": ["new_rule"]}).endswith(": new_rule")


def test_a_change_is_told_with_what_was_before(request: pytest.FixtureRequest) -> None:
    """Old and new value of every setting in words; older entries, which kept only the new one, still read well."""
    request.addfinalizer(lambda: use_language("en"))
    use_language("en")
    changes = {
        "overlap": Change(2, 3),
        "per_annotator": Change(None, 50),
        "gold_share": Change(0.0, 0.15),
        "text_view": Change("plain", "formatted"),
        "revisable": Change(True, False),
        "letter.pay": Change("", "200 kr " * 30),
        "roles": Change(["annotator"], ["annotator", "lead"]),
        "written_standard": Change(None, "nn"),
    }
    assert about_text({"person": "Kari"}, changes).split(" · ") == [
        "Kari",
        "Annotators per comparison: 2 → 3",
        "Most comparisons for one annotator: nothing → 50",
        "Gold comparisons, in percent: 0% → 15%",
        "How texts are shown: Plain text → With Markdown formatting",
        "Annotators may change their earlier judgments: yes → no",
        f"Pay: nothing → {('200 kr ' * 30)[:60].rstrip()}…",
        "Roles: Annotator → Lead, Annotator",
        "Written standard: nothing → Nynorsk",
    ]
    assert about_text({"overlap": 3, "deadline": "2026-12-04"}).split(" · ") == [
        "Annotators per comparison: 3",
        "Deadline: 2026-12-04",
    ]


def test_every_part_of_the_log_has_words() -> None:
    """Whatever a service notes has words, so that no key of the program reaches the screen; a planted one is found."""
    assert unworded(NOTING) == set()
    assert len(NOTING) > 10
    planted = 'note(db, grant, "started", per_moon=3)'
    assert unworded([planted]) == {"per_moon"}


SERVICES = [path.read_text(encoding="utf-8") for path in (HOME / "eval_core" / "campaigns").rglob("*.py")]
NOTING = [source for source in SERVICES if "note(" in source]


def unworded(sources: list[str]) -> set[str]:
    """The keys that calls of `note` name and the log has no words for."""
    calls = [node for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    notes = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "note"]
    return {word.arg for call in notes for word in call.keywords if word.arg} - known_parts()
