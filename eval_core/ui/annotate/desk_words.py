"""Every word of the desk in the browser: the scripts in `eval_core/web/desk` have none of their own.

A script says `words.KEY` and fills the places in braces. To add a word, add its key here, in the order of the alphabet
within its part, and its Norwegian to both catalogues. `_one` goes with a count of one, `_other` with the rest.
"""

from __future__ import annotations

from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.ui.parts.refusals import DESK_CODES, refusal_text

_FRAME = {
    "answer_one": N_("Your question was answered"),
    "answer_other": N_("{count} of your questions were answered"),
    "answers_and_messages": N_("{count} answers and messages for you"),
    "ask": N_("Ask us"),
    "choices": N_("Your choice"),
    "close": N_("Close"),
    "count_of": N_("{done} of {quota}"),
    "count_saved": N_("{done} saved"),
    "count_test": N_("Test {number} of {total}"),
    "count_training": N_("Training {number} of {total}"),
    "finish_offline": N_("Nothing more lies here. It goes on as soon as there is a connection."),
    "go_on": N_("Go on"),
    "guidelines": N_("Guidelines"),
    "menu": N_("Menu"),
    "message_one": N_("A message for you"),
    "message_other": N_("{count} messages for you"),
    "new": N_("New"),
    "new_version": N_("There is a new version of this page. It is loaded once everything is saved."),
    "next": N_("Next"),
    "next_comparison": N_("Next comparison."),
    "next_response": N_("Next response."),
    "not_connected": N_("Not connected."),
    "not_kept": N_("This browser cannot keep choices. Each one has to be saved before the next."),
    "not_yet": N_("Not counted: the comparison had only just appeared. Choose again."),
    "rest": N_("You have been reading for 45 minutes. Time for a short break."),
    "saved_and_waiting": N_("Saved up to no. {done}, {count} waiting"),
    "signed_out": N_("You have been signed out. Open your personal link again: what waits here is sent then."),
    "skip": N_("Skip"),
    "skipped": N_("Skipped. It goes to somebody else."),
    "undo": N_("Undo"),
    "undone": N_("Undone. Judge this comparison again."),
    "undone_rating": N_("Undone. Rate this response again."),
    "undone_reasons": N_("Undone. Say why again, or go on."),
    "undone_skip": N_("Undone. The comparison is here again."),
    "undone_skip_rating": N_("Undone. The response is here again."),
    "waiting": N_("{count} waiting"),
}
_TEXTS = {
    "both": N_("Both"),
    "flip": N_("Show {side}"),
    "prompt": N_("Prompt"),
    "reference": N_("Reference"),
    "response": N_("Response"),
    "response_side": N_("Response {side}"),
    "show_all": N_("Show all"),
    "show_less": N_("Show less"),
    "side_unseen": N_("{side}, not read yet"),
    "sides": N_("Which text is shown"),
    "source": N_("Source"),
    "standard_nb": N_("Bokmål"),
    "standard_nn": N_("Nynorsk"),
}
_REASONS = {
    "both_badly": N_("Both read badly"),
    "both_texts": N_("Both texts"),
    "both_well": N_("Both read well"),
    "comment": N_("Comment (optional)"),
    "comment_cut": N_("A comment has at most 2,000 characters."),
    "faults_in": N_("Faults in {side}"),
    "mark": N_("{issue} in {side}: “{words}”"),
    "mark_no_place": N_("{issue} in {side}"),
    "mark_remove": N_("Remove “{mark}”"),
    "marked": N_("Marked: {mark}."),
    "marks": N_("What you have marked"),
    "removed": N_("Removed: {mark}."),
    "selected": N_("Selected in {side}: “{words}”"),
    "why": N_("Why “{choice}”?"),
    "why_hint": N_("Press a word, or drag across several. Then choose the fault."),
}
_STAGES = {
    "begin_test": N_("Start the test"),
    "begin_training": N_("Start the training"),
    "begin_work": N_("Start judging"),
    "expected": N_("We would have chosen: {choice}."),
    "not_quite": N_("Not quite."),
    "passed_text": N_("From now on your judgments count. Take the time that the texts need."),
    "passed_title": N_("You have passed"),
    "right": N_("Right."),
    "rule": N_("Read about this in the guidelines"),
    "test_needs": N_("You pass if at least {right} of {asked} are judged as we would have judged them."),
    "test_otherwise": N_("Otherwise the campaign's lead is told and can give you another try."),
    "test_text_one": N_("One comparison, judged as in the real work: without an answer."),
    "test_text_other": N_("{count} comparisons, judged as in the real work: without answers."),
    "test_title": N_("Now a short test"),
    "training_text_one": N_("One comparison. After it you see what we would have chosen, and why."),
    "training_text_other": N_("{count} comparisons. After each you see what we would have chosen, and why."),
    "training_title": N_("First, some training"),
    "you_chose": N_("You chose: {choice}."),
}
_PANELS = {
    "about_mark": N_("About “{words}” in {side}"),
    "all": N_("All"),
    "answered": N_("Answered, {when}:"),
    "asked": N_("You asked, {when}:"),
    "asked_about": N_("You asked about “{prompt}”, {when}:"),
    "campaign": N_("Campaign"),
    "category": N_("Category"),
    "language": N_("Language"),
    "lead_wrote": N_("The lead wrote, {when}:"),
    "my_work": N_("My work"),
    "no_questions": N_("You have not asked anything yet."),
    "not_answered": N_("Not answered yet."),
    "nothing_found": N_("Nothing here contains “{words}”. Try fewer or other words, or all categories."),
    "passages_one": N_("One passage found"),
    "passages_other": N_("{count} passages found"),
    "point_to_ask": N_("You can press words in the texts to ask about just these."),
    "question": N_("Your question"),
    "question_comparison": N_("Your question about this comparison"),
    "question_earlier": N_("Your question about what was here before"),
    "question_empty": N_("Not sent: write your question first."),
    "question_response": N_("Your question about this response"),
    "question_sent": N_("Sent. The answer will appear here and under My work."),
    "question_waits": N_("Kept here. It is sent as soon as there is a connection."),
    "questions": N_("Questions and answers"),
    "search": N_("Search the guidelines"),
    "send": N_("Send"),
    "sign_out": N_("Sign out"),
    "skip_comparison": N_("I cannot judge this, because:"),
    "skip_other": N_("Another reason"),
    "skip_other_standard": N_("I do not know this written standard well enough"),
    "skip_response": N_("I cannot rate this, because:"),
    "skip_uncomfortable": N_("I do not want to read this content"),
    "skip_unreadable": N_("A text is missing or cannot be read"),
    "text_size": N_("Text size"),
    "version": N_("Version {version}"),
    "which_response": N_("Which response?"),
}
_KEYS = {
    "key_arrows": N_("Arrow keys"),
    "key_backspace": N_("Backspace"),
    "key_enter": N_("Enter"),
    "key_shift_arrows": N_("Shift and arrow keys"),
    "key_tab": N_("Tab"),
    "keys": N_("Keys"),
    "keys_ask": N_("Ask us"),
    "keys_choose": N_("A, equal or B"),
    "keys_close": N_("Close what is open"),
    "keys_flip": N_("Hold down to see the other text"),
    "keys_go_on": N_("Go on"),
    "keys_guidelines": N_("Guidelines"),
    "keys_issue": N_("Mark the words with this fault"),
    "keys_na": N_("N/A"),
    "keys_rate": N_("Rate the marked criterion"),
    "keys_remove": N_("Take the mark off"),
    "keys_save": N_("Save"),
    "keys_show": N_("Show these keys"),
    "keys_side": N_("Into a text, and on to the next one"),
    "keys_skip": N_("Skip"),
    "keys_undo": N_("Undo the last action"),
    "keys_word": N_("From word to word"),
    "keys_words": N_("Several words"),
}
_RATING = {
    "left": N_("{count} left"),
    "left_none": N_("All rated"),
    "missing": N_("Not saved. Still missing: {parts}."),
    "missing_why": N_("why: {criterion}"),
    "na": N_("N/A"),
    "rated": N_("Saved"),
    "save": N_("Save"),
    "saved": N_("Saved {count}"),
    "why_below_max": N_("Why, below the best score?"),
    "why_optional": N_("Why (optional)"),
    "why_required": N_("Why?"),
}
_PARTS = (_FRAME, _TEXTS, _REASONS, _STAGES, _PANELS, _KEYS, _RATING)


def desk_words() -> dict[str, str]:
    """Every word by its key, in the reader's language."""
    return {key: _(message) for part in _PARTS for key, message in part.items()}


def desk_refusals(*, rates: bool) -> dict[str, str]:
    """What is said of a refused action, by the code of the refusal, in the reader's language."""
    return {code: refusal_text(code, "rating" if rates else "desk") for code in sorted(DESK_CODES)}
