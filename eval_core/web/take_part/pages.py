"""The pages of an open link: the door with its letter, one's own personal link, and the doors that are closed."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader
from starlette.requests import Request
from starlette.responses import Response

from eval_core.campaigns.crowd_rules import WayBack
from eval_core.campaigns.joining.open_link import Door, Newcomer, source_word
from eval_core.campaigns.people.link_address import checked_base_url, link_address
from eval_core.locales import LANGUAGES, current_language, full_moment
from eval_core.locales import gettext as _
from eval_core.reports.background.invitation_words import invitation_words
from eval_core.reports.background.person_words import DIALECT_LABELS, FIRST_STANDARD_LABELS
from eval_core.reports.background.way_back_words import button_text, code_label, platform_name, way_back_text
from eval_core.web.plain_page import plain_page
from eval_core.web.qr_code import qr_svg
from eval_core.web.shown_text import article
from eval_core.web.take_part.presses import new_press

_TEMPLATES = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True)
_CLOSED = {"full": 200, "full_today": 200, "not_yet": 200, "paused": 200, "over": 410}


def door_page(request: Request, door: Door, base_path: str, *, changed: bool = False) -> Response:
    """What the campaign asks for, the letter, and the button that agrees.

    Args:
        changed: whether the letter has changed since the person opened the page.
    """
    html = _TEMPLATES.get_template("door.html").render(
        languages_label=_("Language"),
        languages=[
            {"code": code, "name": name, "href": None if code == current_language() else _in(request, code)}
            for code, name in LANGUAGES.items()
        ],
        title=door.about.title,
        said=_said(door),
        changed=_("The letter has changed while you read. Please read it again.") if changed else "",
        letter=article(door.letter.text, lower=1),
        letter_language=door.letter.language,
        letter_hash=door.letter.hash,
        press=new_press(),
        stored=_stored(door, source_word(request.query_params.get("from"))),
        version=_("Letter version {version}", version=door.letter.version),
        button=_("I have read this and want to take part"),
        decline=_("If you do not want to take part, just close this page. Nothing is stored about you."),
        guide=f"{base_path}/guide/{current_language()}" if door.about.has_guide else "",
        guide_title=_("How it works"),
    )
    return plain_page(html=html, status=409 if changed else 200)


def newcomer_page(door: Door, newcomer: Newcomer, action: str) -> Response:
    """The personal link of someone who has just taken part, two voluntary questions, and the way to the desk.

    Args:
        action: where the answers go.
    """
    link = link_address(newcomer.token, checked_base_url(), newcomer.slug)
    html = _TEMPLATES.get_template("newcomer.html").render(
        title=_("Welcome, {name}!", name=newcomer.name),
        keep=_(
            "This is your name here, and below is your personal link. With it you come back, on this device or another."
            " Keep it to yourself: it is shown now and not again."
        ),
        link=link,
        copy=_("Copy the link and keep it, or"),
        mail="mailto:?" + urlencode({"subject": door.about.title, "body": link}, quote_via=quote),
        mail_title=_("send it to yourself by mail"),
        qr=qr_svg(link, fixed=False),
        qr_text=_("The same link as a code, for another device."),
        action=action,
        campaign=newcomer.slug,
        questions=_questions() if door.about_norwegian else [],
        about_title=_("Two questions about you (voluntary)"),
        about_text=_("You can take part without answering them."),
        button=_("Go on"),
    )
    return plain_page(html=html)


def _said(door: Door) -> list[str]:
    """What there is to do, in the order in which it comes."""
    lines = invitation_words(door.about)
    if door.screened:
        lines.append(
            _(
                "You begin with twelve short pairs of sentences. Only readers who find the faults in them, as native"
                " readers do, go on to the texts."
            )
        )
    return [*lines, _("You get a made-up name here: we do not ask who you are.")]


def _stored(door: Door, source: str | None) -> list[str]:
    """What is kept of those who come by the open link, besides what the letter says.

    Args:
        source: where they found the link, as the address says it.
    """
    lines = []
    if door.screened:
        lines.append(_("We also store what you answer to the pairs of sentences, and whether that was enough."))
    if source:
        lines.append(_("We also store where you found the link: {source}.", source=source))
    if door.crowd.names:
        lines.append(
            _(
                "We also store what {platform} adds to the address ({names}), apart from your judgments, so that you"
                " can be paid.",
                platform=door.crowd.platform or _("the platform"),
                names=", ".join(door.crowd.names),
            )
        )
    return lines


def closed_page(door: Door, back: WayBack | None = None) -> Response:
    """Why no one can begin here just now, and what to do about it.

    Args:
        back: to the crowd platform that sent the person.
    """
    words = {
        "full": _("Enough people take part already. Thank you for offering to help!"),
        "full_today": _("Enough people have begun today. You are welcome tomorrow."),
        "not_yet": _("It has not begun yet. Please come back later."),
        "paused": _("It is paused just now. Please come back later."),
        "over": _("It is over. Thank you for offering to help!"),
    }
    lines = [words[door.state]]
    if door.state == "not_yet" and door.opens:
        lines.append(_("It opens {when} (UTC).", when=full_moment(door.opens)))
    lines.append(_("If you take part already, use your personal link."))
    if back is not None:
        return _way_back_page(door, lines, back)
    return plain_page(title=door.about.title, lines=lines, status=_CLOSED[door.state])


def begun_page(door: Door, back: WayBack) -> Response:
    """For someone whom the platform has sent before: its name for them is no secret, so it signs no one in."""
    lines = [
        _("You have begun already. To go on, open your own personal link, on any device."),
        _(
            "If you have lost it, write us a message on {platform}: you then get a new one.",
            platform=platform_name(back),
        ),
    ]
    return plain_page(title=door.about.title, lines=lines, status=409)


def damaged_page() -> Response:
    """For an address whose parameters no platform gives."""
    return plain_page(
        lines=[
            _("Something is wrong with this address. Open it again where you found it."),
            _("If it comes from a platform: open the study there, and do not copy its address by hand."),
        ],
        status=400,
    )


def _way_back_page(door: Door, lines: list[str], back: WayBack) -> Response:
    html = _TEMPLATES.get_template("way_back.html").render(
        title=door.about.title,
        lines=[*lines, way_back_text(back)],
        code=back.code,
        code_label=code_label(back),
        address=back.address,
        button=button_text(back),
    )
    return plain_page(html=html, status=_CLOSED[door.state])


def no_door_page() -> Response:
    """The same for each address that leads nowhere."""
    text = _("No evaluation takes new people at this address. Check that it is written correctly.")
    return plain_page(lines=[text], status=404)


def known_page(name: str, *, takes_part: bool) -> Response:
    """For a browser in which someone is signed in: on to the desk, a new link for oneself, or out first."""
    if not takes_part:
        said = _("You are signed in as {name}. Sign out first, or open the link in a private window.", name=name)
        return plain_page(lines=[said], status=409)
    return plain_page(
        title=_("You take part already, {name}.", name=name),
        lines=[_("If you have lost your personal link, you get a new one here. The old one then no longer works.")],
        button=_("Go on"),
        second_button=_("Show me a new personal link"),
        second_name="new_link",
    )


def marked_page(door: Door) -> Response:
    """For a browser in which someone took part, who is signed out now."""
    return plain_page(
        title=door.about.title,
        lines=[
            _("Someone already takes part from this browser. To go on, open your personal link."),
            _("If you have lost it, write to: {contact}", contact=" ".join(door.contact.split())),
        ],
        status=409,
    )


def _in(request: Request, language: str) -> str:
    """This page in another language, with the rest of its query."""
    query = [(name, value) for name, value in request.query_params.multi_items() if name != "language"]
    return "?" + urlencode([*query, ("language", language)])


def _questions() -> list[dict[str, object]]:
    return [
        {
            "name": name,
            "text": text,
            "answers": [{"value": value, "label": _(label)} for value, label in labels.items()],
        }
        for name, text, labels in (
            ("first_standard", _("Which written standard did you learn first?"), FIRST_STANDARD_LABELS),
            ("dialect_area", _("Where is your dialect from?"), DIALECT_LABELS),
        )
    ]
