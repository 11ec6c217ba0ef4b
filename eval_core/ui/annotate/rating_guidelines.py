"""The guidelines of a rating protocol, made from its file: how to rate, the scales, and every criterion in words."""

from __future__ import annotations

from dataclasses import replace

from eval_core.locales import N_, said, spoken_language
from eval_core.locales import gettext as _
from eval_core.protocols import Criterion, Item, Protocol, Section, guidelines_for
from eval_core.reports.protocol_words import criterion_names
from eval_core.ui.parts.sheet import point_of

_EXPLANATIONS = {
    "required": N_("Say why you chose your rating, each time."),
    "below_max": N_("Below the best score, say why."),
    "optional": N_("You may say why."),
}
_HIGHEST_KEY = 9  # the highest rating that a single key can choose


def sections_of(protocol: Protocol) -> tuple[Section, ...]:
    """The protocol's guidelines under their headings, in the reader's language.

    A scale that all criteria share has a section of its own; otherwise every criterion has a section with its scale.
    """
    instructions = tuple(Item(text) for text in _instructions(protocol))
    sections = [Section(said(protocol.title), 1, instructions)]
    if protocol.guidelines:
        own = guidelines_for(protocol, spoken_language(protocol.languages)).sections
        sections = [*own, Section(_("How to rate"), 2, instructions)]
    if len({_scale_content(criterion) for criterion in protocol.rated}) == 1:
        sections.append(Section(_("The scale"), 2, _scale(protocol.rated[0])))
        criteria = tuple(_criterion_item(criterion) for criterion in protocol.rated)
        return (*sections, Section(_("The criteria"), 2, criteria))
    for criterion in protocol.rated:
        description = said(criterion.description)
        items = ((Item(description),) if description else ()) + _scale(criterion)
        items = tuple(replace(item, category=criterion.key) for item in items)
        sections.append(Section(said(criterion.label), 2, items))
    return tuple(sections)


def categories_of(protocol: Protocol) -> dict[str, str]:
    """The criteria by which the guidelines are filtered, key -> label."""
    return criterion_names(protocol)


def _instructions(protocol: Protocol) -> list[str]:
    lines = [_("Rate every criterion on its own: how a response does on one says nothing about the next.")]
    if "source" in protocol.shows and not protocol.guidelines:
        lines.append(_("The response was made from the source, as a translation or a summary is. Read both."))
    if "reference" in protocol.shows:
        lines.append(_("The reference is one good answer, not the only one: other words can be just as good."))
    if any(criterion.min == 0 for criterion in protocol.rated):
        lines.append(_("0 is a rating like any other: the lowest."))
    has_na = any(criterion.na for criterion in protocol.rated)
    if has_na:
        lines.append(_("N/A means that the text has nothing to rate there. It is not a low rating, and is left out."))
    else:
        lines.append(_("There is no N/A: every criterion gets a rating."))
    lines.append(_("If you cannot rate a response, press Skip and say why. It goes to somebody else."))
    if all(criterion.max <= _HIGHEST_KEY for criterion in protocol.rated):
        keys = _("Keys: a digit rates the current criterion, Enter saves, U undoes the last save.")
        lines.append(f"{keys} {_('N is N/A.')}" if has_na else keys)
    return lines


def _scale_content(criterion: Criterion) -> tuple[object, ...]:
    """All of a criterion's scale, to be compared with another one's."""
    points = tuple((point.value, tuple(sorted(point.label.items()))) for point in criterion.points)
    return criterion.min, criterion.max, points, criterion.na, criterion.explanation


def _scale(criterion: Criterion) -> tuple[Item, ...]:
    """The range where some points have no words, every point that has, N/A, and whether to explain the rating."""
    labelled = sorted(point.value for point in criterion.points)
    items = []
    if len(labelled) <= criterion.max - criterion.min:
        items.append(Item(_("Whole numbers from {low} to {high}.", low=criterion.min, high=criterion.max)))
    items += [Item(point_of(criterion, value), "-") for value in labelled]
    if criterion.na:
        items.append(Item(_("N/A: there is nothing to rate"), "-"))
    if criterion.explanation in _EXPLANATIONS:
        items.append(Item(_(_EXPLANATIONS[criterion.explanation])))
    return tuple(items)


def _criterion_item(criterion: Criterion) -> Item:
    label, description = said(criterion.label), said(criterion.description)
    return Item(f"**{label}**: {description}" if description else f"**{label}**", "-", category=criterion.key)
