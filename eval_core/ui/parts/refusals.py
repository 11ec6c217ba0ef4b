"""Sentences for the codes that services speak in. Each value is a message of the catalogues."""

from __future__ import annotations

from eval_core.campaigns.desk.desk import Desk
from eval_core.campaigns.desk.rating_desk import RatingDesk
from eval_core.locales import N_, ngettext
from eval_core.locales import gettext as _

# What became of a click that the database could not take (`UnavailableError`); part of every page's refusals.
TROUBLES = {
    "database_busy": N_("Not saved: the database was busy for too long. Try again."),
    "database_full": N_("Not saved: the server's disk is full. Everything saved before is safe."),
    "database_read_only": N_("Not saved: the database cannot save anything just now. Everything saved before is safe."),
    "database_away": N_("The database did not answer. You see the current state; repeat what is missing."),
}
REFUSALS = {
    **TROUBLES,
    "stale_guidelines": N_("The guidelines have changed in the meantime. Read what is new."),
    "no_text": N_("Not saved: write something first."),
    "clarification_too_long": N_("Not saved: a clarification has at most 2,000 characters."),
    "too_fast": N_("Not counted: the comparison had only just appeared. Choose again."),
    "stale": N_(
        "Not counted: this comparison was changed in the meantime, perhaps in another tab. Continue from here."
    ),
    "lease_lost": N_("Not counted: after the long break this comparison went to somebody else. Here is another one."),
    "paused": N_("Not counted: the campaign is paused."),
    "closed": N_("Not counted: the campaign is closed."),
    "archived": N_("Not counted: the campaign is closed."),
    "draft": N_("Not counted: the campaign has not started yet."),
    "excluded": N_("Not counted: your part in this campaign is complete."),
    "too_long": N_("Not saved: a comment has at most 2,000 characters."),
    "not_allowed": N_("Not counted: this comparison is not yours."),
    "signed_out": N_("Not counted: you have been signed out. Open your personal link again."),
    "stale_letter": N_("Not saved: the letter has been changed since you opened it. Read it again."),
    "no_letter": N_("Not saved: this campaign no longer has an information letter. Load the page again."),
    "unknown_background": N_("Not saved: one of the answers is not on the list."),
    "no_undo": N_("Not counted: the test is over, so nothing can be undone."),
    "no_skip": N_("Not counted: comparisons in training and test cannot be skipped."),
    "withdrawn": N_("Not counted: you have withdrawn from the campaign."),
    "bad_token_name": N_("Not saved: a name has 1 to 80 characters, without quotes or < >."),
    "token_taken": N_("Not saved: there is already a token with this name. Revoke it, or choose another name."),
    "unread_why": N_("Not sent: the question had only just appeared. Press again to go on."),
    "unknown_issue": N_("Not saved: the reasons did not fit the comparison."),
}
RATING_REFUSALS = {
    **REFUSALS,
    "too_fast": N_("Not counted: the response had only just appeared. Save again."),
    "stale": N_("Not counted: this response was changed in the meantime, perhaps in another tab. Continue from here."),
    "lease_lost": N_("Not counted: after the long break this response went to somebody else. Here is another one."),
    "not_revisable": N_("Not saved: ratings cannot be changed in this campaign."),
    "unknown_rating": N_("Not saved: a rating was not on its scale."),
    "not_allowed": N_("Not counted: this response is not yours."),
}
SKIP_LABELS = {
    "other_standard": N_("I do not know this written standard well enough"),
    "unreadable": N_("A text is missing or cannot be read"),
    "uncomfortable": N_("I do not want to read this content"),
    "other": N_("Another reason"),
}
_NOTHING = {
    "paused": N_("The campaign is paused. Your work is saved; come back later."),
    "closed": N_("The campaign is closed."),
    "archived": N_("The campaign is closed."),
    "draft": N_("The campaign has not started yet. Come back later."),
    "waiting": N_("Other annotators have the remaining comparisons just now. Come back in a while."),
    "empty": N_("There is nothing to judge yet. The campaign's lead has not loaded any responses."),
    "withdrawn": N_("You have withdrawn from this campaign. Write to its lead if you would like to come back."),
    "no_gold": N_("The campaign's lead has not loaded enough examples to practise on yet. Come back later."),
    "finished": N_("You have judged everything there is for you."),
    "quota": N_("You have judged everything you were asked to judge."),
}

_NOTHING_TO_RATE = {
    **_NOTHING,
    "waiting": N_("Other annotators have the remaining responses just now. Come back in a while."),
    "finished": N_("You have rated everything there is for you."),
    "quota": N_("You have rated everything you were asked to rate."),
}


def nothing_to_rate(desk: RatingDesk) -> str:
    """What a rater without a response reads."""
    text = _(_NOTHING_TO_RATE.get(desk.reason or "", ""))
    if not desk.done:
        return text
    return f"{text} " + ngettext("{count} response is saved.", "{count} responses are saved.", desk.done)


def finish_text(desk: Desk) -> str:
    """What an annotator without a comparison reads; '' where a screen of its own says it."""
    if desk.reason not in _NOTHING:
        return ""
    text = _(_NOTHING[desk.reason])
    if not desk.done:
        return text
    return f"{text} " + ngettext("{count} judgment is saved.", "{count} judgments are saved.", desk.done)
