"""A judge's prompt comes from a protocol file: its template reaches what it is given, and nothing else."""

from __future__ import annotations

import pytest
from jinja2 import Environment

from eval_core.errors import InputError
from eval_core.judges.prompts import messages_about
from eval_core.judges.work import ShownPair
from eval_core.protocols import Protocol, load_protocol

PAIR = ShownPair(1, 0, False, "Oppgave", "nb", "{{ 7 * 7 }}", "B", None, None)
REACHING = "{{ prompt.__class__.__mro__[1].__subclasses__() | length }}"


def asking(template: str) -> Protocol:
    """The comparison of fluency, asked in other words."""
    protocol = load_protocol("norwegian_fluency")
    assert protocol.judge is not None
    return protocol.model_copy(update={"judge": protocol.judge.model_copy(update={"template": template})})


@pytest.mark.parametrize("template", [REACHING, "{% for one in range(10 ** 9) %}{% endfor %}"])
def test_a_template_cannot_reach_into_python(template: str) -> None:
    """Python's inner names and endless loops are refused; what a response says is never a template itself."""
    with pytest.raises(InputError, match="template of 'norwegian_fluency' fails"):
        messages_about(asking(template), PAIR)
    assert messages_about(asking("{{ response_a }}"), PAIR)[0]["content"] == "{{ 7 * 7 }}"


def test_such_a_template_reaches_far_elsewhere() -> None:
    """The planted violation: without the sandbox the same template counts every class of the process."""
    assert int(Environment(autoescape=True).from_string(REACHING).render(prompt="x")) > 100
