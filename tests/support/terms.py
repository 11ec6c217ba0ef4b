"""The words that the Norwegian catalogues refuse, each with a sentence in which it must be found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from babel.messages.catalog import Catalog

from tests.support.extracting import strings_of


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


class Refused(NamedTuple):
    """A pattern that no translation may contain, whatever its case; `planted` breaks it."""

    pattern: str
    reason: str
    planted: str


BOTH = (
    Refused(r"\bkampanj", "a campaign is an 'evaluering'", "Kampanjen angres"),
    Refused(r"\bven(n|d)ligst|\bvenlegst", "nobody speaks so", "Vennligst angre"),
    Refused(r"\bannot(at|ør|er)", "an annotator is a 'vurderer' or 'vurderar'", "Spør annotatøren"),
    Refused(r"\bprompt", "a prompt is an 'oppgave' or 'oppgåve'", "Skriv en prompt"),
    Refused(r"\buavgjort", "a tie is «like godt»; this would be a pair that is not decided", "Uavgjort"),
    Refused(r"\brespons", "a response is a 'svar'", "Systemets respons"),
    Refused(r"\bopplæring", "training is 'øving'", "Angre opplæringen"),
    Refused(r"\btest\b(?! med alternativ)", "a test is a 'prøve'", "Øving, test og spørsmål"),
    Refused(r"\butg[aå]ve", "a version is a 'versjon'", "Angre utgaven"),
    Refused(r"grunngjev", "the reasons are 'grunngivingar'", "Angre grunngjevinga"),
    Refused(r"informasjonsskriv", "the letter is an 'informasjonsbrev'", "Med et informasjonsskriv"),
    Refused(r"henvendelse|førespurnad", "a question is a 'spørsmål'", "2 henvendelser venter på svar."),
    Refused(r"\bikkj?e talt med", "a refusal is 'ikke lagret' or 'ikkje lagra'", "Ikke talt med: Svaret er ikke ditt."),
    Refused(r"\bikkj?e gjort\b|^gjort\.", "a refusal is 'ikke utført', a receipt 'utført'", "Gjort. Det teller igjen."),
    Refused(
        r"\btr[eu]kk?(e|er|et|je|t|te)? (\w+ )?(ut|tilbake)\b",
        "a response or comparison is 'tatt ut' or 'teken ut'; people 'trekker seg'",
        "Trekk svaret ut",
    ),
    Refused(
        r"\b(lagt?|lagd|satt|sett?) tilbake", "it is put back: 'satt inn igjen', 'sett inn att'", "Ikke satt tilbake:"
    ),
    Refused(r"\bi bruk (igjen|att)", "it is put back: 'satt inn igjen', 'sett inn att'", "Ta i bruk igjen"),
    Refused(
        r"\butela(te|tt|ten|tne)\b", "left out is 'holdt utenfor' or 'halde utanfor'", "Utelatt: helt like tekster"
    ),
    Refused(r"\bank(er|re)(e|ne|a)?\b", "an anchor is an 'ankerpar'", "Ingen ankere er vurdert"),
    Refused(r"\bgjentak", "a repeat is a 'gjentatt par' or 'gjenteke par'", "kontrollpar og gjentakelser"),
    Refused(
        r"\bplass(er|ene|ar|ane)\b|\b(samme|same|h?ver|kvar) plass\b",
        "a rank is a 'plassering'; 'plass' heads its column",
        "Sannsynligheten for hver plass",
    ),
    Refused(r"\bse?a?tt?(er|e|je)? skår", "to rate is to 'gi skår'", "La andre sette skår på svarene"),
    Refused(r"\b(lest|lese|lesne|les) inn\b", "to load is to 'laste inn'", "Ingen svar er lest inn"),
    Refused(r"\bduplis", "a duplicate is a 'kopi'", "Dupliser evalueringen"),
    Refused(r"\bpar av system", "a pair of systems is a 'systempar'", "30 par av systemer"),
    Refused(r"\bvid(e|este|aste)\b", "an interval is 'bred' or 'brei'", "det videste intervallet"),
    Refused(r"\bmedian (tid|lengd)", "a compound is one word", "Median tid (sekunder)"),
    Refused(r"\b(tjener|tenar)(en)?\b", "a server is a 'server'", "Nettstedet trenger ingen tjener"),
    Refused(
        r"\blast (inn sid(en|a)|sid(en|a) inn)\b", "a page is loaded: 'last siden på nytt'", "Last siden inn på nytt."
    ),
    Refused(r"[\"“”']", "quotation marks are « and »", "Trykk “angre”"),
    Refused(r" - |\.\.\.", "a dash is – and an ellipsis …", "Angre - nå"),
    Refused(r"\d %", "the space before % does not break", "95 % angrer"),
)
ONE_STANDARD = {
    "nb": (
        Refused(
            r"\b(ikkje|eg|frå|berre|kva|kven|vere|fekk|no|dei|desse|noko|ein|eit|\w+ingar|\w+inga)\b",
            "this is the other written standard",
            "Ikkje angre",
        ),
        Refused(
            r"\b(\w*linja|fila|sida|lista|tida)\b", "nouns that have the choice end in -en", "På den prikkede linja"
        ),
        Refused(r"\balt (en?|et|begynt|trukket)\b", "already is 'allerede'", "systemet har alt en annen tekst"),
    ),
    "nn": (
        Refused(
            r"\b(ikke|jeg|fra|bare|hva|hvem|være|fikk|nå|de|disse|noe|en|et|\w+inger|\w+ingen|ble|blitt)\b",
            "this is the other written standard",
            "Vurderinger",
        ),
        Refused(r"\bvart\b", "the past of 'blir' is 'blei'", "Meldinga vart lesen"),
        Refused(r"\bbyrj", "to begin is 'begynne'", "Vurderinga har byrja"),
        Refused(r"\bbåe\b", "both is 'begge'", "som båe gir"),
        Refused(r"\bhenne\b", "the object is 'ho'", "Angre henne"),
        Refused(r"einig", "agreed is 'samd'", "like einig med dei andre"),
        Refused(r"allereie", "already is 'alt'", "Dette er allereie lagra"),
        Refused(r"\bigjen\b", "again is 'att' or 'på nytt'", "Prøv igjen."),
        Refused(r"\bdersom\b|\bviss\b(?! andel)", "if is 'om'", "dersom det eine er best"),
        Refused(r"\w*linj", "a line is a 'line', as in 'retningsliner'", "Opne retningslinjene"),
        Refused(r"øyeblikk|augeblikk", "a moment is an 'augneblink'", "Eit øyeblikk"),
        Refused(r"\blenk(a|e|er|ene)\b", "a link is a 'lenkje'", "den opne lenka"),
        Refused(r"forskjell", "a difference is a 'skilnad'", "Forskjellar mellom systema"),
        Refused(r"\bbed\b", "the present of 'be' is 'ber'", "Vi bed deg vurdere"),
        Refused(r"\b(enn|frå) tilfelle", "chance is 'slump'; 'tilfelle' are cases", "skiljast frå tilfelle"),
        Refused(r"tilbøyeleg", "this is no Nynorsk word", "Tilbøyelegheiter"),
        Refused(r"^(ikkje )?send[:.]|\ber send\b", "what was sent is 'sendt'", "Ikkje send: Skriv meldinga først."),
        Refused(r"\bdel(en)? (like|felles|av (dei|vala|vurd))", "a share is an 'andel'", "Del like vurderingar"),
    ),
}
# A full sentence after a colon begins with a capital letter. It is known by a finite verb in its main clause that does
# not come first (where it does, the subject is left out: «Ny: får en lenke»), or by an imperative that does.
_FINITE = _words(
    "er var har hadde kan kunne må skal skulle vil ville får blir ble blei gir ga gav gjør gjer går kommer kjem tar tek ser"
    " sier seier viser vises finnes finst mangler manglar teller tel står ligger ligg krever krev betyr tyder pågår lå låg"
    " gjelder gjeld regnes vurderes trengs trengst bytter byter endrer endrar skiller skil heter heiter"
)
_IMPERATIVE = _words(
    "last fyll sammenlign samanlikn les snakk velg vel skriv se sjå ta vær ver hold hald bruk tolk endre si sei kopier rett"
    " vent spør åpne opne trykk legg gi prøv start"
)
_AFTER_COLON = re.compile(r": (?=[a-zæøå])([^.:;,!?]+)")
_SUBORDINATE = re.compile(r" (?:som|der|når|hvis|om|at|før|etter at|fordi|hvorfor|kvifor)\b")
_PLACE = re.compile(r"\{\w*\}")


def wrong_in(text: str, language: str, pages: Iterable[str] = ()) -> Iterator[str]:
    """Why a translation is not in our words.

    Args:
        pages: the names of the pages in this language; inside a sentence they stand between « and ».
    """
    text = _PLACE.sub("1", text)
    for rule in (*BOTH, *ONE_STANDARD[language]):
        if re.search(rule.pattern, text, re.IGNORECASE):
            yield rule.reason
    for clause in _AFTER_COLON.findall(text):
        first, *rest = _SUBORDINATE.split(f" {clause}")[0].split() or [""]
        if first in _IMPERATIVE or _FINITE.intersection(rest):
            yield "a full sentence after a colon begins with a capital letter"
    if re.search(rf"(?:\w|,) (?:{'|'.join(map(re.escape, pages)) or '(?!)'})\b", text):
        yield "the name of a page stands in quotation marks"


def wrong_words(found: Catalog, pages: Iterable[str] = ()) -> list[str]:
    """Every translation of a catalogue that is not in our words, with the reason."""
    names = list(pages)
    return [
        f"'{text}': {reason}"
        for entry in found
        if entry.id
        for text in strings_of(entry.string)
        for reason in wrong_in(text, str(found.locale), names)
    ]
