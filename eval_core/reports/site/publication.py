"""Writes a site: a folder, which may replace an earlier site, or the same as a zip."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from eval_core.campaigns.access import OPERATOR, Who
from eval_core.errors import InputError
from eval_core.figures.checkpoints import checkpoint_model
from eval_core.figures.painted import WIDTHS, Painted, paint
from eval_core.figures.theme import DARK, LIGHT
from eval_core.locales import LANGUAGES, in_language
from eval_core.reports.combined_words import checkpoint_words
from eval_core.reports.figure_words import numerals
from eval_core.reports.site.citation import citation_file
from eval_core.reports.site.contents import Contents, read_contents
from eval_core.reports.site.data_files import write_data
from eval_core.reports.site.page_set import site_pages
from eval_core.reports.site.pair_files import pair_files
from eval_core.reports.site.preview_image import preview_image
from eval_core.reports.site.ranking_page import comparison_file
from eval_core.reports.site.result_document import result_document
from eval_core.reports.site.site_folder import mark, replaced
from eval_core.store import Store

_ASSETS = Path(__file__).with_name("assets")
_FIXED = (1980, 1, 1, 0, 0, 0)  # the zip's times: the same data give the same file
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Site:
    """What was written: the files below the folder, in order, and their bytes; `texts` in how many of these are."""

    files: tuple[str, ...]
    size: int
    texts: int


def write_site(
    store: Store,
    slug: str,
    folder: Path,
    *,
    texts: bool = True,
    address: str = "",
    progress: Progress | None = None,
    who: Who = OPERATOR,
) -> Site:
    """Write the site of a closed campaign, all or nothing, in place of an earlier one or of nothing. For leads.

    The same data give the same files. What others have put into the folder of an earlier site stays.

    Args:
        texts: with prompts and responses.
        address: where the site will be, http or https; links elsewhere then show its picture.
        progress: called with (steps done, steps in all).

    Raises:
        InputError: if `folder` holds anything but an earlier site, or cannot be written; for another kind of address;
            where responses are rated, or there is nothing to rank.
        RefusedError: 'still_open' unless the campaign is closed or archived; 'signed_out', 'not_allowed'.
    """
    address = checked_address(address)
    with replaced(folder) as place:
        contents = read_contents(store, slug, texts=texts, address=address, who=who)
        _write(contents, place, progress or (lambda _done, _all: None))
        mark(place, (path.relative_to(place).as_posix() for path in _files(place)))
        sizes = {path.relative_to(place).as_posix(): path.stat().st_size for path in _files(place)}
    of_texts = sum(size for name, size in sizes.items() if name.startswith("pairs/texts-"))
    return Site(tuple(sizes), sum(sizes.values()), of_texts)


def site_zip(store: Store, slug: str, *, texts: bool = True, address: str = "", who: Who = OPERATOR) -> bytes:
    """What `write_site` writes, as one zip for a download. For leads.

    Raises:
        InputError, RefusedError: as `write_site`.
    """
    packed = io.BytesIO()
    with tempfile.TemporaryDirectory(prefix="parvis-") as place:
        folder = Path(place) / f"{slug}-site"
        written = write_site(store, slug, folder, texts=texts, address=address, who=who)
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in written.files:
                entry = zipfile.ZipInfo(f"{folder.name}/{name}", _FIXED)
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                archive.writestr(entry, (folder / name).read_bytes())
    return packed.getvalue()


def checked_address(address: str) -> str:
    """The address of a site with a slash at its end; '' for none.

    Raises:
        InputError: for anything that is no http address.
    """
    given = address.strip()
    if not given:
        return ""
    try:
        parts = urlsplit(given)
    except ValueError:
        parts = urlsplit("")
    plain = not any(character.isspace() or ord(character) < 32 for character in given)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or not plain:
        raise InputError("bad_site_address", address=given[:200])
    return given.rstrip("/") + "/"


def _write(contents: Contents, place: Path, progress: Progress) -> None:
    steps: list[Callable[[], None]] = [
        lambda: _put(place, ".nojekyll", ""),
        lambda: _put(place, "results.json", _json(result_document(contents))),
        lambda: _put(place, "CITATION.cff", citation_file(contents)),
        lambda: _pairs(contents, place),
        lambda: _data(contents, place),
        lambda: _pages(contents, place),
        lambda: _pictures(contents, place),
        lambda: _assets(place),
    ]
    for done, step in enumerate(steps):
        progress(done, len(steps))
        step()
    progress(len(steps), len(steps))


def _pairs(contents: Contents, place: Path) -> None:
    for name, text in pair_files(contents.release).items():
        _put(place, f"pairs/{name}", text)
    _put(place, "pairs/compare.js", comparison_file(contents))


def _assets(place: Path) -> None:
    """Styles, scripts and typefaces, as this version has them."""
    (place / "assets").mkdir()
    for path in sorted(_ASSETS.iterdir()):
        (place / "assets" / path.name).write_bytes(path.read_bytes())


def _data(contents: Contents, place: Path) -> None:
    (place / "data").mkdir()
    write_data(contents, place / "data")


def _pages(contents: Contents, place: Path) -> None:
    for name, html in site_pages(contents).items():
        _put(place, name, html)


def _pictures(contents: Contents, place: Path) -> None:
    """The preview of each language, and the curves by checkpoint, light and dark."""
    for language in LANGUAGES:
        with in_language(language):
            (place / f"preview-{language}.png").write_bytes(preview_image(contents))
            for name, svg in _curves(contents):
                _put(place, f"figures/curve-{name}-{language}-{svg[0]}.svg", svg[1])


def _curves(contents: Contents) -> Iterator[tuple[str, tuple[str, str]]]:
    for name, part in contents.parts.items():
        if part.checkpoints:
            model = checkpoint_model(part.checkpoints, labels=checkpoint_words(), **numerals())
            for width in WIDTHS:
                painted = paint(model, width)
                yield name, (width, painted.svg().decode())
                yield name, (f"{width}-dark", _dark(painted).svg().decode())


def _dark(painted: Painted) -> Painted:
    """The same sheet in the colours of the dark theme."""
    names = ("ground", "ink", "grey", "hairline", "accent", "low", "even", "high")
    colours = {getattr(LIGHT, name): getattr(DARK, name) for name in names}

    def recoloured(shape: Any) -> Any:
        changed = {key: colours.get(value, value) for key, value in vars(shape).items() if key in _COLOURED}
        return replace(shape, **changed)

    return replace(painted, shapes=tuple(map(recoloured, painted.shapes)), ground=DARK.ground)


_COLOURED = ("colour", "ground", "fill", "edge")


def _files(place: Path) -> list[Path]:
    return sorted(path for path in place.rglob("*") if path.is_file())


def _json(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"


def _put(place: Path, name: str, text: str) -> None:
    path = place / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
