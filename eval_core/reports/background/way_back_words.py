"""The way back to a crowd platform in words: what someone reads at the end, and what the button says."""

from __future__ import annotations

from eval_core.campaigns.crowd_rules import WayBack
from eval_core.locales import N_
from eval_core.locales import gettext as _

ENDS = {
    "completed": N_("Completed"),
    "screened_out": N_("Did not pass"),
    "full": N_("Nothing left"),
    "withdrawn": N_("Withdrew"),
}


def end_text(ended: str | None) -> str:
    """How it ended for someone, for leads."""
    return _(ENDS[ended]) if ended else _("Not finished")


def platform_name(back: WayBack) -> str:
    """The platform in a sentence."""
    return back.platform or _("the platform")


def way_back_text(back: WayBack) -> str:
    """What to do now."""
    platform = platform_name(back)
    if back.end == "withdrawn":
        return _(
            "Return your submission on {platform} too: choose there to stop without completing. No code is needed.",
            platform=platform,
        )
    if not back.end:
        return _(
            "There is no code for you yet. If you think that you have finished, write us a message on {platform}.",
            platform=platform,
        )
    if back.address and back.code:
        return _("Go back to {platform} now. If a code is asked for there, it is this one.", platform=platform)
    if back.address:
        return _("Go back to {platform} now, so that you are done there too.", platform=platform)
    if back.code:
        return _("Copy this code and enter it on {platform}, so that you are done there too.", platform=platform)
    return _("Go back to {platform} and return your submission there. No code is needed.", platform=platform)


def code_label(back: WayBack) -> str:
    """What the code is called: who did not finish must not take it for that of completion."""
    return _("Your completion code") if back.end == "completed" else _("Your code")


def button_text(back: WayBack) -> str:
    """What the link back says."""
    return _("Back to {platform}", platform=platform_name(back))
