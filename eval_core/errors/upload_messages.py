"""What InputError's codes say of a file that someone loads. The catalogues of `eval_core.locales` translate them."""

from __future__ import annotations


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for it
    """Mark a message that is translated later, when the language is known."""
    return message


UPLOAD_MESSAGES = {
    "ambiguous_columns": N_(
        "several columns of the file could be this one: {headings}; say which, as with --column '{option}'"
    ),
    "bad_anchor_share": N_("the share of anchors must be between 0 and 1"),
    "bad_annotator_kind": N_("an annotator is one of {accepted}, not '{value}'"),
    "bad_checkpoint": N_("a checkpoint is a number from 0 to 10^15, not '{value}'"),
    "bad_comparisons_per_prompt": N_("the number of comparisons per prompt must be at least 1"),
    "bad_gold_answer": N_("the value must be 'A', 'B', 'tie' or empty, not '{value}'"),
    "bad_json": N_("this is not valid JSON: {problem}"),
    "bad_marks": N_("the marks must be a JSON list of [start, end] in characters, such as [[3, 9]], not '{value}'"),
    "bad_order_known": N_("the value must be true or false, not '{value}'"),
    "bad_expected": N_(
        "expected for '{criterion}' is a whole number from {least} to {most}, or a range such as {least}-{most}, not "
        "'{value}'"
    ),
    "bad_rating": N_("a rating of '{criterion}' is a whole number from {least} to {most}, not '{value}'"),
    "bad_rating_or_na": N_(
        "a rating of '{criterion}' is a whole number from {least} to {most}, NA or N/A, not '{value}'"
    ),
    "bad_standard": N_("the written standard must be nb (Bokmål) or nn (Nynorsk)"),
    "bad_output_suffix": N_("the file name must end in .csv, .xlsx, .jsonl or .parquet"),
    "bad_suffix": N_("the file name must end in .csv, .tsv, .txt, .xlsx, .json, .jsonl or .parquet"),
    "bad_value": N_("the value must be one of {accepted}, not '{value}'"),
    "blank_annotator": N_("an annotator's name or id must not be blank"),
    "blank_prompt": N_("a prompt must not be blank"),
    "blank_prompt_id": N_("a prompt's id must not be blank"),
    "blank_system": N_("a system's name must not be blank"),
    "blank_text": N_("a text must not be blank"),
    "cell_beyond_headings": N_(
        "this cell has no heading above it; the first row that holds anything must have the headings, and it has"
        " {wanted}"
    ),
    "cell_error": N_("a formula of the spreadsheet has failed here: {value}"),
    "column_twice": N_("two columns have this name"),
    "comparisons_column_missing": N_("a file of comparisons needs this column; the file has: {columns}"),
    "criterion_column_missing": N_(
        "missing; a file of ratings has the columns {wanted}, or a column for each criterion ({criteria});"
        " this one has: {columns}"
    ),
    "criterion_needs_long_file": N_(
        "this is the name of a criterion and of another column; such a criterion needs a long file"
    ),
    "empty_file": N_("the file is empty"),
    "explanation_without_rating": N_("this is an explanation without a rating"),
    "gold_answer_missing": N_("a gold comparison needs its answer: A, B or tie"),
    "gold_column_missing": N_("a file of gold comparisons needs this column; the file has: {columns}"),
    "gold_pairs_column_missing": N_(
        "a file of gold comparisons needs the columns more_fluent and less_fluent; the file has: {columns}"
    ),
    "heading_missing": N_(
        "a column is to be read from this heading, which the file lacks; its headings are {headings}"
    ),
    "has_nul": N_("this text holds a NUL character, which a database cannot store"),
    "identical_texts": N_("the two texts are identical"),
    "json_no_table": N_("this JSON must be a list of objects, or hold one; found: {names}"),
    "judgments_column_missing": N_("missing; a file of judgments has the columns {wanted}; this one has: {columns}"),
    "line_too_long": N_("the line is longer than {size} MiB"),
    "long_and_wide": N_("a file with the columns criterion and value has no column for a single criterion"),
    "mark_outside": N_(
        "the mark [{start}, {end}] does not fit: it must lie in the worse text of {length} characters, and end"
        " after its start"
    ),
    "name_too_long": N_("a name or an id may have at most {most} characters"),
    "no_ranks": N_(
        "no columns of prompts, systems and numbers to make pairs of; name them by --column; the file has: {headings}"
    ),
    "no_rows": N_("the file has no rows"),
    "not_a_number": N_("a number is expected, not '{value}'"),
    "not_an_object": N_("every line must be a JSON object, such as {example}"),
    "not_finite": N_("this number is not finite"),
    "not_text": N_("a text is expected, not a list or an object"),
    "not_utf8": N_("this text is not valid UTF-8 (bytes of another encoding, or half of a surrogate pair)"),
    "nothing_judged": N_("read as {shape}, this file has no answer that counts"),
    "open_quote": N_("a quotation mark opens here and never closes"),
    "text_after_quote": N_("text follows a closing quotation mark here"),
    "quote_swallows_rows": N_(
        "lines {first} to {last} are one row, since a quotation mark opens in the first and closes in the last, but"
        " they read as rows of their own"
    ),
    "headings_below": N_("this row has no heading that is known, but row {place} has: the headings seem to be there"),
    "heading_row_missing": N_("the headings are to be in a row that the file does not have; it has {rows}"),
    "other_checkpoint": N_("the system '{system}' is already known at another checkpoint; give this one its own name"),
    "other_document": N_("the prompt '{key}' already belongs to the document '{document}'"),
    "other_gold_answer": N_(
        "this comparison is known without this gold answer, and a known comparison does not change"
    ),
    "other_kind": N_("'{name}' is known here as {known}, not as {kind}; give one of them another name"),
    "other_prompt": N_(
        "the prompt '{key}' has another text in campaign '{campaign}'; give the changed prompt its own id"
    ),
    "other_rating": N_("this annotator has already rated this response differently"),
    "other_response": N_(
        "this system already has another text for this prompt; give the changed text its own prompt id or system name"
    ),
    "other_standard": N_("the prompt '{key}' asks for {standard} elsewhere; give the other prompt its own id"),
    "other_value": N_("row {earlier} says something else here of the same prompt, response or annotator"),
    "other_gold_scores": N_("this control response is known with other expected ratings, and does not change"),
    "gold_ratings_column_missing": N_("a file of control responses needs this column; the file has: {columns}"),
    "gold_ratings_without_criteria": N_("a file of control responses has a column for at least one of: {criteria}"),
    "nothing_expected": N_("this row expects nothing: fill in a number or a range for at least one criterion"),
    "protocol_not_rating": N_("under '{protocol}' responses are compared, not rated; name a rating protocol"),
    "ranked_twice": N_(
        "an earlier row has {what} of this system on this prompt; if several people gave them, --column says which"
        " column names the people"
    ),
    "ranks_not_pairs": N_(
        "these are {what} of single systems, not choices between two; --pairs-from {what} makes pairs of them"
    ),
    "rating_missing": N_("a rating of '{criterion}' is a whole number from {least} to {most}, and this one is empty"),
    "ratings_column_missing": N_("a file of ratings needs this column; the file has: {columns}"),
    "responses_column_missing": N_("a file of responses needs this column; the file has: {columns}"),
    "same_system": N_("a system is compared with itself"),
    "second_rating": N_("row {earlier} has another value or explanation of this rating"),
    "second_response": N_(
        "an earlier row has another response of this system to this prompt; give the second one its own"
        " prompt_id or system name"
    ),
    "sheet_missing": N_("the workbook has no sheet '{sheet}' that holds anything; its sheets are {sheets}"),
    "sheet_too_large": N_("the sheet has more than {rows} rows or {cells} cells"),
    "submissions_column_missing": N_("a platform's table of submissions needs this column; the file has: {columns}"),
    "text_too_long": N_("this text is longer than the limit of {size} MiB"),
    "texts_too_long": N_("the texts of the file are longer than {size} MiB when unpacked"),
    "too_deep": N_("lists and objects are nested more than {most} deep"),
    "too_few_cells": N_(
        "{count} cells where the header has {wanted}; put a cell with a separator, a quote or a line break in quotes"
    ),
    "too_many_cells": N_(
        "more than {wanted} cells where the header has {wanted}; put a cell with a separator, a quote or a line"
        " break in quotes"
    ),
    "too_many_columns": N_("the file has more than {most} columns"),
    "too_many_rows": N_("a sheet has at most {most} rows; choose another format than .xlsx"),
    "too_many_values": N_("the file has more than {most} values"),
    "other_columns": N_("this file has other columns than the first file of the table"),
    "unknown_fault": N_("'{kind}' cannot be left out; these can: {known}"),
    "unknown_column": N_("'{heading}' cannot be '{name}': such a file has the columns {known}"),
    "unknown_encoding": N_("the file is text in no encoding that Parvis knows: save it as UTF-8"),
    "unknown_opponent": N_("there is no system '{system}' to compare against"),
    "unreadable_column": N_("the column cannot be read: {problem}"),
    "unreadable_csv": N_("the file cannot be read as CSV: {problem}"),
    "unreadable_file": N_("the file cannot be read: {problem}"),
    "unreadable_parquet": N_("the file cannot be read as Parquet: {problem}"),
    "unreadable_xlsx": N_("the file cannot be read as a workbook (.xlsx): {problem}"),
    "value_missing": N_("the value must be one of {accepted}, and this one is empty"),
    "bad_count": N_("a count is a whole number, not this; leave the column out with --column '{heading}='"),
    "bad_truth": N_("this column says yes or no (1 or 0, true or false), not '{value}'"),
    "counts_too_large": N_(
        "the rows stand for more than {most} judgments; leave the column out with --column '{heading}=', or rank fewer"
    ),
    "one_answer": N_("exactly one of {columns} must say yes"),
    "scores_not_winners": N_(
        "this file has scores of responses, not winners of comparisons: load ratings instead, or make pairs of "
        "them with --pairs-from ratings"
    ),
    "several_criteria": N_(
        "the judgments are by several criteria ({known}), which are not mixed: choose one, as with --criterion "
        "'{first}'"
    ),
    "tie_and_winner": N_("this row has a winner, and is a tie all the same"),
    "unknown_criterion": N_("no row is by the criterion '{criterion}'; there are {known}"),
    "weights_not_counted": N_(
        "weights are not counted: leave them out with --column '{heading}=', or say with --column "
        "'{heading}=count' that they count judgments"
    ),
    "winner_missing": N_(
        "the winner must be one of {accepted}, and this one is empty; --value '{heading}:=skip' leaves such rows out"
    ),
    "winner_number": N_(
        "the number '{value}' could mean one system or the other; say what each number means, as with --value "
        "'{heading}:{value}=A' (or B, tie, skip)"
    ),
    "winner_unknown": N_(
        "the winner must be one of {accepted}, not '{value}'; say what it means, as with --value '{heading}:{value}=A'"
        " (or B, tie, skip)"
    ),
    "winner_two_readings": N_(
        "the winners can be names of systems ({by_name}) or labels ({by_label}), numbers of wins in brackets: say"
        " which with --winner names or --winner labels"
    ),
}
