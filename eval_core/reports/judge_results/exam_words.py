"""A judge's exam in the reader's language: one answer in a sentence, its figures, and the certificate as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from eval_core.agreement.exam import Correct
from eval_core.judges.certificate import Certificate
from eval_core.locales import full_moment, interval, ngettext, number, percent, said
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.reports.judge_results.judge_words import NOTHING, measured_share, share


def exam_answer(exam: Certificate) -> str:
    """Whether the judge passes, in one sentence."""
    result = exam.result
    places = {
        "judge": exam.judge,
        "share": measured_share(result.correct.both),
        "mark": percent(result.pass_mark),
        "count": number(result.correct.both.n),
    }
    if result.answer == "passed":
        return _("Yes: {judge} is right in both orders on {share} of {count} gold comparisons; {mark} pass.", **places)
    if result.answer == "failed":
        return _("No: {judge} is right in both orders on {share} of {count} gold comparisons; {mark} pass.", **places)
    if result.answer == "guesses":
        return _("No: nothing shows that {judge} does better than one that does not read the texts.", judge=exam.judge)
    if result.answer == "open":
        return _(
            "Not decided: {judge} is right in both orders on {share} of {count} gold comparisons; {mark} pass, and more"
            " gold could decide it.",
            **places,
        )
    return _("Not known: {judge} gave no answer.", judge=exam.judge)


def exam_sentences(exam: Certificate) -> list[str]:
    """What goes with the answer: weak issues, worth, cost, what is missing, and what the exam does not say."""
    result = exam.result
    said = [_weak(exam), _worth(exam), _cost(exam)]
    if result.unreadable:
        said.append(
            ngettext(
                "{count} answer could not be read and counts as not right.",
                "{count} answers could not be read and count as not right.",
                result.unreadable,
            )
        )
    if result.failed:
        said.append(
            ngettext(
                "{count} request got no reply and counts nowhere.",
                "{count} requests got no reply and count nowhere.",
                result.failed,
            )
        )
    said.append(
        _(
            "Gold has one known fault in each comparison: whether the judge agrees with people on real responses is"
            " only known once people have judged a part of them."
        )
    )
    return [sentence for sentence in said if sentence]


def exam_header() -> list[str]:
    """Column heads of `exam_rows`."""
    return [_("Measure"), _("The judge"), _("By chance")]


def exam_rows(exam: Certificate) -> list[list[str]]:
    """Figures next to what a judge with the same habits that does not read the texts would reach."""
    result = exam.result
    correct, orders = result.correct, result.orders
    rows = [
        [_("Right"), measured_share(correct.shown), share(correct.shown_by_chance)],
        [_("Right in both orders"), measured_share(correct.both), share(correct.both_by_chance)],
        [_("Same outcome in both orders"), measured_share(orders.consistent), share(orders.consistent_by_chance)],
        [_("Chose the text shown first"), measured_share(orders.first), percent(0.5)],
    ]
    if result.longer.n:
        label = _("Chose the longer text (right answers: {share})", share=share(result.longer_right))
        rows.append([label, measured_share(result.longer), NOTHING])
    return rows


def issue_header() -> list[str]:
    """Column heads of `issue_rows`."""
    return [_("Issue"), _("Comparisons"), _("Right in both orders"), _("By chance")]


def issue_rows(exam: Certificate) -> list[list[str]]:
    """How often the judge was right, issue by issue; nothing where gold names none."""
    if set(exam.result.issues) <= {""}:
        return []
    return [
        [name, number(part.comparisons), measured_share(part.both), share(part.both_by_chance)]
        for name, part in _issues(exam)
    ]


def exam_setting(exam: Certificate) -> str:
    """When and how the judge was examined, in one line."""
    own = _("the endpoint's own")
    return _(
        "Examined {moment} UTC on {count} gold comparisons; protocol {protocol} {version}, temperature: {temperature}.",
        moment=full_moment(exam.when),
        count=number(exam.result.correct.comparisons),
        protocol=exam.protocol,
        version=exam.protocol_version,
        temperature=own if exam.temperature is None else number(exam.temperature),
    )


def exam_facts(exam: Certificate) -> list[tuple[str, str]]:
    """Who was examined on what, when and how."""
    own = _("the endpoint's own")
    temperature = own if exam.temperature is None else number(exam.temperature)
    return [
        (_("Judge"), exam.judge),
        (_("Protocol"), f"{exam.protocol} {exam.protocol_version} ({exam.protocol_hash[:12]})"),
        (_("Gold comparisons"), f"{number(exam.result.correct.comparisons)}, {exam.gold} ({exam.fingerprint})"),
        (_("Temperature"), temperature),
        (_("Examined (UTC)"), full_moment(exam.when)),
        (_("Computed with"), f"Parvis {exam.version}"),
    ]


def exam_note() -> str:
    """What intervals and chance mean."""
    return _(
        "In brackets: {level} intervals; the two orders of one comparison count as one. By chance: a judge that takes"
        " A, B and ties as often, but does not read the texts.",
        level=percent(0.95),
    )


def certificate_text(exam: Certificate) -> str:
    """The certificate as Markdown, to take away."""
    lines = [f"# {_('Exam of the judge {judge}', judge=exam.judge)}", "", f"**{exam_answer(exam)}**", ""]
    lines += [line for sentence in exam_sentences(exam) for line in (sentence, "")]
    lines += [*_table(exam_header(), exam_rows(exam)), ""]
    if rows := issue_rows(exam):
        lines += [*_table(issue_header(), rows), ""]
    lines += [exam_note(), ""]
    lines += [f"- {name}: {value}" for name, value in exam_facts(exam)]
    return "\n".join(lines) + "\n"


def _issues(exam: Certificate) -> list[tuple[str, Correct]]:
    labels = {issue.key: said(issue.label) for issue in load_protocol(exam.protocol).issues}
    return [(labels.get(key, key) or _("No issue named"), part) for key, part in exam.result.issues.items()]


def _weak(exam: Certificate) -> str:
    """The issues on which nothing shows that the judge reads the texts, where it does on the whole."""
    if exam.result.answer in ("empty", "guesses") or len(exam.result.issues) < 2:
        return ""
    weak = [name for name, part in _issues(exam) if not _beats_chance(part)]
    return _("No better than chance, as far as shown: {issues}.", issues=", ".join(weak)) if weak else ""


def _beats_chance(part: Correct) -> bool:
    low, chance = part.shown.low, part.shown_by_chance
    return low is not None and chance is not None and low > chance


def _worth(exam: Certificate) -> str:
    worth = exam.result.worth
    if worth.low is None:
        return ""
    human, low = number(worth.human), number(worth.low, 0)
    if worth.judgments is None or worth.high is None:
        return _(
            "Even {low} human judgments alone are not sure to show more than {human} of them together with this"
            " judge's verdicts on many more comparisons: gold sets no upper bound.",
            human=human,
            low=low,
        )
    return _(
        "It takes about {judgments} {interval} human judgments alone to know more than {human} of them show together"
        " with this judge's verdicts on many more comparisons. On real responses, fewer may be enough.",
        human=human,
        judgments=number(worth.judgments, 0),
        interval=interval(worth.low, worth.high, lambda end: number(end, 0)),
    )


def _cost(exam: Certificate) -> str:
    cost = exam.cost
    if cost is None:
        return ""
    counts = {
        "count": number(1000),
        "requests": number(cost.requests, 0),
        "prompt": number(cost.prompt_tokens, 0),
        "reply": number(cost.completion_tokens, 0),
    }
    if cost.money is not None:
        return _(
            "{count} comparisons, each in both orders, take {requests} requests, {prompt} tokens of prompts and {reply}"
            " of replies, and cost {money} at the prices given.",
            **counts,
            money=_amount(cost.money),
        )
    return _(
        "{count} comparisons, each in both orders, take {requests} requests, {prompt} tokens of prompts and {reply} of"
        " replies.",
        **counts,
    )


def _amount(money: float) -> str:
    """Two decimals; four of what is less than a tenth."""
    return number(money, 2 if money >= 0.1 else 4)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table of Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return [f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines]
