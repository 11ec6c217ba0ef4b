"""A pile in memory: what the routes of the desk answer, without a database, with every action kept for the tests to read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from eval_core.web.desk_json import dialogues_document
from tests.support.browser import stub_texts

Json = dict[str, Any]
UNDONE_MOST = 20


@dataclass(frozen=True)
class Plan:
    """What an address asks the stub for; each field may stand in the query of a page."""

    protocol: str = "norwegian_fluency"
    language: str = "nb"
    view: str = "plain"
    texts: str = "mixed"
    stage: str = "work"  # or 'training' or 'test': a newcomer, who comes to the work in the end
    reasons: int = 0  # every so many comparisons are asked for reasons; 0: none, 1: all
    count: int = 60
    group: int = 1  # so many responses beside each other, where they are rated
    ahead: int = 2
    quota: int = 0  # 0: none
    done: int = 0
    lessons: int = 3
    dwell: int = 0
    gate: str = ""

    @property
    def rates(self) -> bool:
        return stub_texts.protocol_json(self.protocol, self.language)["kind"] == "rating"


@dataclass
class Trouble:
    """What goes wrong at the route, as a control request has asked for.

    Attributes:
        delay_ms: how long each answer takes.
        status: the status of each answer in its place, such as 503.
        refuse: kind of action -> the word with which it is refused.
        offline: break the connection of each request.
        times: so often, and then no more; None: until it is changed.
    """

    delay_ms: int = 0
    status: int | None = None
    refuse: dict[str, str] = field(default_factory=dict)
    offline: bool = False
    times: int | None = None

    def strikes(self) -> bool:
        """Whether this request meets it."""
        if not (self.status or self.offline) or self.times == 0:
            return False
        if self.times is not None:
            self.times -= 1
        return True


class StubDesk:
    """One person's desk in one campaign."""

    def __init__(self, slug: str, plan: Plan) -> None:
        self.slug, self.plan = slug, plan
        self.done = plan.done
        self.trouble = Trouble()
        self.actions: list[Json] = []  # those that were recorded, in order
        self.calls: list[Json] = []  # the body of each POST
        self.instead: str | None = plan.gate or None
        self.answers: dict[str, Json] = {}
        self.talk = _talk(plan.language)
        self.steps = {"training": 0, "test": 0}
        self.stage = plan.stage
        self._last: list[tuple[str, Json]] = []  # kind and sheet, the oldest first
        self._lessons = self._made_lessons()
        self._open = self._made_sheets()

    def _made_lessons(self) -> dict[str, list[tuple[Json, Json]]]:
        number, found = self.plan.lessons, iter(stub_texts.lessons())
        made: dict[str, list[tuple[Json, Json]]] = {}
        for place, stage in enumerate(("training", "test")):
            chosen = [next(found) for _ in range(number)]
            made[stage] = [
                (self._pair(100 * place + 100 + at, one["pair"], stage, [at + 1, number]), one["answer"])
                for at, one in enumerate(chosen)
            ]
        return made

    def _made_sheets(self) -> list[Json]:
        if self.plan.rates:
            return self._rating_sheets()
        pairs = enumerate(stub_texts.texts_of(self.plan.texts, self.plan.count))
        return [self._pair(1000 + number, pair, "work", None) for number, pair in pairs]

    def _pair(self, assignment: int, pair: Json, stage: str, step: list[int] | None) -> Json:
        every = self.plan.reasons if stage == "work" else 0
        return {
            "assignment": assignment,
            "revision": 0,
            "kind": "pair",
            **pair,
            "asks_reasons": bool(every) and assignment % every == 0,
            "chosen": None,
            "dwell_ms": self.plan.dwell,
            "stage": stage,
            "step": step,
            **stub_texts.shown_html(pair["texts"], self.plan.view),
            "dialogues": dialogues_document(pair["prompt"], None, pair["texts"], self.plan.view),
        }

    def _rating_sheets(self) -> list[Json]:
        sheets: list[Json] = []
        for number in range(self.plan.count):
            group, place = divmod(number, self.plan.group)
            source, reference, responses = stub_texts.TRANSLATIONS[group % len(stub_texts.TRANSLATIONS)]
            texts = {"A": responses[place % len(responses)]}
            sheets.append(
                {
                    "assignment": 1000 + number,
                    "revision": 0,
                    "kind": "rating",
                    "written_standard": "nb",
                    "prompt": source,
                    "reference": reference,
                    "source_language": "en",
                    "target_language": "nb",
                    "texts": texts,
                    "scores": {},
                    "explanations": {},
                    "marks": [],
                    "group": group,
                    "dwell_ms": self.plan.dwell,
                    "stage": "work",
                    "step": None,
                    **stub_texts.shown_html(texts, self.plan.view),
                }
            )
        return sheets

    def pile(self) -> Json:
        """The pile as the route answers it."""
        sheets, step = self._lying()
        return {
            "campaign": self.slug,
            "title": "Flyt i norske språkmodeller",
            "stage": self.stage,
            "step": step,
            "done": self.done,
            "quota": self.plan.quota or None,
            "instead": self.instead or (None if sheets else "finished"),
            "protocol": stub_texts.protocol_json(self.plan.protocol, self.plan.language),
            "sheets": [] if self.instead else sheets,
            "undo": [
                {"assignment": sheet["assignment"], "revision": sheet["revision"], "kind": kind}
                for kind, sheet in reversed(self._last[-UNDONE_MOST:])
            ],
            "news": {
                "answers": sum(one["new"] for one in self.talk["questions"]),
                "messages": sum(one["new"] for one in self.talk["messages"]),
            },
            "test": {"asked": self.plan.lessons, "right": max(1, self.plan.lessons - 1)},
            "idle_ms": 300_000,
            "ahead": self.plan.ahead,
        }

    def _lying(self) -> tuple[list[Json], list[int] | None]:
        if self.stage != "work":
            sheet, _ = self._lessons[self.stage][self.steps[self.stage]]
            return [sheet], sheet["step"]
        if self.plan.rates and self._open:
            first = self._open[0]["group"]
            together = [sheet for sheet in self._open if sheet["group"] == first]
            return self._open[: len(together) + self.plan.ahead], None
        return self._open[: 1 + self.plan.ahead], None

    def act(self, body: Json) -> list[Json]:
        """Carry out the actions of a request; each by its id once."""
        self.calls.append(body)
        return [self._answer(action) for action in body["actions"]]

    def _answer(self, action: Json) -> Json:
        if action["id"] in self.answers:
            return {**self.answers[action["id"]], "result": "known"}
        word = self.trouble.refuse.get(action["kind"])
        if word:
            return {"id": action["id"], "result": "refused", "word": word}
        carried_out = {
            "choose": self._choose,
            "explain": self._explain,
            "skip": self._skip,
            "rate": self._rate,
            "undo": self._undo,
            "ask": self._ask,
            "seen": self._seen,
        }.get(action["kind"], lambda _: {})
        more = carried_out(action)
        if isinstance(more, str):
            return {"id": action["id"], "result": "refused", "word": more}
        self.actions.append(action)
        self.answers[action["id"]] = {"id": action["id"], "result": "recorded", "word": None, **more}
        return self.answers[action["id"]]

    def _sheet(self, action: Json) -> Json | None:
        lying = self._lying()[0]
        seen = (action["assignment"], action["revision"])
        return next((one for one in lying if (one["assignment"], one["revision"]) == seen), None)

    def _choose(self, action: Json) -> Json | str:
        sheet = self._sheet(action)
        if sheet is None or sheet["chosen"]:
            return "stale"
        if sheet["stage"] != "work":
            return self._choose_lesson(sheet, action["choice"])
        self.done += 1
        sheet["revision"] += 1
        self._last.append(("choose", sheet))
        if sheet["asks_reasons"]:
            sheet["chosen"] = action["choice"]
        else:
            self._open.remove(sheet)
        return {}

    def _choose_lesson(self, sheet: Json, choice: str) -> Json:
        stage = self.stage
        answer = self._lessons[stage][self.steps[stage]][1]
        self.steps[stage] += 1
        if self.steps[stage] == len(self._lessons[stage]):
            self.stage = {"training": "test", "test": "work"}[stage]
        if stage == "test":
            return {}
        issues = stub_texts.protocol_json(self.plan.protocol, self.plan.language)["issues"]
        label = next((one["label"] for one in issues if one["key"] == answer["issue"]), None)
        return {"feedback": {"right": choice == answer["expected"], "choice": choice, "label": label, **answer}}

    def _explain(self, action: Json) -> Json | str:
        sheet = self._sheet(action)
        if sheet is None or not sheet["chosen"]:
            return "stale"
        self._last.append(("explain", sheet))
        self._open.remove(sheet)
        return {}

    def _skip(self, action: Json) -> Json | str:
        sheet = self._sheet(action)
        if sheet is None or sheet["stage"] != "work":
            return "stale"
        self._last.append(("skip", sheet))
        self._open.remove(sheet)
        return {}

    def _rate(self, action: Json) -> Json | str:
        sheet = self._sheet(action)
        if sheet is None:
            return "stale"
        self.done += 1
        sheet["revision"] += 1
        sheet |= {"scores": action["scores"], "explanations": action["explanations"], "marks": action["marks"]}
        self._last.append(("rate", sheet))
        self._open.remove(sheet)
        return {}

    def _undo_last(self) -> Json | str:
        kind, sheet = self._last.pop()
        if sheet in self._open:
            self._open.remove(sheet)
        self._open.insert(0, sheet)
        if kind in ("choose", "rate"):
            self.done -= 1
            sheet["revision"] += 1
        if kind == "choose":
            sheet["chosen"] = None
        return {}

    def _undo(self, action: Json) -> Json | str:
        if not self._last:
            return "stale"
        sheet = self._last[-1][1]
        if (sheet["assignment"], sheet["revision"]) != (action["assignment"], action["revision"]):
            return "stale"
        return self._undo_last()

    def _ask(self, action: Json) -> Json:
        number = len(self.talk["questions"]) + 1
        asked = {"id": number, "text": action["question"], "about": None, "asked_at": "2026-11-23T10:15:00+00:00"}
        self.talk["questions"].insert(0, {**asked, "answer": None, "answered_at": None, "new": False})
        return {}

    def _seen(self, _: Json) -> Json:
        for one in (*self.talk["questions"], *self.talk["messages"]):
            one["new"] = False
        return {}


def _talk(language: str) -> Json:
    """Questions and messages of before; one answer is new."""
    about = "Skriv en kort e-post til utleieren min om at varmtvannet er borte."
    asked = {"about": about, "asked_at": "2026-11-22T09:30:00+00:00"}
    text, answer = ("Teller et manglende komma?", "Ja, hvis alt annet er likt. Se «Små forskjeller teller».")
    if language == "en":
        text, answer = "Does a missing comma count?", "Yes, where all else is equal. See “Minor differences count”."
    return {
        "questions": [
            {
                "id": 2,
                "text": "Hva gjør jeg når begge er på engelsk?",
                **asked,
                "answer": None,
                "answered_at": None,
                "new": False,
            },
            {"id": 1, "text": text, **asked, "answer": answer, "answered_at": "2026-11-22T12:00:00+00:00", "new": True},
        ],
        "messages": [
            {
                "id": 1,
                "text": "God jul til alle!\nVi tar fri i romjula.",
                "sent_at": "2026-11-20T08:00:00+00:00",
                "new": False,
            }
        ],
    }
