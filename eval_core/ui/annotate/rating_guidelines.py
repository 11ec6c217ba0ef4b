"""What a rating protocol asks, as guidelines: how to rate, the scales, and every criterion in words."""

from __future__ import annotations

from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.protocols import Criterion, Item, Protocol, Section
from eval_core.ui.parts.sheet import point_of, spoken

_EXPLANATIONS = {
    "required": N_("Say why you chose your rating, each time."),
    "below_max": N_("Below the best score, say why."),
    "optional": N_("You may say why."),
}
_KEYED = 9  # the highest rating that one key can choose


def sections_of(protocol: Protocol) -> tuple[Section, ...]:
    """The protocol's guidelines under their headings, in the reader's language. A scale that all share stands once."""
    language = spoken(protocol.rated[0])
    shared = len({_rules(one) for one in protocol.rated}) == 1
    parts = [Section(protocol.title[language], 1, tuple(Item(text) for text in _how(protocol)))]
    if shared:
        parts.append(Section(_("The scale"), 2, _scale(protocol.rated[0])))
        described = tuple(_described(one) for one in protocol.rated)
        return (*parts, Section(_("The criteria"), 2, described))
    for one in protocol.rated:
        about = one.description.get(spoken(one), "")
        items = ((Item(about),) if about else ()) + _scale(one)
        told = tuple(Item(item.text, item.sign, item.anchor, one.key) for item in items)
        parts.append(Section(one.label[spoken(one)], 2, told))
    return tuple(parts)


def categories_of(protocol: Protocol) -> dict[str, str]:
    """The criteria by which the guidelines are filtered, key -> label."""
    return {one.key: one.label[spoken(one)] for one in protocol.rated}


def _how(protocol: Protocol) -> list[str]:
    said = [_("Rate every criterion on its own: how a response does on one says nothing about the next.")]
    if "source" in protocol.shows:
        said.append(_("The response is a translation of the source. Read both."))
    if "reference" in protocol.shows:
        said.append(_("The reference is one good answer, not the only one: other words can be just as good."))
    if any(one.min == 0 for one in protocol.rated):
        said.append(_("0 is a rating like any other: the lowest."))
    if any(one.na for one in protocol.rated):
        said.append(_("N/A means that the text has nothing to rate there. It is not a low rating, and is left out."))
    else:
        said.append(_("There is no N/A: every criterion gets a rating."))
    said.append(_("If you cannot rate a response, press Skip and say why. It goes to somebody else."))
    if all(one.max <= _KEYED for one in protocol.rated):
        said.append(_("Keys: a digit rates the marked criterion, Enter saves, U undoes the last save."))
        if any(one.na for one in protocol.rated):
            said[-1] += " " + _("N is N/A.")
    return said


def _rules(one: Criterion) -> tuple[object, ...]:
    points = tuple((point.value, tuple(sorted(point.label.items()))) for point in one.points)
    return one.min, one.max, points, one.na, one.explanation


def _scale(one: Criterion) -> tuple[Item, ...]:
    """Every point with its words; where some have none, between which numbers they lie; N/A; and whether to explain."""
    labelled = sorted(point.value for point in one.points)
    items = []
    if len(labelled) <= one.max - one.min:
        items.append(Item(_("Whole numbers from {low} to {high}.", low=one.min, high=one.max)))
    items += [Item(point_of(one, value), "-") for value in labelled]
    if one.na:
        items.append(Item(_("N/A: there is nothing to rate"), "-"))
    if one.explanation in _EXPLANATIONS:
        items.append(Item(_(_EXPLANATIONS[one.explanation])))
    return tuple(items)


def _described(one: Criterion) -> Item:
    label, about = one.label[spoken(one)], one.description.get(spoken(one), "")
    return Item(f"**{label}**: {about}" if about else f"**{label}**", "-", category=one.key)
