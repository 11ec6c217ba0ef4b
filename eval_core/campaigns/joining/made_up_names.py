"""Names for people who give none: an adjective, a noun and four digits, such as 'Blid rev 4821'.

The words are the same in Bokmål and Nynorsk, easy to say, and none is a reproach. A name is drawn from tens of millions
by the system's own random numbers: from one, no one can tell another.
"""

from __future__ import annotations

import secrets

_ADJECTIVES = """
blid brun djerv edel ekte fargerik fin flink frank fri frisk frodig gild glad god grei heldig ivrig klar klok
kry kvikk lang lun lys lystig mild modig munter ny rask sikker smart snar solid spenstig sprek sterk stille stolt stor
stødig sval søt tapper tøff trofast trygg ung vakker varm
"""
_NOUNS = """
alm ask bekk bever bie bjørk bjørn blåveis bregne bris båt dal eik elg elv falk fele fjord foss furu gaupe gran hare
harpe hegre hest holme humle hummer hyse hytte katt klokke kolle komet kongle krabbe kvist laks lampe lerke li lind
lomvi lunde lykt makrell maur mose måne mår nise nut odde osp oter rev rogn rype røyskatt sei sel selje sky sol stein
sti stjerne strand svale svane terne tind tiur topp trommel ugle ulv vidde vik vind ørn
"""
_DIGITS = 4


def draw_pseudonym() -> str:
    """A name that may be taken already."""
    adjective, noun = secrets.choice(_ADJECTIVES.split()), secrets.choice(_NOUNS.split())
    number = secrets.randbelow(9 * 10 ** (_DIGITS - 1)) + 10 ** (_DIGITS - 1)
    return f"{adjective.capitalize()} {noun} {number}"
