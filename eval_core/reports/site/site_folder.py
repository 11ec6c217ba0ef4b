"""The folder of a site: a newer site takes the place of an earlier one, and what others have put there stays.

A folder for GitHub Pages is a repository, with a `.git` and perhaps a CNAME, so an earlier site is not thrown away with
everything in it: it lists its own files.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from eval_core.errors import InputError

MARKER = ".parvis-site"  # in every site: a folder that has it may hold a newer one
_HEAD = "A site that Parvis wrote: 'parvis publish' may replace the files below, and no others."


@contextmanager
def replaced(folder: Path) -> Iterator[Path]:
    """A folder to write a site to, which takes the place of an earlier one as a whole or not at all.

    Raises:
        InputError: if `folder` holds anything but a site of ours and what was put into it, or a file of another's that
            the new site needs the name of; if it cannot be written.
    """
    _require_free(folder)
    target = folder.resolve()
    fresh, old = (target.with_name(f".{target.name}.{secrets.token_hex(4)}.{end}") for end in ("tmp", "old"))
    change = _Exchange(target, fresh, old)
    try:
        try:
            change.fresh.mkdir()
            yield change.fresh
            _require_free(folder)
            change.theirs = _others_files(target, change.fresh)
            change.make()
        except BaseException:  # an interrupt too
            change.undo()
            raise
        finally:
            change.clean()
    except OSError as error:
        raise InputError("unwritable_folder", problem=error.strerror or str(error), file=folder) from error


def mark(place: Path, files: Iterator[str]) -> None:
    """List the files of a site in its marker."""
    (place / MARKER).write_text("\n".join((_HEAD, *files)) + "\n", encoding="utf-8", newline="\n")


@dataclass
class _Exchange:
    """An earlier site goes and a new one comes.

    Attributes:
        target: where the site is. fresh: where the new one was written. old: where the earlier one goes.
        theirs: what others have put into the target, which goes over to the new site.
    """

    target: Path
    fresh: Path
    old: Path
    theirs: list[PurePosixPath] = field(default_factory=list)

    def make(self) -> None:
        for name in self.theirs:
            (self.fresh / name).parent.mkdir(parents=True, exist_ok=True)
            (self.target / name).replace(self.fresh / name)
        if self.target.exists():
            self.target.replace(self.old)
        self.fresh.replace(self.target)

    def undo(self) -> None:
        """Put everything back, however far it came: what is where is looked up and not remembered."""
        if self.old.exists() and not self.target.exists():
            self.old.replace(self.target)
        for name in self._away():
            (self.fresh / name).replace(self.target / name)

    def clean(self) -> None:
        """Delete what is no longer needed, and nothing in which there is a file of another's."""
        if not self._away():
            shutil.rmtree(self.fresh, ignore_errors=True)
            if self.target.exists():
                shutil.rmtree(self.old, ignore_errors=True)

    def _away(self) -> list[PurePosixPath]:
        """Others' files that are with the new site, but not where that belongs."""
        return [name for name in self.theirs if _is_there(self.fresh / name) and not _is_there(self.target / name)]


def _is_there(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _require_free(folder: Path) -> None:
    """InputError unless nothing is there, an empty folder, or a site of ours."""
    target = folder.resolve()
    if not target.exists():
        return
    if not target.is_dir() or (any(target.iterdir()) and not (target / MARKER).is_file()):
        raise InputError("not_a_site", file=folder)


def _others_files(target: Path, fresh: Path) -> list[PurePosixPath]:
    """Files, and folders as a whole, that no site of ours has written here.

    Raises:
        InputError: 'site_name_taken' for one that the new site has too.
    """
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
            elif name not in ours:
                if (fresh / name).exists():
                    raise InputError("site_name_taken", name=name, file=target)
                found.append(PurePosixPath(name))
    return found
