"""The words of the audit log."""

from __future__ import annotations

import re

import pytest

from eval_core.campaigns.publishing.release_facts import Facts
from eval_core.campaigns.rules import Letter, Rules
from eval_core.campaigns.setup.plan import Plan
from eval_core.locales import use_language
from eval_core.ui.lead.people.labels import about_text


@pytest.mark.parametrize("language", ["nb", "nn"])
def test_a_changed_setting_is_named_as_its_field(language: str, request: pytest.FixtureRequest) -> None:
    """The log says what was changed in the page's own words, and never in the names of the program."""
    request.addfinalizer(lambda: use_language("en"))
    use_language(language)
    letter = [f"letter.{name}" for name in Letter.model_fields if name != "version"]
    rules = [name for name in Rules.model_fields if name != "letter"] + letter
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
