"""People: who is here?"""

from __future__ import annotations

from eval_core.campaigns.people.roster import list_roster
from eval_core.campaigns.setup.campaigns import campaign_names
from eval_core.campaigns.watching.payments import list_payments
from eval_core.locales import gettext as _
from eval_core.ui.frame.rating_notices import rates
from eval_core.ui.lead.people.crowd import crowd_platform
from eval_core.ui.lead.people.invitations import adding, invitations
from eval_core.ui.lead.people.log import log
from eval_core.ui.lead.people.mail import mail
from eval_core.ui.lead.people.open_link import open_link
from eval_core.ui.lead.people.person import choose_person, headline, overview, show_person
from eval_core.ui.lead.people.screen_pairs import screen_pairs
from eval_core.ui.parts.browser.drafts import keep_drafts
from eval_core.ui.parts.html import heading, verdict
from eval_core.ui.session import require, session_id, store

seat = require("lead")
rated = rates(seat.slug)
people = list_roster(store(), seat.slug, session_id())
verdict(headline(people, rates=rated))
overview(seat.slug, people, rates=rated)
invitations(seat.slug)
heading(_("Add people"))
adding(seat.slug)
came = list_payments(store(), seat.slug, session_id())
address = open_link(seat.slug, came)
if address:
    screen_pairs(seat.slug)
crowd_platform(seat.slug, address, came)
mail(seat.slug, campaign_names(store())[seat.slug].title, people)
heading(_("One person"))
chosen = choose_person(people)
if chosen:
    show_person(seat.slug, chosen)
log(seat.slug)
keep_drafts()
