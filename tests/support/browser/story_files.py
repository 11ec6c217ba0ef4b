"""The files of the lead's story, as a Norwegian has them: a workbook with headings of its own, and gold from an old Excel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from openpyxl import Workbook

HEADINGS = ("Nr.", "Det modellen ble bedt om", "Språkmodell", "Det modellen svarte", "Målform", "Kategori")
SMILING = "=) Vi ses på torget når du er ferdig!"
FIRST, NEW = ("Fjord", "Nordlys", "Tind"), "Storegga"
_THEMES = {
    "en søndagstur i skogen": "reise",
    "et møte i borettslaget": "hverdag",
    "en tapt lue på bussen": "hverdag",
    "været i Bodø i helgen": "nyheter",
    "den nye svømmehallen": "nyheter",
    "en bursdag for bestemor": "hverdag",
    "ferja over Boknafjorden": "reise",
    "håndballaget i bygda": "nyheter",
    "å bake lefser til jul": "hverdag",
    "en natt på ei turisthytte": "reise",
}
# The best first: what is odd about the others is the language, not what is said.
_WAYS = {
    "Nordlys": "Jeg har gledet meg til å fortelle om {theme}.\nDet ble en fin opplevelse, og jeg håper du blir med neste gang.",
    "Storegga": "Her kommer noen ord om {theme}.\nDet gikk bra alt sammen, og jeg vil gjerne høre hva du syns.",
    "Fjord": "Dette er en melding som handler om {theme}.\nOpplevelsen var av en god art, og du er velkommen neste gang.",
    "Tind": "Jeg er spent til å dele med deg {theme}.\nDet var en stor tid, og jeg ser frem til å ha deg neste gang.",
}
# How often people prefer one text to another follows from these.
QUALITY = {"Nordlys": 3, "Storegga": 2, "Fjord": 1, "Tind": 0}
_GOLD = (
    ("Hun tok på seg lua og gikk ut i snøen.", "Hun tok på seg lua og gikk ut i snøens."),
    ("Vi møtes på torget klokka åtte.", "Vi møter på torget ved klokka åtte."),
    ("Etter å ha spist gikk de hver til sitt.", "Etter å ha spise gikk de hver til sin."),
    ("Barna løp ned til vannet og badet.", "Barnene løpte ned til vannet og badet."),
    ("Det er ikke så lett å si hva som hendte.", "Det er ikke så lett og si hva som hendte."),
    ("Han ville heller ta toget enn å kjøre bil.", "Han ville heller ta toget en å kjøre bil."),
    ("Møtet ble utsatt fordi flere var syke.", "Møtet ble utsatt fordi flere var sykt."),
    ("Jeg liker å lese før jeg legger meg.", "Jeg liker å lese før legger jeg meg."),
    ("Den gamle båten ligger ved brygga.", "Det gamle båten ligger ved brygga."),
    ("De har bodd her i mer enn tjue år.", "De har bodd her i mer en tjue åra."),
    (SMILING, "=) Vi ses på torget når du er ferdi!"),
    ("Læreren spurte om alle var til stede.", "Læreren spurte at alle var tilstede."),
)
Row = tuple[str | int | None, ...]


def quality(text: str) -> int:
    """How good a text of the story is."""
    return next(QUALITY[name] for name, way in _WAYS.items() if text.startswith(way[:12]))


def is_good_gold(text: str) -> bool:
    """Whether a text is the more fluent one of a gold comparison."""
    return any(text == good for good, _ in _GOLD)


def rows(systems: Iterable[str], themes: int = len(_THEMES)) -> list[Row]:
    """A row for each response, as the lead's workbook has them."""
    return [
        (number, f"Skriv en kort melding om {theme}.", name, _WAYS[name].format(theme=theme), "nb", category)
        for number, (theme, category) in enumerate(list(_THEMES.items())[:themes], 1)
        for name in systems
    ]


def workbook(path: Path, body: Sequence[Row]) -> Path:
    """A workbook with these rows under the lead's headings."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Svar"
    for row in (HEADINGS, *body):
        sheet.append(row)
    book.save(path)
    return path


def gold(path: Path) -> Path:
    """Gold comparisons as Excel saves a CSV in Norway: semicolons, and no UTF-8."""
    lines = ["Mest flytende;Minst flytende;Målform;Forklaring"]
    lines += [f"{good};{bad};nb;Bøyningen eller rettskrivingen er ikke på plass." for good, bad in _GOLD]
    path.write_bytes("\r\n".join(lines).encode("cp1252"))
    return path
