"""Sentences for the codes that services speak in. Each value is a message of the catalogues."""

from __future__ import annotations

from eval_core.campaigns.assigning import Desk
from eval_core.locales import gettext as _
from eval_core.locales import ngettext

REFUSALS = {
    "too_fast": "Not counted: the comparison had only just appeared. Choose again.",
    "stale": "Not counted: this comparison was changed meanwhile, perhaps in another tab. This is where you are.",
    "lease_lost": "Not counted: after the long break this comparison went to somebody else. Here is another one.",
    "paused": "Not counted: the campaign is paused.",
    "closed": "Not counted: the campaign is closed.",
    "too_long": "Not saved: a comment has at most 2,000 characters.",
    "not_allowed": "Not counted: this comparison is not yours.",
    "signed_out": "Not counted: you have been signed out. Open your personal link again.",
}
SKIP_LABELS = {
    "other_standard": "I do not know this written standard well enough",
    "unreadable": "A text is missing or cannot be read",
    "uncomfortable": "I do not want to read this content",
    "other": "Another reason",
}
_NOTHING = {
    "paused": "The campaign is paused. What you have done is saved; come back later.",
    "closed": "The campaign is closed.",
    "waiting": "The remaining comparisons lie with other annotators just now. Come back in a while.",
    "empty": "There is nothing to judge yet. The campaign's lead has not loaded any responses.",
    "finished": "You have judged all there is for you.",
    "quota": "You have judged all that you were asked for.",
}


def finish_text(desk: Desk) -> str:
    """What an annotator without a comparison reads."""
    text = _(_NOTHING[desk.reason or "finished"])
    if not desk.done:
        return text
    done = ngettext("{count} judgment is saved.", "{count} judgments are saved.", desk.done)
    return f"{text} {done} " + _("Thank you!")
