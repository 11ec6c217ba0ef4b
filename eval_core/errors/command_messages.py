"""What InputError's codes say on the command line and to programs only: in English, and in no catalogue."""

from __future__ import annotations

COMMAND_MESSAGES = {
    # Archives of whole campaigns
    "archive_bad_manifest": "{field}: {problem}",
    "archive_bad_name": "a name has 1 to {most} characters",
    "archive_bad_row": "this is not a row of '{table}': {problem}",
    "archive_bad_rules": "the rules of the campaign do not fit this Parvis: {problem}",
    "archive_changed": "this is not what the manifest says: the archive was changed or damaged",
    "archive_damaged": "the archive is damaged: {problem}",
    "archive_file_twice": "the archive holds a file twice",
    "archive_files_differ": "the files of the archive are not those of its manifest: {names}",
    "archive_ids_unordered": "the ids do not ascend",
    "archive_line_too_long": "this line is too long",
    "archive_newer": (
        "Parvis {version} made the archive with schema {schema}, which this Parvis (schema {own_schema}) does"
        " not know: upgrade Parvis"
    ),
    "archive_not_one_campaign": "the archive does not hold exactly one campaign",
    "archive_not_zip": "this is not a readable zip file: {problem}",
    "archive_other_campaign": "the archive does not hold the campaign that its manifest names",
    "archive_packing": "{name} is encrypted or packed in a way that Parvis does not read",
    "archive_row_missing": "'{name}' names a row of '{owner}' that is not there",
    "archive_rows_differ": "the rows of the archive do not fit together ({problem})",
    "archive_too_large": "unpacked, the file would be far larger than a Parvis archive is",
    "archive_unknown_file": "an archive does not hold {name}",
    "archive_without_manifest": "the archive has no {manifest}: 'parvis export all' did not make it",
    # Pages of judgments
    "bad_limit": "limit is a whole number from 1 to {most}",
    "no_arguments": "the sample does not say what the system was asked",
    "no_logs": "no logs of {harness} with samples are here",
    "unknown_cursor": "this is no cursor of this campaign: use the one of its last answer, or none to begin again",
    # Files of ratings
    "criterion_is_column": "the criterion '{criterion}' has the name of another column; write a long table",
    # Replies of judging models
    "reply_bad_array": "an array must be a rating and an explanation",
    "reply_cannot_answer_items": "a reply of '{protocol}' cannot answer for {items} items",
    "reply_empty": "the reply is empty",
    "reply_explanation_not_text": "the explanation is not a text",
    "reply_integer_ambiguous": "the protocol '{protocol}' rates several criteria: one integer cannot answer",
    "reply_item_count": "the reply answers for {found} items instead of {wanted}",
    "reply_item_missing": "the reply does not answer for it",
    "reply_item_twice": "the reply answers twice, and differently",
    "reply_item_unknown": "the reply answers for an item {number}, but there are only {items}",
    "reply_item_without_score": "there is no score",
    "reply_items_unnumbered": "some items are numbered out of order, others not at all",
    "reply_json5_too_long": "the JSON in the reply is broken, or JSON5 of more than {most} characters: {problem}",
    "reply_json_ambiguous": "the reply holds {count} different JSON answers",
    "reply_json_broken": "the JSON in the reply is broken: {problem}",
    "reply_json_cut_off": "the JSON in the reply is cut off or broken",
    "reply_json_too_deep": "the JSON in the reply is nested more than {most} levels deep",
    "reply_key_twice": "'{key}' comes twice",
    "reply_lacks_keys": "{part} lacks {keys}",
    "reply_must_be_json_object": "the protocol '{protocol}' is pairwise: its reply must be a json_object",
    "reply_na_refused": "N/A is not allowed",
    "reply_not_a_rating": "'{value}' is not a rating",
    "reply_not_an_object": "an object is expected",
    "reply_not_korean": "the words are not in Korean",
    "reply_not_per_criterion": "a reply of '{protocol}' is not about one criterion",
    "reply_not_whole": "'{value}' is not a whole number",
    "reply_number_of_other": "the reply calls the number that of '{other}'",
    "reply_numbers_adjacent": "several numbers stand next to each other",
    "reply_object_key_twice": "an object has the key '{key}' twice",
    "reply_open_thought": "the reply ends before the answer: a <think> is never closed",
    "reply_other_scale": "{value} out of {of} is on another scale than {least} to {most}",
    "reply_outside_scale": "{value} is outside {least} to {most}",
    "reply_score_not_whole": "a score is not a whole number",
    "reply_score_of_other": "the reply calls a score that of '{other}'",
    "reply_scores_differ": "the reply holds different scores",
    "reply_scores_not_array": "'scores' is not an array",
    "reply_second_answer": "'{name}' says something else than '{key}'",
    "reply_several_numbers": "the reply holds several numbers",
    "reply_string_open": "a string in the reply has no end",
    "reply_too_long": "the reply is longer than {most} characters",
    "reply_unknown_choice": "the choice '{value}' is none of A, B and tie",
    "reply_summary_scores": "the summary repeats scores in numbers: {words}",
    "reply_unstorable": "the words hold a NUL or half of a surrogate pair",
    "reply_without_choice": "the reply has no 'choice' that is a text",
    "reply_without_explanation": "the explanation is missing",
    "reply_without_json": "the reply holds no JSON",
    "reply_without_number": "the reply holds no whole number",
    "reply_without_score": "the reply holds no score",
    # Protocols, letters and guidelines
    "bad_letter_places": "missing or unknown places: {places}",
    "bad_template_suffix": "the name of a template ends in one of {accepted}",
    "bad_protocol": "{problems}",
    "bad_toml": "this is not a readable TOML file: {problem}",
    "criterion_not_named": "name the criterion that was asked for: {criteria}",
    "letter_incomplete": "the letter cannot be sent without: {names}",
    "letter_place_hidden": "{place} must be in a block that is always shown",
    "no_guide": "there is no guide in the language '{language}'",
    "no_guidelines": "there are no guidelines in the language '{language}'",
    "no_letter": "there is no letter in the language '{language}'",
    "no_such_file": "there is no such file",
    "no_version_line": "the first line must be <!-- version: ... -->",
    "protocol_key_differs": "key: '{key}' must be the name of the file, '{name}'",
    "protocol_key_taken": "Parvis itself has a protocol '{key}': choose another name and key",
    "protocols_not_folder": "PARVIS_PROTOCOLS must name a folder",
    "unknown_protocol": "there is no protocol '{key}' (known: {known})",
    # The Hugging Face hub
    "hub_bad_address": (
        "'{address}' is no address of a data set: write hf://datasets/OWNER/NAME, with @REVISION for a commit or"
        " branch, and :CONFIG/SPLIT or /FILE for a part of it"
    ),
    "hub_bad_card": "the front matter of the data card cannot be read: {problem}; name a file of the data set instead",
    "hub_bad_repository": "'{name}' is no name of a data set: it is OWNER/NAME, of letters, digits, '-', '_' and '.'",
    "hub_broke_off": (
        "the upload to {host} broke off, and nothing was changed there: try again; for a hub of your own that does not "
        "know Xet, set HF_HUB_DISABLE_XET=1"
    ),
    "hub_card_refused": "{host} refuses the data card",
    "hub_changed_meanwhile": "the data set has changed meanwhile; nothing was sent: try again",
    "hub_cut": "the connection to {host} broke before the file was complete: try again",
    "hub_failed": "{host} cannot answer now (status {status}): try again later",
    "hub_gated": (
        "the data set is there for those whom its owners let in: ask for access at https://{host}/datasets/{repository},"
        " then set HF_TOKEN or run 'hf auth login'"
    ),
    "hub_is_public": "the data set exists and is public: leave out --private, or choose another name",
    "hub_may_not_write": "the token may not write here: it needs the right to write to data sets of this owner",
    "hub_missing": (
        "there is no such data set, or it is private: for a private one, set HF_TOKEN or run 'hf auth login' first"
    ),
    "hub_missing_with_token": "there is no such data set, or the token may not read it",
    "hub_no_file": "the data set has no such file",
    "hub_no_revision": "the data set has no such revision: name a branch, a tag or a commit",
    "hub_no_tables": "the data set has no file of a kind that Parvis finds by itself ({kinds}); name a file of it",
    "hub_no_token": "writing needs a token: set HF_TOKEN or run 'hf auth login'",
    "hub_not_stored": "the file cannot be kept in {place}: {problem}; HF_HOME names another folder",
    "hub_offline": "HF_HUB_OFFLINE is set, so nothing is fetched or sent",
    "hub_other_kind": "this is another kind of file than Parvis reads ({accepted})",
    "hub_several": "the data set has several tables: name one of {known}",
    "hub_shards_missing": "some files of this table are missing there",
    "hub_strange": "what {host} answers is not what a Hugging Face hub answers (HF_ENDPOINT says which hub is asked)",
    "hub_token_refused": "the hub refuses the token: it has expired, or may not read this data set",
    "hub_too_large": "the data is larger than {size} MiB: fetch it by other means, and name a part of it as a file",
    "hub_too_many_requests": "{host} takes no more requests from here for now: try again later",
    "hub_unknown_table": "the data set has no such table; it has {known}",
    "hub_unreachable": "{host} cannot be reached: check the network",
    # Rankings and plans
    "bad_bootstrap_number": "the number of bootstrap fits must be 0 or more",
    "bad_cluster": "cluster must be one of {accepted}",
    "bad_counts": "counts of judgments must be finite and not negative",
    "bad_gap": "the gap must be above 0 and at most {largest}",
    "bad_level": "the level must be between 0 and 1",
    "bad_rating_level": "the ratings are one of {accepted}",
    "bad_margin": "the margin must be 0 or more",
    "bad_model": "the model must be one of {models}, the engine one of {engines}",
    "bad_n": "n must be a whole number, 0 or more",
    "bad_open_pairs": "open_pairs must have {size} rows and columns",
    "bad_outcome": "outcome must be one of {accepted}",
    "bad_point_number": "the number of points must be 1 or more",
    "bad_policy": "the policy must be one of {accepted}",
    "bad_power": "the power must be at least 0.5 and below 1",
    "bad_seed": "the seed must be 0 or more",
    "bad_share": "a share needs 0 <= k <= n and a level between 0 and 1",
    "choix_diverges": "the engine choix does not converge on these judgments: use newton",
    "choix_without_length": "the engine choix fits Bradley-Terry without a length covariate only",
    "choix_without_position": "the engine choix fits Bradley-Terry without a position effect only",
    "cluster_of_group": (
        "cannot cluster by {name}: of {systems}, who were never compared with the others, fewer than two are known;"
        " leave them out with --systems, or use --cluster auto"
    ),
    "cluster_unknown": "cannot cluster by {name}: the judgments do not name the {name}",
    "convergence_without_times": "convergence needs a column 'decided_at'",
    "counts_by_group": "counts must not be split by {name}: rank the judgments themselves for that",
    "counts_without_clusters": (
        "counts do not name the clusters: for intervals by {cluster}, rank the judgments themselves"
    ),
    "diagnostics_not_csv": "--diagnostics is for a table or for JSON",
    "empty_slice": "a slice has no judgments",
    "equivalent_without_margin": "equivalent needs a margin above 0: by how much may the two differ?",
    "judge_items_differ": (
        "people judged items that differ from the rest in {what} (p = {p}): what they say of these cannot be carried"
        " over to the others; rank people alone, or keep a slice in which chance picked the items"
    ),
    "judge_left_items": (
        "'{judge}' has not judged all: {missing} of {comparisons} comparisons between these systems lack its verdict"
    ),
    "judge_left_out": (
        "'{judge}' has not judged all: it has no verdict on {missing} of people's {judgments} judgments"
    ),
    "judge_needs_strengths": (
        "a judge cannot be added where people's judgments alone give no finite strength to {systems}; leave these"
        " systems out, or collect more judgments"
    ),
    "judge_not_in_file": "no annotator is called '{judge}'",
    "judge_of_one_campaign": "a judge is added to the people of one campaign: name one",
    "judge_options": "{option} does not go together with --with-judge, which has one model and one kind of intervals",
    "judge_with_kind": "a judge is added to people's judgments: leave out the condition on kind",
    "judge_without_prompts": "{judgments} judgments by people name no prompt: they cannot be found among the judge's",
    "judgment_without_system": "a judgment lacks the name of a system",
    "judgments_not_table": "judgments must be a table, or arrays of one length by name: {problem}",
    "length_not_number": "a length must be a number of characters",
    "length_not_positive": "a length must be a number of characters above 0; leave it out where it is not known",
    "no_common_prompts": "there is no prompt that every judged system answered: rank without --common-prompts",
    "no_open_pair": "no pair of systems is open",
    "not_two_systems": "'{first}' and '{second}' are not two systems of the ranking",
    "nothing_to_score": "there are no ratings to compare",
    "nothing_to_rank": "there are no judgments to rank",
    "order_known_not_bool": "order_known must be true or false",
    "picked_without_judge": "--picked-by-judge needs --with-judge: it says whose verdict picked what people got",
    "pilot_too_small": (
        "the pilot is too small to say how much annotators or prompts differ: it needs several of either, with"
        " judgments that repeat"
    ),
    "pairs_or_checkpoints": "name either --pairs or --by-checkpoint: a table has rows of one kind",
    "plan_out_of_range": "a share, level, power or standard deviation is out of range",
    "plan_too_small": "a plan needs two systems, a prompt, an annotator, and an overlap of at most all annotators",
    "plan_without_annotators": (
        "campaign '{campaign}' has no annotators who may judge (those of imported judgments may not): name their number"
        " with --annotators"
    ),
    "plan_without_numbers": "name a study by --campaign, or by --systems, --prompts and --annotators",
    "rectified_without_maximum": (
        "people's judgments, set right by the judge's, give no finite strengths: rank people alone"
    ),
    "reference_not_finite": "the reference '{system}' has no finite strength",
    "single_cluster": "cannot cluster by {name}: there is only one among the judgments that count",
    "slice_reference_not_finite": "the reference '{system}' has no finite strength in both slices",
    "system_without_judgments": "there is no judgment of the system '{system}'",
    "system_without_ratings": "there is no rating of the system '{system}'",
    "too_few_systems": "a ranking needs at least two systems",
    "too_few_systems_to_choose": "choosing pairs needs at least two systems",
    "unknown_reference": "the reference '{system}' is not among the systems",
    "unreadable_log": "the log cannot be read: {problem}",
    "verdict_never_judged": (
        "for one of the judge's verdicts people judged no item, so no weights can make up for it: rank people alone"
    ),
    "vote_column_missing": "judgments need a column '{name}'",
    # Agreement and scores
    "agreement_column_missing": "agreement needs a column '{name}'",
    "bad_epsilon": "epsilon must be between 0 and 1",
    "bad_resamples": "the number of resamples must be 0 or more",
    "bad_rule_criteria": "a rule needs criteria, each with its own key",
    "bad_score_rule": "the score rule must be one of {accepted}",
    "bad_unit": "the unit must be one of {accepted}",
    "criterion_rated_twice": "{annotator} rated '{criterion}' of one response twice",
    "empty_scale": "the scale of '{criterion}' must have a minimum below its maximum",
    "item_in_two_documents": "the item '{item}' is in two documents",
    "judge_rated_nothing": "'{judge}' rated nothing",
    "no_common_system": "no system was rated under both protocols",
    "rated_twice": "an annotator rated the same item twice",
    "rating_column_missing": "ratings need a column '{name}'",
    "rating_incomplete": "a rating lacks the {name}",
    "rating_not_whole": 'a rating must be a whole number, or missing for "not applicable"',
    "rating_outside_scale": "'{criterion}' is rated by whole numbers from {least} to {most}, not {value}",
    "rule_without_overall": "the rule {rule} needs the criterion '{criterion}'",
    "scale_below_zero": "a share of the maximum needs scales from 0 upwards; that of '{criterion}' is not such a scale",
    "score_key_twice": "a key comes twice among the scores to correlate",
    "score_key_without_cluster": "a key of the scores to correlate has no cluster",
    "selection_twice": "a {kind} is named twice",
    "selection_unknown": "no rating is by or of the {kind} '{name}'",
    "unknown_criterion": "the protocol has no criterion '{criterion}'",
    # Campaigns, judges and the command line
    "bad_condition": "'{condition}' is not of the form FIELD=VALUE",
    "bad_endpoint": "'{address}' is not an address such as http://127.0.0.1:8000/v1",
    "bad_example_number": "the number of examples must be 1 or more",
    "bad_value_option": "write --value COLUMN:WORD=A, B, tie or skip, not '{option}'",
    "bad_column_option": "'{option}' is not THEIRS=ours, such as Svar=response",
    "bad_field_condition": "'{condition}' is not FIELD=VALUE with a field among {accepted}",
    "bad_kind": "kind must be one of {accepted}, not '{value}'",
    "bad_price": "the price of '{model}' must be two numbers of at least 0, for a million tokens sent and received",
    "bad_round": "a round is a whole number of at most {most} digits, not '{value}'",
    "bad_time": "'{value}' is not a time such as 2026-11-21 or 2026-11-21T14:30",
    "both_orders_of_campaign": "--both-orders needs a campaign: in a file the first judgment of a comparison counts",
    "budget_without_price": "a budget needs the price of tokens: name --price or --prices",
    "bad_site_address": "'{address}' is not the address of a site, such as https://example.org/results/",
    "site_name_taken": "{name} is not of the earlier site, and the new one has a file of that name: move it away first",
    "not_a_site": "this folder holds something else than a site that Parvis wrote; name a new or an empty one",
    "site_of_ratings": "sites are made of comparisons; in campaign '{campaign}' responses are rated: use a report",
    "bundle_of_ratings": "a bundle is made of comparisons; in campaign '{campaign}' responses are rated",
    "bundle_with_protocol": "a bundle is made of comparisons: leave out --protocol",
    "campaign_twice": "the same campaign is named twice",
    "campaigns_differ": "cannot rank these campaigns together: their judgments differ in {name} ({listed})",
    "checkpoint_twice": "the campaigns name different checkpoints of the system '{system}'",
    "checkpoints_of_campaigns": "checkpoints are known of the systems of a campaign: name one with --campaign",
    "criterion_key_needed": "the value must be a criterion's key",
    "exam_compares": "an exam is made of comparisons; under '{protocol}' responses are rated",
    "exam_file_name": "the name of a certificate ends in .md or .json, that of a file of answers in .csv",
    "exam_file_or_campaign": "name either --gold FILE, with a --protocol if need be, or --campaign alone",
    "exam_without_gold": "there is no gold comparison in '{source}'",
    "file_or_bundle": "name either --output FILE.html or --bundle DIR",
    "file_or_campaign": "name either a file of judgments or --campaign",
    "judge_criteria_together": "no judge can be asked about single criteria under '{protocol}': leave out --criteria",
    "judge_criterion_unknown": (
        "the protocol '{protocol}' asks a judge about no criterion '{criterion}'; it asks about: {known}"
    ),
    "judge_cut_off": "the reply was cut off by the endpoint's limit of tokens",
    "judge_filtered": "the endpoint's content filter stopped the reply",
    "judge_refused": "the model refused: {words}",
    "judge_setting_changed": (
        "'{judge}' is another setting: {differences}; give this one a name of its own: --name '{own}'{hint}"
    ),
    "judge_template_fails": "the judge's template of '{protocol}' fails: {problem}",
    "judgments_differ": (
        "cannot compare: the judgments differ in {name} ({listed}); --where since=... or until=... keeps one"
    ),
    "name_taken": "there is already something with this name",
    "no_checkpoints": (
        "no ranked system has a checkpoint: to add them, load a file of responses with a column 'checkpoint' (see"
        " docs/data-formats.md)"
    ),
    "no_system_rated_and_ranked": "no system was both rated and ranked",
    "not_html_name": "the name of a report ends in .html",
    "not_zip_name": "the name of an archive ends in .zip",
    "nothing_compared": "nothing is compared under '{protocol}' in campaign '{campaign}'",
    "price_missing": "the file has no table '{model}' with prompt and completion, the prices of a million tokens",
    "prices_unreadable": "the prices cannot be read: {problem}",
    "prompts_differ": (
        "cannot compare: the systems differ in prompts, {ours} only of '{new}' and {theirs} only of '{base}';"
        " --where keeps a slice that both answered"
    ),
    "protocol_changed": (
        "'{judge}' has worked here under another version of the protocol '{protocol}'; give the changed"
        " protocol its own key"
    ),
    "protocol_not_compared": "this campaign compares nothing under '{protocol}'; its own is another protocol",
    "protocol_without_judge": "the protocol '{protocol}' has no [judge]: it does not say how to ask one",
    "protocol_without_scores": "the protocol '{protocol}' has no scores",
    "reply_file_not_utf8": "the reply is not UTF-8",
    "reply_file_too_long": "the reply is longer than {most} characters",
    "reply_refused": "{problem}",
    "text_needed": "the value must be a text",
    "too_few_systems_named": "--systems needs at least two names, such as --systems a,b",
    "unknown_campaign_system": "there is no system '{system}' in campaign '{campaign}'",
    "unknown_field": "no judgment has a '{field}'; known fields are: {known}",
    "unknown_issue": "there is no issue '{issue}' in the protocol '{protocol}'",
    "unknown_judge": "there is no judge '{judge}' in campaign '{campaign}' (known: {known})",
    "unknown_system": "there is no system '{system}'",
    "unwritable_file": "the file cannot be written: {problem}",
    "unwritable_folder": "the folder cannot be written: {problem}",
    "whole_number_needed": "the value must be a whole number",
}
