"""`parvis publish`: a closed campaign as a static site."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from eval_core.cli.database import note_look, reading
from eval_core.cli.output import counted, progress_bar


def publish(
    slug: Annotated[str, typer.Argument(help="The campaign's short name.")],
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder to write: new, empty, or an earlier site of Parvis.")
    ],
    without_texts: Annotated[bool, typer.Option("--without-texts", help="Leave out prompts and responses.")] = False,
    address: Annotated[
        str, typer.Option(metavar="URL", help="Address of the site, for the picture that links to it show.")
    ] = "",
) -> None:
    """Write a closed campaign's results as a static site.

    The site has the ranking, every pair, method, people in numbers, the data and results.json, in three languages. It
    opens from disk and needs no server. Nothing in it names a person.
    """
    from eval_core.reports.site.publication import write_site

    store = reading()
    with progress_bar("publishing") as bar:
        written = write_site(store, slug, folder, texts=not without_texts, address=address, progress=bar)
    note_look(store, slug, "publish")
    texts = f", {written.texts / 1e6:.1f} MB of it texts" if written.texts else ""
    print(f"{counted(len(written.files), 'file')} written to {folder}, {written.size / 1e6:.1f} MB{texts}")
    print(f"open {folder / 'index.html'}")
    if not address:
        print("note: without --address URL, links to the site show no picture in most places")
