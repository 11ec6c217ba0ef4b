"""How the text of a file is encoded and its cells are separated, and the same text as UTF-8.

Detectors of encodings guess among dozens, and take short Norwegian files for Polish ones. Here are only the encodings
that spreadsheets write in Norway.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from eval_core.errors import InputError

_SAMPLE = 1 << 16
_CHUNK = 1 << 20
_BOMS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
DELIMITERS = (",", ";", "\t")
# What Excel writes, and understands, as a first line that says what separates the cells.
_SEP_LINE = re.compile(r'\ufeff?"?sep=([!#-~\t ])"?(\r\n|\r|\n)', re.IGNORECASE)
_QUOTED = re.compile(r'"(?:[^"]|"")*("|$)')

# Excel writes the first on Windows and the second on a Mac. What a byte is in Norwegian text tells them apart: a letter
# that is Norwegian counts most, then signs, then letters of names and loan words.
_EIGHT_BITS = ("cp1252", "mac_roman")
_LIKELY = (("æøåÆØÅ", 4), ("«»–—‘’“”…€", 2), ("éèêóòôäöüÄÖÜ", 1))
_WEIGHTS = {
    encoding: {char.encode(encoding)[0]: weight for chars, weight in _LIKELY for char in chars}
    for encoding in _EIGHT_BITS
}
_HIGH = re.compile(rb"[\x80-\xff]")
_BROKEN = re.compile("[\udc80-\udcff]")
_WIDE = re.compile("[^\x00-\x7f\udc80-\udcff]")
# Half a surrogate pair as a faulty program writes it in UTF-8.
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")


@dataclass(frozen=True)
class Layout:
    """How a CSV file is written: its encoding, what separates its cells, and whether its first line says that."""

    encoding: str
    delimiter: str
    sep_line: bool = False


def layout_of(path: Path) -> Layout:
    """How a CSV file is written, as far as its beginning shows it."""
    with path.open("rb") as file:
        sample = file.read(_SAMPLE)
    encoding = _by_bom_or_nuls(sample)
    if encoding is None:
        encoding = "utf-8" if _is_utf8(sample) else encoding_of(path)
    text = sample.decode(encoding, "replace")
    if said := _SEP_LINE.match(text):
        return Layout(encoding, said[1], sep_line=True)
    return Layout(encoding, _delimiter(text, ("\t", ",", ";") if path.suffix.lower() == ".tsv" else DELIMITERS))


def encoding_of(path: Path) -> str:
    """The encoding of a file without a byte-order mark: UTF-8, even if a few bytes are not, or one of eight bits."""
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    valid = invalid = 0
    high: Counter[int] = Counter()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            text = decoder.decode(chunk)
            valid += len(_WIDE.findall(text))
            invalid += len(_BROKEN.findall(text)) - 3 * len(_SURROGATE.findall(chunk))
            high.update(byte[0] for byte in _HIGH.findall(chunk))
    # What reads as UTF-8 by chance is rare in the other encodings: two or more odd letters next to each other.
    if invalid <= valid:
        return "utf-8"
    return max(_EIGHT_BITS, key=lambda encoding: sum(_WEIGHTS[encoding].get(byte, 0) * n for byte, n in high.items()))


@contextmanager
def as_utf8(path: Path, layout: Layout) -> Iterator[Path]:
    """The file's text as a UTF-8 file without the line that names the delimiter; gone afterwards.

    Raises:
        InputError: for bytes that the encoding does not have.
    """
    with TemporaryDirectory(prefix="parvis-") as folder:
        target = Path(folder) / path.name
        with (
            path.open(encoding=layout.encoding, newline="") as file,
            target.open("w", encoding="utf-8", newline="") as out,
        ):
            try:
                first = file.read(_CHUNK)
                out.write(_SEP_LINE.sub("", first, count=1) if layout.sep_line else first.removeprefix("\ufeff"))
                while text := file.read(_CHUNK):
                    out.write(text)
            except UnicodeError:
                raise InputError("unknown_encoding", file=path) from None
        yield target


def _by_bom_or_nuls(sample: bytes) -> str | None:
    for bom, encoding in _BOMS.items():
        if sample.startswith(bom):
            return encoding
    # Every second byte of Western text in UTF-16 is a NUL.
    half = len(sample) // 2
    if half and sample[1::2].count(0) > 0.7 * half and sample[::2].count(0) < 0.1 * half:
        return "utf-16-le"
    if half and sample[::2].count(0) > 0.7 * half and sample[1::2].count(0) < 0.1 * half:
        return "utf-16-be"
    return None


def _is_utf8(sample: bytes) -> bool:
    try:
        # A character at the end of the sample may be cut off.
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        return False
    return True


def _delimiter(text: str, delimiters: tuple[str, ...]) -> str:
    """What separates most cells of the first record; the first of the delimiters where it has a single cell."""
    record = _QUOTED.sub("", text).lstrip("\ufeff\r\n")
    header = re.split(r"[\r\n]", record, maxsplit=1)[0]
    return max(delimiters, key=header.count)
