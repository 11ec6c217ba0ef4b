"""Judges: what a judge wrote about whole batches is shown under its figures, as text."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape

from streamlit.testing.v1 import AppTest

from eval_core.judges.replies import Answer, store_answers
from eval_core.judges.work import begin_judging, items_left
from eval_core.protocols.replies import parse_reply
from eval_core.store import Store
from tests.support.building import build_campaign
from tests.support.page_text import words

Open = Callable[..., AppTest]
SAID = "Stiff, with <b>English</b> word order."


def test_summaries_are_shown_as_text(store: Store, open_page: Open) -> None:
    """Each criterion with what was written of it, under who wrote it of what; nothing of another judge's."""
    built = build_campaign(store, protocol="mt_qualitative", prompts=2, systems=("alfa",))
    who = built.enter("Rolf", "researcher")
    for judge, summary in (("Robot", SAID), ("Mute", None)):
        judging = begin_judging(store, built.slug, judge)
        keys, about = [criterion.key for criterion in judging.protocol.rated], tuple(items_left(store, judging))
        reply = {"scores": [{key: [4, "So."] for key in keys} for _ in about]}
        text = json.dumps(reply | ({"summary": dict.fromkeys(keys, summary)} if summary else {}))
        answer = Answer(about, None, "0" * 64, parse_reply(judging.protocol, text, items=2), text)
        store_answers(store, judging, [answer])
    seen = words(open_page("judges", who))
    assert seen.count(escape(SAID)) == len(keys)
    assert SAID not in seen
    assert "Robot, of 2 responses by alfa" in seen
    assert "Mute, of" not in seen
