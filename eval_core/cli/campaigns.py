"""`parvis campaign create`, `parvis campaign list` and `parvis progress`."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from eval_core.cli.database import reading, writing
from eval_core.cli.output import Form, counted, say_json, say_table

if TYPE_CHECKING:
    from eval_core.campaigns.watching.forecast import Forecast
    from eval_core.campaigns.watching.progress import PersonProgress

group = typer.Typer(help="Create, list and set up campaigns.", no_args_is_help=True)
# The largest whole number that every database can store.
LARGEST = 2**31 - 1
CampaignSlug = Annotated[str, typer.Option("--campaign", metavar="SLUG", help="The campaign's short name.")]


@group.command("create", epilog="Example: parvis campaign create summaries --title 'Summaries, autumn' --overlap 2")
def create(
    slug: Annotated[str, typer.Argument(help="The campaign's short name: small letters, digits, - and _.")],
    title: Annotated[str | None, typer.Option(help="Title that people read; the short name by default.")] = None,
    protocol: Annotated[str, typer.Option(help="Key of the protocol; see 'parvis protocol list'.")] = (
        "norwegian_fluency"
    ),
    overlap: Annotated[int, typer.Option(min=1, max=LARGEST, help="Annotators per comparison.")] = 2,
    shared: Annotated[int, typer.Option(min=0, max=LARGEST, help="Comparisons in the shared set.")] = 0,
    shared_overlap: Annotated[
        int, typer.Option(min=0, max=LARGEST, help="Annotators per comparison of the shared set.")
    ] = 0,
    per_annotator: Annotated[
        int | None, typer.Option(min=1, max=LARGEST, help="Quota: the most that one annotator judges.")
    ] = None,
    text_view: Annotated[
        Literal["plain", "formatted"], typer.Option(help="Show texts as they are, or format their Markdown.")
    ] = "plain",
) -> None:
    """Create a campaign."""
    from eval_core.campaigns.setup.campaigns import create_campaign

    create_campaign(
        writing(),
        slug,
        title=title,
        protocol=protocol,
        overlap=overlap,
        shared=shared,
        shared_overlap=shared_overlap,
        per_annotator=per_annotator,
        text_view=text_view,
    )
    print(f"campaign '{slug}' created")


@group.command("returned", epilog="Example: parvis campaign returned summaries prolific_export.csv --preview")
def returned(
    slug: Annotated[str, typer.Argument(help="The campaign's short name.")],
    file: Annotated[Path, typer.Argument(help="The platform's table of submissions.")],
    preview: Annotated[bool, typer.Option("--preview", help="Say what would be done, and change nothing.")] = False,
) -> None:
    """Withdraw the consent of those who returned their submission on a crowd platform."""
    from eval_core.campaigns.joining.submissions import preview_submissions, read_submissions, withdraw_returned

    submissions, store = read_submissions(file), reading() if preview else writing()
    view = preview_submissions(store, slug, submissions)
    names = view.returned if preview else withdraw_returned(store, slug, submissions)
    for title, people in (
        ("would be withdrawn" if preview else "withdrawn now", names),
        ("withdrawn before", view.withdrawn),
        ("returned one submission and have another: left as they are", view.mixed),
        ("timed out: left as they are", view.timed_out),
        ("others", view.others),
    ):
        print(f"{title}: {', '.join(people) or 'no one'}")
    if view.unknown:
        print(f"{counted(view.unknown, 'participant')} of the table never came here")


@group.command("list")
def list_all(form: Form = "table") -> None:
    """List the campaigns."""
    from eval_core.campaigns.setup.campaigns import list_campaigns

    rows = [asdict(row) for row in list_campaigns(reading())]
    if form == "json":
        say_json(rows)
    else:
        say_table(rows)


@group.command("close", epilog="Example: parvis campaign close summaries")
def close(slug: Annotated[str, typer.Argument(help="The campaign's short name.")]) -> None:
    """Close a campaign: no one judges in it any more, and its results may be published."""
    from eval_core.campaigns.setup.lifecycle import move_campaign

    moved = move_campaign(writing(), slug, "closed")
    print(f"campaign '{slug}' closed" if moved else f"campaign '{slug}' was closed already")


@group.command("reopen", epilog="Example: parvis campaign reopen summaries")
def reopen(slug: Annotated[str, typer.Argument(help="The campaign's short name.")]) -> None:
    """Open a closed or archived campaign again; its public page of results is switched off."""
    from eval_core.campaigns.setup.lifecycle import move_campaign

    moved = move_campaign(writing(), slug, "reopened")
    print(f"campaign '{slug}' open" if moved else f"campaign '{slug}' was open already")


def progress(campaign: CampaignSlug, form: Form = "table") -> None:
    """Show how far a campaign and its annotators are, and when it may finish. Names no system."""
    from eval_core.campaigns.watching.progress import campaign_progress

    status = campaign_progress(reading(), campaign)
    if form == "json":
        people = [{name: value for name, value in asdict(row).items() if name != "id"} for row in status.people]
        say_json(asdict(status) | {"left": status.left, "people": people})
        return
    total = counted(
        status.total, *(("rating of a response", "ratings of a response") if status.rates else ("judgment",))
    )
    print(f"{status.title}: {status.done} of {total}, {status.left} left")
    if status.forecast:
        print(f"expected finish: {_day(status.forecast.middle, status.at)} ({_days(status.forecast, status.at)})")
    if status.people:
        say_table([_person(person, status.at) for person in status.people])


def _person(person: PersonProgress, now: datetime) -> dict[str, Any]:
    row = asdict(person)
    pace = row.pop("pace")
    del row["id"]
    forecast = "" if person.forecast is None else _days(person.forecast, now)
    return row | {"forecast": forecast, "per hour": None if pace is None else round(pace)}


def _days(forecast: Forecast, now: datetime) -> str:
    """The interval of a forecast in days: '24 Nov – 1 Dec'."""
    low, high = _day(forecast.low, now), _day(forecast.high, now)
    return low if low == high else f"{low} – {high}"


def _day(moment: datetime, now: datetime) -> str:
    """A day: '24 Nov'; of another year than this one '3 Jan 2027'."""
    return f"{moment.day} {moment:%b}" + (f" {moment.year}" if moment.year != now.year else "")
