"""Sentences for the codes that services return: why a click was refused, why there is nothing to judge.

Each value of a table is a message of the catalogues.
"""

from __future__ import annotations

from typing import Literal

from eval_core.campaigns.desk.pile import Pile
from eval_core.locales import N_, ngettext
from eval_core.locales import gettext as _

Page = Literal[
    "desk",
    "rating",
    "letter",
    "screen",
    "questions",
    "my_work",
    "my_ratings",
    "progress",
    "hours",
    "inbox",
    "disagreements",
    "left_out",
    "people",
    "case",
    "new_campaign",
    "setup",
    "gold",
    "export",
    "judge_desk",
]
# Code of a refusal -> what the reader reads, unless the page has words of its own below. To add a refusal, add its
# code here and its sentence to the catalogues; tests/unit/ui/test_refusals.py finds a code that is missing.
REFUSALS = {
    # The database could not take the click (`UnavailableError`).
    "database_busy": N_("Not saved: the database was busy for too long. Try again."),
    "database_full": N_("Not saved: the server's disk is full. Everything saved before is safe."),
    "database_read_only": N_("Not saved: the database cannot save anything just now. Everything saved before is safe."),
    "database_away": N_("The database did not answer. You see the current state; repeat what is missing."),
    "database_moved": N_(
        "Not saved: the database's file was moved, replaced or removed. Write to the server's operator."
    ),
    "database_damaged": N_("Not saved: the database's file is damaged. Write to the server's operator."),
    # Who is here.
    "not_allowed": N_("Not saved: this needs the role of a lead."),
    "signed_out": N_("Not saved: you have been signed out. Open your personal link again."),
    "results_hidden": N_("Hidden: judging is open, and you have not asked for results."),
    "not_annotator": N_("Not sent: this person is not an annotator here, and has no page to read it on."),
    "still_open": N_("Not saved: the campaign is open again. Results are public only while it is closed."),
    "site_of_ratings": N_("Not saved: a public page is made of comparisons, and here responses are rated."),
    # People.
    "no_role": N_("Not saved: choose a role, or remove the person from the campaign."),
    "unknown_role": N_("Not saved: there is no such role."),
    "unknown_standard": N_("Not saved: there is no such written standard."),
    "standard_without_annotator": N_("Not saved: a written standard is for annotators only."),
    "unknown_person": N_("Not saved: this person is no longer in the campaign."),
    "not_human": N_("Not saved: only people lead, do research and sign in."),
    "stale_person": N_(
        "Not saved: somebody else has changed this person in the meantime. You now see the latest version."
    ),
    "stale_link": N_(
        "Not saved: somebody else has renewed or revoked this link in the meantime. You now see the latest version."
    ),
    "held_everywhere": N_(
        "Not saved: this person has a role in every campaign. Only a lead of all campaigns may do that."
    ),
    "out_of_reach": N_("Not saved: this link opens campaigns that you do not lead."),
    "yourself": N_("Not saved: you would lock yourself out. Another lead can do it."),
    "last_lead": N_("Not saved: a campaign needs a lead. Give that role to another person first."),
    "nobody": N_("Not saved: there is no name in the list."),
    "bad_address": N_("Not saved: this is not a mail address."),
    "no_provider": N_("Not saved: this server knows no sign-in provider."),
    "bad_subject": N_("Not saved: an identifier is one line of at most 255 characters."),
    "not_staff": N_("Not saved: only leads and researchers sign in at a provider. Annotators have links."),
    "taken_account": N_("Not saved: this account signs another person in."),
    "no_judge_endpoint": N_("Not saved: this server knows no language model that may judge."),
    "exam_without_gold": N_("Not asked: this campaign has no gold comparisons."),
    "budget_without_price": N_("Not asked: a budget needs the two prices of a million tokens."),
    "judge_is_person": N_("Not asked: a person has this name. Give the judge another one."),
    "other_setting": N_(
        "Not asked: under this name the judge has worked with another model, endpoint, temperature or seed. Give this"
        " setting a name of its own."
    ),
    "no_model": N_("Not asked: write the model's name first."),
    "no_mail_server": N_("Not saved: this server sends no mail."),
    "no_recipient": N_("Not sent: choose people first."),
    "mail_off": N_("Not sent: mail is switched off in this campaign."),
    "unknown_job": N_("Not saved: this work is no longer in the list."),
    "bad_lines": N_("Not saved: fix the marked lines first."),
    "stale_people": N_("Not saved: somebody else has added one of these people in the meantime. Check again."),
    "too_many": N_("Not saved: at most 200 people at once."),
    # Consent, guidelines, questions and messages.
    "stale_letter": N_("Not saved: the letter has been changed since you opened it. Read it again."),
    "no_letter": N_("Not saved: this campaign no longer has an information letter. Load the page again."),
    "unknown_background": N_("Not saved: one of the answers is not on the list."),
    "stale_guidelines": N_("The guidelines have changed in the meantime. Read what is new."),
    "stale_edition": N_(
        "Not saved: another lead has published guidelines in the meantime. Copy what you wrote, press Discard changes, "
        "and write it into the new text."
    ),
    "empty_guidelines": N_("Not saved: the guidelines need a text in each language."),
    "guidelines_too_long": N_("Not saved: the guidelines have at most 50,000 characters in each language."),
    "unknown_anchor": N_(
        "Not saved: a passage is linked to a kind of fault that the protocol does not have. Look between <!-- and -->."
    ),
    "guidelines_of_protocol": N_("Not saved: where responses are rated, the protocol says what is asked."),
    "clarification_too_long": N_("Not saved: a clarification has at most 2,000 characters."),
    "empty_question": N_("Not sent: write your question first."),
    "too_many_questions": N_("Not sent: 20 of your questions wait for an answer. Ask again when some are answered."),
    "empty_answer": N_("Not sent: write the answer first."),
    "empty_message": N_("Not sent: write the message first."),
    "message_too_long": N_("Not sent: a message has at most 2,000 characters."),
    "unknown_question": N_("Not saved: this question no longer exists."),
    # The desk.
    "too_fast": N_("Not counted: the comparison had only just appeared. Choose again."),
    "stale": N_(
        "Not counted: this comparison was changed in the meantime, perhaps in another tab. Continue from here."
    ),
    "lease_lost": N_("Not counted: after the long break this comparison went to somebody else. Here is another one."),
    "paused": N_("Not counted: the campaign is paused."),
    "closed": N_("Not counted: the campaign is closed."),
    "draft": N_("Not counted: the campaign has not started yet."),
    "excluded": N_("Not counted: your part in this campaign is complete."),
    "withdrawn": N_("Not counted: you have withdrawn from the campaign."),
    "no_undo": N_("Not counted: the test is over, so nothing can be undone."),
    "no_skip": N_("Not counted: comparisons in training and test cannot be skipped."),
    "unknown_issue": N_("Not saved: the reasons did not fit the comparison."),
    "unknown_choice": N_("Not counted: the choice did not fit the comparison."),
    "unknown_reason": N_("Not counted: choose one of the reasons for skipping."),
    "incomplete": N_("Not saved: a rating is still missing."),
    "bad_mark": N_("Not saved: a mark did not fit the text."),
    "bad_action": N_("Not counted: this page and the server did not understand each other. Load the page again."),
    "not_revisable": N_("Not saved: ratings cannot be changed in this campaign."),
    "unknown_rating": N_("Not saved: a rating was not on its scale."),
    "no_text": N_("Not saved: write something first."),
    "too_long": N_("Not saved: a comment has at most 2,000 characters."),
    # The hours of an annotator.
    "unknown_day": N_("Not saved: this day is in the future."),
    "unknown_minutes": N_("Not saved: write the time as hours and minutes, such as 1:30."),
    "note_too_long": N_("Not saved: a note has at most 500 characters."),
    # The plan of a campaign.
    "frozen": N_("Not saved: judging has begun in the meantime, and this is now fixed."),
    "changed_meanwhile": N_(
        "Not saved: somebody else has changed this in the meantime. You now see the latest version."
    ),
    "stale_status": N_(
        "Not saved: somebody else has changed the campaign's status in the meantime. You now see the current status."
    ),
    "nothing_to_judge": N_("Not saved: there is nothing to judge yet. Load responses first."),
    "no_title": N_("Not saved: a campaign needs a title."),
    "title_too_long": N_("Not saved: a title has at most 120 characters."),
    "bad_title": N_("Not saved: the title contains a character that cannot be stored."),
    "archived": N_("Not saved: the campaign is archived."),
    "bad_value": N_("Not saved: “{field}” cannot have this value."),
    # Loaded files.
    "file_unknown": N_("Not saved: this file has already been taken out."),
    "file_in_use": N_("Not saved: a file that was loaded later needs this one. Take that out first."),
    "work_began": N_("Not saved: judging has begun, so every file stays. Single texts can be withdrawn in the inbox."),
    # What is judged.
    "unknown_comparison": N_("Not saved: this comparison no longer exists."),
    "unknown_response": N_("Not saved: this response no longer exists."),
    "response_withdrawn": N_("Not saved: one of its texts is withdrawn."),
    "no_response": N_("No suitable response: it needs a text of usual length, in the written standard of its prompt."),
    "gold_unchanged": N_("Not saved: the text is the same as the response. Tick a fault, or change the text."),
    "gold_known": N_("Not saved: there is already a gold comparison of these two texts."),
    "gold_unknown": N_("Not saved: this gold comparison no longer exists."),
    "no_try": N_("Not saved: there are too few gold comparisons that this person has not seen. Load more first."),
    "no_rating_try": N_(
        "Not saved: there are too few control responses that this person has not seen. Load more first."
    ),
    "came_back": N_("Not saved: {name} has been back in the meantime, so nothing was handed over."),
    # The screen for native readers.
    "no_screen": N_("Not saved: there is no such screen for you. Load the page again."),
    "no_such_pair": N_("Not saved: this pair no longer exists."),
    "screen_in_use": N_("Not saved: the screen is on, and too few pairs would be left for it."),
    "no_door": N_("No evaluation takes new people at this address. Check that it is written correctly."),
    "responses_rated": N_("Not done: responses are rated in this campaign, so there are no comparisons."),
    "was_invited": N_("Not saved: ask the campaign's lead for a new link."),
    # Tokens of programs.
    "bad_token_name": N_("Not saved: a name has 1 to 80 characters, without quotes or < >."),
    "token_taken": N_("Not saved: there is already a token with this name. Revoke it, or choose another name."),
}
# With which of them an action at the desk may be refused: its browser part knows no others.
DESK_CODES = frozenset(
    {
        *("database_busy", "database_full", "database_read_only", "database_away", "database_moved"),
        *("database_damaged", "not_allowed", "signed_out"),
        *("too_fast", "stale", "lease_lost", "paused", "closed", "draft", "archived", "excluded", "withdrawn"),
        *("no_undo", "no_skip", "incomplete", "not_revisable", "empty_question", "no_text", "too_long", "too_many"),
        *("unknown_issue", "unknown_choice", "unknown_reason", "unknown_rating", "bad_mark", "bad_action"),
        *("stale_guidelines", "message_too_long", "unknown_question", "too_many_questions"),
    }
)
_DESK = {
    "too_many": N_("Not counted: too much arrived at once. Repeat what is missing."),
    "archived": REFUSALS["closed"],
    "not_allowed": N_("Not counted: this comparison is not yours."),
    "signed_out": N_("Not counted: you have been signed out. Open your personal link again."),
}
_CLARIFICATION = {"no_text": N_("Not saved: write the clarification first.")}
_LEFT_OUT = {
    "no_text": N_("Not saved: say why first. The reason is shown in the log and in the report."),
    "too_long": N_("Not saved: a reason has at most 500 characters."),
    "nobody": N_("Not saved: choose an annotator first."),
    "response_withdrawn": N_("Not saved: one of its texts is withdrawn. Put that back first."),
}
# Where a page says it in words of its own.
_OF_PAGE: dict[Page, dict[str, str]] = {
    "desk": _DESK,
    "letter": _DESK,
    "rating": {
        **_DESK,
        "too_fast": N_("Not counted: the response had only just appeared. Save again."),
        "stale": N_(
            "Not counted: this response was changed in the meantime, perhaps in another tab. Continue from here."
        ),
        "lease_lost": N_("Not counted: after the long break this response went to somebody else. Here is another one."),
        "not_allowed": N_("Not counted: this response is not yours."),
        "no_skip": N_("Not counted: responses in training and test cannot be skipped."),
    },
    "questions": {
        "too_long": N_("Not sent: a question has at most 2,000 characters."),
        "not_allowed": N_("Not sent: this comparison is not yours."),
        "closed": N_("Not sent: the campaign is closed."),
        "signed_out": N_("Not sent: you have been signed out. Open your personal link again."),
    },
    "screen": {"too_fast": N_("Not counted: the pair had only just appeared. Choose again.")},
    "my_work": {
        "stale": N_(
            "Not saved: this judgment was changed in the meantime, perhaps in another tab. You now see the latest one."
        ),
        "not_revisable": N_("Judgments cannot be changed in this campaign."),
        "withdrawn": N_("Not saved: you have withdrawn from the campaign."),
        "paused": N_("Judgments cannot be changed while the campaign is paused."),
        "closed": N_("Judgments cannot be changed any more: the campaign is closed."),
        "archived": N_("Judgments cannot be changed any more: the campaign is closed."),
        "not_allowed": N_("This judgment is no longer in your list. Perhaps you undid it in another tab."),
    },
    "my_ratings": {
        "stale": N_(
            "Not saved: these ratings were changed in the meantime, perhaps in another tab. You now see the latest"
            " ones."
        ),
        "not_revisable": N_("Ratings cannot be changed in this campaign."),
        "withdrawn": N_("Not saved: you have withdrawn from the campaign."),
        "paused": N_("Ratings cannot be changed while the campaign is paused."),
        "closed": N_("Ratings cannot be changed any more: the campaign is closed."),
        "archived": N_("Ratings cannot be changed any more: the campaign is closed."),
        "draft": N_("Ratings cannot be changed before the campaign has started."),
        "not_allowed": N_("This response is no longer in your list. Perhaps you undid it in another tab."),
    },
    "progress": {"unknown_person": N_("Not saved: {name} is no longer in the campaign.")},
    "inbox": {**_CLARIFICATION, "too_long": N_("Not sent: an answer has at most 2,000 characters.")},
    "disagreements": _CLARIFICATION,
    "left_out": _LEFT_OUT,
    "case": _LEFT_OUT,
    "setup": {"not_allowed": N_("Not saved: only a lead of this campaign may change the plan.")},
    "gold": {
        "no_text": N_("Not saved: the faulty text is empty."),
        "response_withdrawn": N_("Not saved: this response has been withdrawn. Choose another one."),
        "unknown_issue": N_("Not saved: choose a category."),
        "too_long": N_("Not saved: an explanation has at most 2,000 characters."),
    },
}
_OTHERWISE = N_("Not saved. Load the page again.")
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
    "screened_out": N_(
        "Thank you for your time! This evaluation needs readers who find all such faults, so there is nothing to judge"
        " for you here. Nothing more is stored about you."
    ),
    "no_gold": N_("The campaign's lead has not loaded enough examples to practise on yet. Come back later."),
    "on_hold": N_(
        "The campaign's lead has paused your part. Come back later, or write to them if you would like to know more."
    ),
    "finished": N_("You have judged everything there is for you."),
    "quota": N_("You have judged everything you were asked to judge."),
}

_NOTHING_TO_RATE = {
    **_NOTHING,
    "waiting": N_("Other annotators have the remaining responses just now. Come back in a while."),
    "finished": N_("You have rated everything there is for you."),
    "quota": N_("You have rated everything you were asked to rate."),
}


def refusal_text(code: str, page: Page, **facts: str) -> str:
    """What a reader of this page reads of a refusal; `facts` fill the sentence where it has places for them."""
    return _(_OF_PAGE.get(page, {}).get(code) or REFUSALS.get(code, _OTHERWISE), **facts)


def finish_text(pile: Pile, *, rates: bool) -> str:
    """What a person reads before whom nothing lies; '' where a screen of its own says it."""
    nothing = _NOTHING_TO_RATE if rates else _NOTHING
    if pile.instead not in nothing:
        return ""
    text = _(nothing[pile.instead])
    if not pile.done:
        return text
    if rates:
        saved = ngettext("{count} response is saved.", "{count} responses are saved.", pile.done)
    else:
        saved = ngettext("{count} judgment is saved.", "{count} judgments are saved.", pile.done)
    return f"{text} {saved}"
