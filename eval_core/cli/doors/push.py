"""`parvis push dataset`: a campaign's data set on the Hugging Face hub."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from eval_core.cli.database import note_look, reading
from eval_core.cli.output import counted

group = typer.Typer(help="Put a campaign on a hub.", no_args_is_help=True)


@group.command("dataset", epilog="Example: parvis push dataset summaries our-group/summaries --private")
def dataset(
    slug: Annotated[str, typer.Argument(help="The campaign's short name.")],
    repository: Annotated[str, typer.Argument(metavar="OWNER/NAME", help="The data set on the hub, new or known.")],
    private: Annotated[
        bool, typer.Option("--private", help="Only its owners see it; public otherwise, for everyone.")
    ] = False,
    comments: Annotated[bool, typer.Option("--comments", help="Include the comments that people wrote.")] = False,
    times: Annotated[bool, typer.Option("--times", help="Include the exact times of judgments.")] = False,
) -> None:
    """Put what `export dataset` writes of a closed campaign on the Hugging Face hub, in one commit.

    The token is that of `hf auth login`, or HF_TOKEN. HF_ENDPOINT names another hub.
    """
    from eval_core.campaigns.publishing.dataset import write_dataset
    from eval_core.files.hub.push import check_push, push_folder

    check_push(repository)
    store = reading()
    with tempfile.TemporaryDirectory(prefix="parvis-push-") as scratch:
        folder = Path(scratch) / "dataset"
        written = write_dataset(store, slug, folder, comments=comments, times=times, to_leave=True)
        for name, rows in written.rows.items():
            print(f"{name}: {counted(rows, 'row')}", file=sys.stderr)
        if written.missing:
            print(f"Not filled in: {', '.join(written.missing)}", file=sys.stderr)
        note_look(store, slug, "push dataset")
        pushed = push_folder(folder, repository, private=private, message=f"Judgments of the campaign '{slug}'")
    print(f"{pushed.page}\n{pushed.address}")
