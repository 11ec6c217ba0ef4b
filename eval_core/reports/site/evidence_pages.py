"""The pages about people, method and data: nothing on them is about one person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markdown_it import MarkdownIt

from eval_core.campaigns.publishing.public_release import FEWEST, Care, Release
from eval_core.locales import current_language, full_day, language_name, ngettext, number, percent
from eval_core.locales import gettext as _
from eval_core.locales import interval as written_interval
from eval_core.protocols import Protocol
from eval_core.ranking.habits import share_with_interval
from eval_core.reports.agreement_words import agreement_cells, agreement_header, agreement_notes, agreement_verdict
from eval_core.reports.bundle.methods import methods_paragraphs
from eval_core.reports.bundle.references import SOURCES, cited, in_brackets
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.evidence import limitations, reference
from eval_core.reports.protocol_words import choice_labels, issue_labels, title_of
from eval_core.reports.site.citation import bibtex, sentence
from eval_core.reports.site.contents import ALL, Contents, texts_note

_NOTHING = "–"


def people_page(contents: Contents) -> dict[str, Any]:
    """Who judged, in numbers; how far they agreed, and how carefully they judged."""
    parts = []
    for name, part in contents.behind.parts.items():
        measured = part.agreement
        parts.append(
            {
                "name": "" if name == ALL and len(contents.parts) == 1 else _part_name(name),
                "verdict": " ".join([agreement_verdict(measured), *agreement_notes(measured)]),
                "header": agreement_header(),
                "rows": agreement_cells(measured) if measured.n_items else [],
            }
        )
    return {
        "parts": parts,
        "facts": list(_people(contents)),
        "care": {
            "header": [_("Check"), _("Answers"), _("Share [{level}]", level=percent(0.95))],
            "rows": [
                _care(label, contents.release.care[name])
                for name, label in (
                    ("gold", _("Gold comparisons answered as expected")),
                    ("repeats", _("Repeats answered alike")),
                )
            ],
        },
        "heads": {
            "title": _("People and their agreement"),
            "lead": _("No one is named here, and no number is about one person."),
            "who": _("Who judged"),
            "agreement": _("Agreement"),
            "care": _("Gold and repeats"),
        },
    }


def method_page(contents: Contents) -> dict[str, Any]:
    """What was asked and how it was ranked, the guidelines, what the numbers do not say, and sources."""
    paragraphs, here = methods_paragraphs(contents.behind, script=False), _made_here(contents.release)
    return {
        "paragraphs": [in_brackets(paragraph) for paragraph in paragraphs],
        "limits": list(limitations(contents.behind)),
        "sources": sorted(reference(SOURCES[key]) for key in cited(paragraphs)),
        "facts": list(_asked(contents)),
        "guidelines": _guidelines(contents) if here else [],
        "clarifications": contents.release.clarifications if here else (),
        "commands": "parvis rank judgments.parquet",
        "heads": {
            "title": _("Method"),
            "asked": _("What was asked"),
            "computed": _("How it was judged and ranked"),
            "guidelines": _("Guidelines, version {version}", version=contents.release.guideline_version),
            "clarifications": _("Clarifications"),
            "limits": _("Limitations"),
            "sources": _("References"),
            "again": _("Compute it again"),
            "how": _("With the file of judgments from the page Data, this command gives the same numbers:"),
        },
    }


def data_page(contents: Contents) -> dict[str, Any]:
    """What can be downloaded, on which terms, and how to cite it. Sizes are filled in when the files are there."""
    facts = contents.release.facts
    known = [(_("Licence"), facts.licence), (_("Contact"), facts.contact)]
    return {
        "files": _files(contents),
        "facts": [(name, value.strip() or _("not given")) for name, value in known],
        "cite": sentence(contents),
        "bibtex": bibtex(contents),
        "fingerprint": next(iter(contents.parts.values())).board.fingerprint,
        "heads": {
            "title": _("Data and citation"),
            "files": _("Files"),
            "file": _("File"),
            "what": _("Content"),
            "cite": _("To cite these results"),
            "terms": _("Terms"),
            "bibtex": "BibTeX",
            "fingerprint": _("Fingerprint of the data"),
            "texts": texts_note(contents),
        },
    }


def _files(contents: Contents) -> list[tuple[str, str]]:
    files = [
        ("data/judgments.parquet", _("The judgments that are ranked, one per row, as {kind}", kind="Parquet")),
        (
            "data/judgments.csv.zip",
            _("The judgments that are ranked, one per row, as {kind}", kind=_("CSV (in a ZIP)")),
        ),
    ]
    for name in contents.parts:
        end, about = ("", "") if name == ALL else (f"-{name}", f" ({_part_name(name)})")
        files.append((f"data/ranking{end}.csv", _("The ranking, one system per row") + about))
    return [
        *files,
        ("data/guidelines.parquet", _("The guidelines, one language per row")),
        ("data/README.md", _("Data card: what users of the data must know")),
        ("results.json", _("Everything in numbers, for programs")),
        ("CITATION.cff", _("The citation, for programs")),
    ]


def _people(contents: Contents) -> Iterator[tuple[str, str]]:
    facts, release = contents.facts, contents.release
    yield _("Annotators"), number(facts.annotators) if facts.annotators else _("not known")
    if facts.simulated:
        yield _("Simulated annotators"), number(facts.simulated)
    for name, part in contents.behind.parts.items():
        if name != ALL and part.counts["annotators"]:
            yield _("Annotators ({standard})", standard=_part_name(name)), number(part.counts["annotators"])
    yield _("Judgments"), number(facts.judgments)
    yield _("Judgments per comparison wanted"), number(facts.overlap)
    if release.imported:
        yield _("Made elsewhere and imported"), number(release.imported)
    if facts.excluded:
        yield _("Annotators left out"), number(len(facts.excluded))
    yield _("Skipped"), number(facts.skipped)
    for label, text in ((_("Recruitment"), release.facts.recruitment), (_("Pay"), release.facts.pay_basis)):
        if text.strip():
            yield label, text.strip()
    if release.facts.ethics_reference.strip():
        yield _("Ethics"), release.facts.ethics_reference.strip()


def _care(label: str, care: Care) -> list[str]:
    if not care.answers:
        return [label, number(0), _("not checked")]
    if not care.public:
        return [label, _NOTHING, _("not published: fewer than {count} people", count=number(FEWEST))]
    share = share_with_interval(care.as_expected, care.answers)
    if share.share is None or share.low is None or share.high is None:
        return [label, number(care.answers), _NOTHING]
    limits = written_interval(share.low, share.high, percent)
    return [label, number(care.answers), f"{percent(share.share)} {limits}"]


def _asked(contents: Contents) -> Iterator[tuple[str, str]]:
    facts, protocol, release = contents.facts, contents.protocol, contents.release
    if _made_here(release):
        yield _("Protocol"), f"{title_of(protocol.key)} ({facts.protocol} {facts.protocol_version})"
        yield _("Question"), _said(protocol)
        yield _("Choices"), " · ".join(choice_labels(protocol).values())
        if issues := issue_labels(protocol):
            yield _("Issues that can be marked"), " · ".join(issues.values())
    if release.imported:
        unknown = ngettext(
            "{imported} of {count} judgment: Parvis does not know what was asked",
            "{imported} of {count} judgments: Parvis does not know what was asked",
            len(release.judgments),
            imported=number(release.imported),
        )
        yield _("Made elsewhere and imported"), unknown
    yield _("Systems"), ", ".join(facts.systems)
    if facts.first and facts.last:
        first, last = full_day(facts.first), full_day(facts.last)
        yield _("Judged (UTC)"), first if first == last else f"{first} – {last}"
    yield _("Left out: identical texts"), number(facts.identical)
    yield _("Left out: withdrawn comparisons"), number(facts.withdrawn)


def _made_here(release: Release) -> bool:
    """Whether any of the judgments were made here, by the campaign's protocol and guidelines."""
    return release.imported < len(release.judgments)


def _said(protocol: Protocol) -> str:
    return protocol.question.get(current_language()) or next(iter(protocol.question.values()), "")


def _guidelines(contents: Contents) -> list[dict[str, Any]]:
    """The guidelines as HTML: in the page's language where they are, else in all of theirs. Their markup is text."""
    own = [one for one in contents.release.guidance if one.language == current_language()]
    render = MarkdownIt("commonmark", {"html": False}).disable("image").render
    return [
        {"language": one.language, "name": language_name(one.language), "html": _lower(render(one.text))}
        for one in own or contents.release.guidance
    ]


def _lower(html: str) -> str:
    """Headings one level further down: the page has its own above them."""
    for level in (5, 4, 3, 2, 1):
        html = html.replace(f"<h{level}>", f"<h{level + 1}>").replace(f"</h{level}>", f"</h{level + 1}>")
    return html


def _part_name(name: str) -> str:
    return _("All together") if name == ALL else _(STANDARDS[name])
