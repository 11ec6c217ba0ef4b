"""A newcomer's and a lead's browser: what they do there, in whichever language they read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect
from sqlalchemy import select

from eval_core.locales import gettext, use_language
from eval_core.protocols import load_protocol
from eval_core.reports.protocol_words import choice_labels
from eval_core.store import Assignment, Comparison, Store
from tests.browser.conftest import Site
from tests.support.browser.acting import pick, settled
from tests.support.browser.desk import By, Desk
from tests.support.browser.speaking import foreign, words_of

DWELL_MS = 40
QUESTION, ANSWER = "Er «åssen» lov?", "Ja, muntlig."
PROTOCOL = load_protocol("norwegian_fluency")


@dataclass
class Given:
    """What the newcomer said of one comparison; `reasons` are (side, issue, the words)."""

    assignment: int
    choice: str
    quality: str | None = None
    reasons: set[tuple[str, str, str]] = field(default_factory=set)
    comment: str | None = None


@dataclass
class Walker:
    """Somebody's browser, the language that they read, and everything that it has shown."""

    page: Page
    store: Store
    language: str

    def say(self, message: str, **values: object) -> str:
        """A message as the walker should read it."""
        use_language(self.language)
        return gettext(message, **values)

    def label(self, issue: str) -> str:
        """How the protocol calls an issue, as the walker should read it."""
        return next(one.label[self.language] for one in PROTOCOL.issues if one.key == issue)

    def choice(self, side: str) -> str:
        """How the protocol calls a choice (A, tie or B), as the walker should read it."""
        use_language(self.language)
        return choice_labels(PROTOCOL)[side]

    def look(self) -> None:
        """Read the whole screen: no word of it is of another language."""
        settled(self.page)
        words = words_of(self.page)
        assert words, "an empty screen"
        strange = foreign(words, self.language)
        assert strange == [], strange

    def button(self, message: str, within: Locator | None = None, **values: object) -> Locator:
        """The button with this message; a shortcut may follow it."""
        name = re.compile(f"^{re.escape(self.say(message, **values))}")
        return (within or self.page.locator("body")).get_by_role("button", name=name)

    def reads(self, message: str, **values: object) -> None:
        """Wait until this is on the screen."""
        expect(self.page.get_by_text(self.say(message, **values)).first).to_be_visible()

    def go_in(self, link: str) -> None:
        """Open the personal link and press its button."""
        self.page.goto(link)
        self.look()
        self.button("Sign in").click()
        self.page.wait_for_url(lambda url: "/join/" not in url)

    def pick(self, key: str, option: str) -> None:
        """Choose an option from the list of this key."""
        pick(self.page, key, option)

    @property
    def desk(self) -> Desk:
        """The desk in this browser."""
        return Desk(self.page)

    def right_answer(self) -> str:
        """The gold's answer as presented, looked up where only the test can look."""
        with self.store.read() as db:
            one = db.get_one(Assignment, self.desk.assignment)
            outcome = db.get_one(Comparison, one.comparison_id).gold_outcome
            return "tie" if outcome == "tie" else "AB"[(outcome == "first") == one.swapped]

    def choose(self, choice: str, by: By) -> int:
        """Make a choice once the comparison has stood long enough; what was judged."""
        judged = self.desk.stands("judge").assignment
        self.desk.choose(choice, by, look_ms=DWELL_MS + 20)
        return judged

    def comes_after(self, judged: int) -> None:
        """Wait until another comparison lies there; the keyboard's focus is not lost."""
        self.desk.moves("why", judged)
        self.desk.stands("judge")
        self.page.wait_for_function("document.activeElement !== document.body")

    def skeleton(self) -> str:
        """How the desk is built, without anything written: it could tell the kind.

        Undo, the line, what is new, panels, the marks of before and a button that was just pressed come and go with what
        happened before; whether a prompt can be opened is a matter of its length.
        """
        return str(
            self.page.locator(".desk").evaluate(
                """desk => {
                  const bones = desk.cloneNode(true)
                  bones.querySelectorAll(".body, .text, .standard, .line, .said, .news, .count, [data-do=undo], aside, .above")
                    .forEach(one => one.replaceChildren())
                  bones.querySelectorAll("[data-do=undo], .line, .above, .issues[hidden], aside").forEach(one => one.remove())
                  bones.querySelector(".more")?.removeAttribute("hidden")
                  bones.querySelector(".middle")?.classList.remove("quiet")
                  bones.querySelectorAll(".pressed").forEach(one => one.classList.remove("pressed"))
                  bones.querySelectorAll("[data-done]").forEach(one => { delete one.dataset.done; delete one.dataset.saved })
                  return bones.outerHTML.replace(
                    /data-(assignment|waiting)="\\d+"|lang="n[bno]"|aria-(label|current|disabled)="[^"]*"| told| moved| chosen| class=""| data-panel=""/g, "")
                }"""
            )
        )


class Newcomer(Walker):
    """The annotator's browser, and what they said in it."""

    def consent_and_read(self) -> None:
        """The letter with a voluntary answer, then the guidelines."""
        agree = self.button("I have read this and want to take part")
        expect(agree).to_be_visible()
        assert self.page.locator("article.letter").get_attribute("lang") == self.language
        self.look()
        answer = self.page.locator('[class*="st-key-letter_first_standard"]').get_by_text(
            self.say("Both at the same time")
        )
        answer.click()
        agree.click()
        done = self.button("I have read the guidelines")
        expect(done).to_be_visible()
        assert self.page.locator("article.guidelines").get_attribute("lang") == self.language
        self.look()
        done.click()

    def train(self, total: int, by: By = "mouse") -> None:
        """One right and one wrong, each with its feedback: what was chosen, what is right, where the fault is, and why."""
        self.begin("First, some training", by)
        for number, right in enumerate((True, False), 1):
            expect(self.page.locator(".desk .count")).to_have_text(
                self.say("Training {number} of {total}", number=number, total=total)
            )
            self.look()
            answer = self.right_answer()
            choice = answer if right else "tie"
            judged = self.choose(choice, "key" if right and by != "tap" else by)
            self.desk.stands("answer")
            self.reads("Right." if right else "Not quite.")
            if not right:
                self.reads("You chose: {choice}.", choice=self.choice(choice))
                self.reads("We would have chosen: {choice}.", choice=self.choice(answer))
            with self.store.read() as db:
                gold = db.get_one(Comparison, db.get_one(Assignment, judged).comparison_id)
                issue, explanation = str(gold.gold_issue), str(gold.gold_explanation)
            self.shows(self.label(issue))
            self.shows(explanation)
            self.look()
            self.desk.go_on("key" if by != "tap" else by, mode="answer", look_ms=DWELL_MS + 20)

    def shows(self, text: str) -> None:
        """Wait until these words of a protocol or file stand on the screen."""
        expect(self.page.get_by_text(text).first).to_be_visible()

    def begin(self, title: str, by: By = "key") -> None:
        """The words between two stages, and on."""
        self.desk.stands("intro")
        self.reads(title)
        self.look()
        self.desk.go_on("tap" if by == "tap" else "key", mode="intro", look_ms=DWELL_MS + 20)
        self.desk.stands("judge")

    def be_tested(self, total: int, right: int, *, passing: bool, by: By = "mouse") -> None:
        """The test, without a word about right or wrong; how many must be right is said before."""
        self.desk.stands("intro")
        needs = self.say("You pass if you judge at least {right} of {asked} as we would have done.")
        expect(self.page.get_by_text(needs.format(right=right, asked=total)).first).to_be_visible()
        self.begin("Now a short test", by)
        for number in range(1, total + 1):
            step = self.say("Test {number} of {total}", number=number, total=total)
            expect(self.page.locator(".desk .count")).to_have_text(step)
            self.look()
            answer = self.right_answer()
            judged = self.choose(answer if passing else "A" if answer == "tie" else "tie", by)
            assert self.desk.mode != "answer"
            if number < total:
                self.desk.moves("judge", judged)

    def fail(self) -> None:
        """What to read again, and what happens now."""
        self.reads("Not passed this time")
        settled(self.page)
        with self.store.read() as db:
            missed = db.scalars(
                select(Comparison.gold_issue).join(Assignment).where(Assignment.kind == "test").distinct()
            ).all()
        assert set(self.page.locator(".st-key-stage li").all_inner_texts()) == {self.label(str(one)) for one in missed}
        self.reads("The campaign's lead has been notified and can give you another try. Come back here then.")
        self.look()

    def explain(self, choice: str, judged: int, turn: int, by: By = "mouse") -> Given:
        """Say why, in one of six ways; the choice is saved already, and the texts have not moved."""
        given, desk = Given(judged, choice), self.desk.stands("why")
        self.page.wait_for_timeout(DWELL_MS + 20)
        expect(desk.at(".why h2")).to_have_text(self.say("Why “{choice}”?", choice=self.choice(choice)))
        assert desk.assignment == judged
        self.look()
        way = turn % 6
        if choice == "tie":
            given.quality = "both_well" if way == 1 else "both_badly"
            desk.press(desk.at(f"button[data-tie={given.quality}]"), by)
        if way in (0, 4):
            self.mark(given, "B" if choice == "A" else "A", "grammar", by)
            self.mark(given, "B", "flow", by, word=1)
        if way in (2, 4):
            given.comment = f"Merknad {turn} <b>&"
            desk.at(".why [data-field=comment]").fill(given.comment)
        if way == 5:  # of the text as a whole
            self.mark(given, "A", PROTOCOL.issues[0].key, by)
        return given

    def mark(self, given: Given, side: str, issue: str, by: By, word: int = 0) -> None:
        """Mark one word of one side."""
        turn = self.desk.at(f".switch button[data-side={side}]")
        if turn.is_visible():
            self.desk.press(turn, by)
        self.desk.mark(side, word, issue, by="tap" if by == "tap" else "mouse", look_ms=0)
        given.reasons.add((side, issue, self.desk.word(side, word).inner_text()))

    def go_on(self, judged: int, by: By) -> None:
        """Leave the reasons by Enter, wherever the focus is, or by the button."""
        self.desk.go_on(by, look_ms=DWELL_MS + 20)

    def ask(self, by: By = "mouse") -> None:
        """Ask about what lies there; nothing that was begun is lost, and the texts stay in reach."""
        here, texts = self.desk.assignment, self.desk.texts
        self.desk.ask(QUESTION, by)
        self.reads("Sent. The answer will appear here and under My work.")
        self.look()
        self.page.keyboard.press("Escape")
        expect(self.desk.panel("ask")).to_be_hidden()
        assert (self.desk.assignment, self.desk.texts) == (here, texts)

    def read_news(self, by: By = "mouse") -> None:
        """The clarification must be acknowledged; then the answer is there too."""
        done = self.button("I have read what is new")
        expect(done).to_be_visible()
        expect(self.page.locator(".clarification")).to_have_text(ANSWER)
        self.look()
        done.click()
        self.desk.stands("judge")
        self.reads("Your question was answered")
        panel = self.desk.open("ask", by)
        expect(panel.get_by_text(ANSWER)).to_be_visible()
        self.look()
        self.page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
        expect(self.page.get_by_text(self.say("Your question was answered"))).to_be_hidden()

    def take_back(self, given: Given, by: By = "key") -> None:
        """Undo reasons and judgment: its comparison is back."""
        count, desk = self.desk.done, self.desk
        desk.undo(by)
        desk.stands("why")
        desk.undo(by)
        desk.says(self.say("Undone. Judge this comparison again."))
        assert (desk.assignment, desk.done) == (given.assignment, count - 1)
        self.look()

    def skip_and_take_back(self, by: By = "mouse") -> None:
        """A skip that was a slip: undone, the same comparison lies there, and no judgment was touched."""
        desk = self.desk
        here, texts, count = desk.assignment, desk.texts, desk.done
        desk.skip("uncomfortable", by)
        desk.says(self.say("Skipped. It goes to somebody else."))
        self.look()
        desk.undo("tap" if by == "tap" else "key")
        desk.says(self.say("Undone. The comparison is here again."))
        assert (desk.assignment, desk.texts, desk.done) == (here, texts, count)
        self.look()

    def switch(self, language: str) -> None:
        """Another language from the menu, in the middle of the work."""
        here = self.desk.assignment
        panel = self.desk.open("menu")
        self.look()
        panel.locator(f"button[data-language={language}]").click()
        self.language = language
        expect(panel.get_by_text(self.say("Text size"))).to_be_visible()
        self.page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
        self.look()
        assert self.desk.assignment == here


class Lead(Walker):
    """The lead's browser, on the inbox."""

    def open_inbox(self, site: Site, title: str, **values: object) -> None:
        """The entry with this title."""
        self.page.goto(f"{site.url}/inbox")
        # A label's punctuation is followed by invisible joiners.
        words = re.compile("\u2060?".join(map(re.escape, self.say(title, **values))))
        # The label around it takes the click.
        self.page.get_by_text(words).first.click(force=True)

    def grant(self, site: Site, name: str) -> None:
        """Another try for the newcomer."""
        self.open_inbox(site, "Test not passed · {name}", name=name)
        self.look()
        self.button("Grant another try").click()
        self.reads("Nobody is waiting for an answer.")
        self.look()

    def answer(self, site: Site, name: str) -> None:
        """Answer the question and publish the answer to all."""
        self.open_inbox(site, "Question no. {number} from {name}", number=1, name=name)
        expect(self.page.locator(".words").first).to_have_text(QUESTION)
        self.page.get_by_label(self.say("Answer"), exact=True).fill(ANSWER)
        self.look()
        self.button("Answer and publish as a clarification").click()
        expect(self.page.get_by_label(self.say("Clarification"), exact=True).filter(visible=True)).to_have_value(ANSWER)
        self.look()
        self.button("Publish", self.page.locator(".st-key-inbox_publish")).click()
        self.reads("Published as a clarification.")
        self.look()
