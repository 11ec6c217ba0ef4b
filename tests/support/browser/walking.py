"""A newcomer's and a lead's browser: what they do there, in whichever language they read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect
from sqlalchemy import select

from eval_core.locales import LANGUAGES, gettext, use_language
from eval_core.protocols import load_protocol
from eval_core.store import Assignment, Comparison, Question, Store
from tests.browser.conftest import Site
from tests.support.browser.acting import KEYS, LABELS, saved, settled, shown
from tests.support.browser.speaking import foreign, words_of

DWELL_MS = 40
QUESTION, ANSWER = "Er «åssen» lov?", "Ja, i samtaler."
ISSUES = load_protocol("norwegian_fluency").issues


@dataclass
class Given:
    """What the newcomer said of one comparison; `reasons` are (side, issue)."""

    assignment: int
    choice: str
    quality: str | None = None
    reasons: set[tuple[str, str]] = field(default_factory=set)
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
        return next(one.label[self.language] for one in ISSUES if one.key == issue)

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
        """Wait until this stands on the screen."""
        expect(self.page.get_by_text(self.say(message, **values)).first).to_be_visible()

    def go_in(self, link: str) -> None:
        """Open the personal link and press its button."""
        self.page.goto(link)
        self.look()
        self.button("Sign in").click()
        self.page.wait_for_url(lambda url: "/join/" not in url)

    def pick(self, key: str, option: str) -> None:
        """Choose an option from the list of this key."""
        box = self.page.locator(f'[class*="st-key-{key}"]').get_by_role("combobox")
        box.scroll_into_view_if_needed()
        # Scrolling closes an open list, and is told to the page with its next picture.
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        box.click()
        self.page.get_by_role("option", name=option).click()

    @property
    def assignment(self) -> int:
        """What lies there."""
        return int(self.page.locator(".reading").get_attribute("data-assignment") or 0)

    def right_answer(self) -> str:
        """The gold's answer as presented, looked up where only the test can look."""
        with self.store.read() as db:
            one = db.get_one(Assignment, self.assignment)
            outcome = db.get_one(Comparison, one.comparison_id).gold_outcome
            return "tie" if outcome == "tie" else "AB"[(outcome == "first") == one.swapped]

    def choose(self, choice: str, *, by_key: bool) -> int:
        """Make a choice once the comparison has stood long enough; what was judged."""
        expect(self.button(LABELS["A"])).to_be_visible()
        settled(self.page)
        self.page.wait_for_timeout(DWELL_MS + 20)
        judged = self.assignment
        if by_key:
            self.page.keyboard.press(KEYS[choice])
        else:
            self.button(LABELS[choice]).click()
        return judged

    def comes_after(self, judged: int, *, focused: bool = True) -> None:
        """Wait until another comparison lies there; the keyboard's focus is not lost (`focused`)."""
        self.page.wait_for_function(
            "was => { const now = document.querySelector('.reading')?.dataset.assignment; return now && now !== was }",
            arg=str(judged),
        )
        expect(self.button(LABELS["A"])).to_be_visible()
        if focused:
            self.page.wait_for_function("document.activeElement !== document.body")

    def skeleton(self) -> str:
        """How the comparison and what stands around it are built, without anything written: it could tell the kind.

        Undo and the line about answers come and go with what happened before.
        """
        return str(
            self.page.locator('[data-testid="stMain"]').evaluate(
                """main => {
                  const bones = main.querySelector(".reading").cloneNode(true)
                  bones.querySelectorAll(".body, .text, .standard").forEach(one => one.replaceChildren())
                  const names = [...main.querySelectorAll('[class*="st-key-"]')].flatMap(one => [...one.classList])
                  const keys = new Set(names.filter(name => /^st-key-(?!undo|answers)/.test(name)))
                  const built = bones.outerHTML + [...keys].sort().join(" ")
                  return built.replace(/data-assignment="\\d+"|lang="n[bno]"|aria-label="[^"]*"/g, "")
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

    def train(self, total: int) -> None:
        """One right and one wrong, each with its feedback."""
        self.begin("First, some training", "Start the training")
        for number, right in enumerate((True, False), 1):
            expect(self.page.locator(".count")).to_have_text(
                self.say("Training {number} of {total}", number=number, total=total)
            )
            self.look()
            answer = self.right_answer()
            judged = self.choose(answer if right else "tie", by_key=right)
            lesson = self.page.locator(".lesson")
            verdict = self.say("Right." if right else "Not quite.")
            expect(lesson.locator(".why")).to_have_text(f"{verdict} {self.say(LABELS[answer])}.")
            with self.store.read() as db:
                gold = db.get_one(Comparison, db.get_one(Assignment, judged).comparison_id)
                issue, explanation = str(gold.gold_issue), str(gold.gold_explanation)
            expect(lesson.locator(".note")).to_have_text(self.label(issue))
            expect(lesson.locator(".why-text")).to_have_text(explanation)
            # The button is another element than the words, and takes no Enter before the dwell is over.
            expect(self.button("Next")).to_be_visible()
            self.look()
            self.page.wait_for_timeout(DWELL_MS + 20)
            self.page.keyboard.press("Enter")

    def begin(self, title: str, button: str) -> None:
        """The words between two stages, and on with Enter."""
        self.reads(title)
        expect(self.button(button)).to_be_visible()
        self.look()
        self.page.keyboard.press("Enter")
        shown(self.page)

    def be_tested(self, total: int, *, passing: bool) -> None:
        """The test, without a word about right or wrong."""
        self.begin("Now a short test", "Start the test")
        for number in range(1, total + 1):
            step = self.say("Test {number} of {total}", number=number, total=total)
            expect(self.page.locator(".count")).to_have_text(step)
            self.look()
            judged = self.choose(self.right_answer() if passing else "tie", by_key=number % 2 == 0)
            assert self.page.locator(".lesson").count() == 0
            if number < total:
                self.comes_after(judged)

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

    def explain(self, choice: str, judged: int, turn: int) -> Given:
        """Say why, in one of six ways; the choice is saved already."""
        given = Given(judged, choice)
        why = self.page.locator(".st-key-why")
        expect(why.locator("h2.why")).to_have_text(self.say("Why “{choice}”?", choice=self.say(LABELS[choice])))
        assert self.assignment == judged
        expect(why.locator("h2.why")).to_be_focused()
        self.look()
        way = turn % 6
        if choice == "tie":
            given.quality = "both_well" if way == 1 else "both_badly"
            why.get_by_text(self.say("Both read well" if way == 1 else "Both read badly"), exact=True).click()
        if way in (0, 4):
            self.tick(given, "B" if choice == "A" else "A", "grammar")
            self.tick(given, "B", "flow")
        if way in (2, 4):
            given.comment = f"Merknad {turn} <b>&"
            why.get_by_role("textbox").fill(given.comment)
        if way == 5:  # by keyboard alone: from the heading to the first reason
            self.page.keyboard.press("Tab")
            self.page.keyboard.press("Space")
            given.reasons.add(("A", ISSUES[0].key))
        return given

    def tick(self, given: Given, side: str, issue: str) -> None:
        """Tick one issue of one side."""
        group = self.page.locator('.st-key-why_sides [data-testid="stButtonGroup"]').nth("AB".index(side))
        group.get_by_role("button", name=self.label(issue), exact=True).click()
        given.reasons.add((side, issue))

    def go_on(self, judged: int, *, by_key: bool) -> None:
        """Leave the reasons by Enter, wherever the focus is, or by the button."""
        if by_key:
            self.page.keyboard.press("Enter")
        else:
            self.button("Go on", self.page.locator(".st-key-why")).click()
        self.page.wait_for_function("!document.querySelector('.st-key-why')")

    def ask(self) -> None:
        """Ask about what lies there; nothing that was begun is lost."""
        here, texts = self.assignment, shown(self.page)
        self.button("Ask us").click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label(self.say("Your question about this comparison")).fill(QUESTION)
        self.button("Send", dialog).click()
        self.reads("Sent. The answer will appear here and under My work.")
        self.look()
        self.page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        assert (self.assignment, shown(self.page)) == (here, texts)

    def read_news(self) -> None:
        """The clarification must be acknowledged; then the answer is there too."""
        done = self.button("I have read what is new")
        expect(done).to_be_visible()
        expect(self.page.locator(".clarification")).to_have_text(ANSWER)
        self.look()
        done.click()
        shown(self.page)
        self.button("Your question was answered").click()
        expect(self.page.get_by_role("dialog").locator(".reply .words")).to_have_text(ANSWER)
        self.look()
        self.page.keyboard.press("Escape")
        expect(self.button("Your question was answered")).to_be_hidden()

    def take_back(self, given: Given) -> None:
        """Undo the last judgment by key: its comparison is back."""
        count = saved(self.page)
        expect(self.button("Undo")).to_be_enabled()
        settled(self.page)
        self.page.wait_for_timeout(DWELL_MS)  # nobody undoes sooner than they can read
        self.page.keyboard.press("u")
        expect(self.page.locator(".saved").first).to_have_text(self.say("Undone. Judge this comparison again."))
        assert (self.assignment, saved(self.page)) == (given.assignment, count - 1)
        self.look()

    def switch(self, language: str) -> None:
        """Another language from the menu, in the middle of the work."""
        here = self.assignment
        self.button("Menu").click()
        self.look()
        self.pick("language_choice", LANGUAGES[language])
        # Choosing closes the menu: back to the comparison.
        expect(self.page.locator('[class*="st-key-language_choice"]')).to_be_hidden()
        self.language = language
        expect(self.button(LABELS["A"])).to_be_visible()
        # What screen readers hear is the last thing on the page to change.
        heard = self.page.get_by_role("status").filter(has_text=self.say("Next comparison."))
        expect(heard).to_be_attached()
        assert self.assignment == here


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
        with self.store.read() as db:
            number = db.scalars(select(Question.id)).one()
        self.open_inbox(site, "Question no. {number} · {name}", number=number, name=name)
        expect(self.page.locator(".words").first).to_have_text(QUESTION)
        self.page.get_by_label(self.say("Answer"), exact=True).fill(ANSWER)
        self.look()
        self.button("Answer and publish as a clarification").click()
        expect(self.page.get_by_label(self.say("Clarification"), exact=True)).to_have_value(ANSWER)
        self.look()
        self.button("Publish", self.page.locator(".st-key-inbox_publish")).click()
        self.reads("Published as a clarification.")
        self.look()
