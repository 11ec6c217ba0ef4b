"""The folder of a site: a newer site takes the place of an earlier one, and what others have put there stays.

A folder for GitHub Pages is a repository, with a `.git` and perhaps a CNAME, so an earlier site is not thrown away with
everything in it: it lists its own files.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from eval_core.errors import InputError

MARKER = ".parvis-site"  # in every site: a folder that has it may hold a newer one
_HEAD = "A site that Parvis wrote: 'parvis publish' may replace the files below, and no others."


@contextmanager
def replaced(folder: Path) -> Iterator[Path]:
    """A folder to write a site to, which takes the place of an earlier one as a whole or not at all.

    Raises:
        InputError: if `folder` holds anything but a site of ours and what was put into it, or cannot be written.
    """
    _require_free(folder)
    target = folder.resolve()
    fresh, old = (target.with_name(f".{target.name}.{secrets.token_hex(4)}.{end}") for end in ("tmp", "old"))
    try:
        try:
            fresh.mkdir()
            yield fresh
            _require_free(folder)
            _put_in_place(fresh, target, old)
        finally:
            for left in (fresh, old):
                shutil.rmtree(left, ignore_errors=True)
    except OSError as error:
        raise InputError("unwritable_folder", problem=error.strerror or str(error), file=folder) from error


def mark(place: Path, files: Iterator[str]) -> None:
    """List the files of a site in its marker."""
    (place / MARKER).write_text("\n".join((_HEAD, *files)) + "\n", encoding="utf-8", newline="\n")


def _require_free(folder: Path) -> None:
    """InputError unless nothing is there, an empty folder, or a site of ours."""
    target = folder.resolve()
    if not target.exists():
        return
    if not target.is_dir() or (any(target.iterdir()) and not (target / MARKER).is_file()):
        raise InputError("not_a_site", file=folder)


def _put_in_place(fresh: Path, target: Path, old: Path) -> None:
    """Exchange the folders; what is not of the earlier site goes over to the new one, or back if that fails."""
    moved: list[PurePosixPath] = []
    try:
        for name in _foreign(target, fresh):
            (fresh / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).replace(fresh / name)
            moved.append(name)
        if target.exists():
            target.replace(old)
        fresh.replace(target)
    except OSError:
        if old.exists():
            old.replace(target)
        for name in reversed(moved):
            with suppress(OSError):
                (fresh / name).replace(target / name)
        raise


def _foreign(target: Path, fresh: Path) -> list[PurePosixPath]:
    """Files, and folders as a whole, that no site of ours has written here, and whose names the new one leaves free."""
    if not (target / MARKER).is_file():
        return []
    ours = {MARKER, *(target / MARKER).read_text(encoding="utf-8").splitlines()[1:]}
    folders = {str(above) for name in ours for above in PurePosixPath(name).parents}
    found: list[PurePosixPath] = []
    inside = [target]
    while inside:
        for path in sorted(inside.pop().iterdir()):
            name = path.relative_to(target).as_posix()
            if path.is_dir() and not path.is_symlink() and (name in folders or (fresh / name).is_dir()):
                inside.append(path)
            elif name not in ours and not (fresh / name).exists():
                found.append(PurePosixPath(name))
    return found
