"""Readers and writers of every file dialect. They know no database.

May import: errors and places.
Tests: tests/unit/files.
"""

from eval_core.files.columns import prompt_key, prompt_keys, text_key
from eval_core.files.comparisons import read_comparisons
from eval_core.files.conditions import is_date, where_filter
from eval_core.files.findings import Finding
from eval_core.files.gold import read_gold
from eval_core.files.headings import COLUMNS, REQUIRED, Matching, match_columns
from eval_core.files.judgments import read_judgments
from eval_core.files.metadata import meta_of
from eval_core.files.ratings import PERSON_KINDS, RatedScale, read_ratings
from eval_core.files.ratings_table import ratings_table
from eval_core.files.reader import SUFFIXES, read_shaped, read_table
from eval_core.files.reading import AS_IT_IS, Reading
from eval_core.files.receipt import Receipt, receipt_of
from eval_core.files.responses import read_responses
from eval_core.files.source import TableSource
from eval_core.files.templates import TEMPLATES, template
from eval_core.files.votes import to_votes_frame
from eval_core.files.writer import MIME_TYPES, new_folder, table_bytes, whole_file, write_table

__all__ = [
    "AS_IT_IS",
    "COLUMNS",
    "MIME_TYPES",
    "PERSON_KINDS",
    "REQUIRED",
    "SUFFIXES",
    "TEMPLATES",
    "Finding",
    "Matching",
    "RatedScale",
    "Reading",
    "Receipt",
    "TableSource",
    "is_date",
    "match_columns",
    "meta_of",
    "new_folder",
    "prompt_key",
    "prompt_keys",
    "ratings_table",
    "read_comparisons",
    "read_gold",
    "read_judgments",
    "read_ratings",
    "read_responses",
    "read_shaped",
    "read_table",
    "receipt_of",
    "table_bytes",
    "template",
    "text_key",
    "to_votes_frame",
    "where_filter",
    "whole_file",
    "write_table",
]
