"""How someone who is not signed in can get in without their personal link, by what this server is set up for."""

from __future__ import annotations

from eval_core.campaigns.people.sign_ins.sign_in_provider import sign_in_provider
from eval_core.locales import gettext as _
from eval_core.mail.server import mail_server


def ways_in() -> dict[str, str]:
    """Address, relative to the first page, -> what a link to it says."""
    ways = {}
    if provider := sign_in_provider():
        ways["staff/sign-in"] = _("Leads and researchers: sign in at {provider}", provider=provider.name)
    if mail_server():
        ways["new-link"] = _("I have lost my link")
    return ways
