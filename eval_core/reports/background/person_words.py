"""What people may say about themselves, in words: the answers to two voluntary questions."""

from __future__ import annotations

from eval_core.locales import N_

NO_ANSWER = ""  # the first answer to both questions, and the one that is chosen beforehand
FIRST_STANDARD_LABELS = {
    NO_ANSWER: N_("I would rather not say"),
    "nb": N_("Bokmål"),
    "nn": N_("Nynorsk"),
    "both": N_("Both at the same time"),
    "neither": N_("Neither of them"),
}
DIALECT_LABELS = {
    NO_ANSWER: N_("I would rather not say"),
    "east": N_("Eastern Norway"),
    "south": N_("Southern Norway"),
    "west": N_("Western Norway"),
    "trondelag": N_("Trøndelag"),
    "north": N_("Northern Norway"),
    "mixed": N_("More than one of these"),
}
