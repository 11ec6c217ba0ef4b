"""Files to begin with: our column names, two example rows in Norwegian, and what each column is for."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from eval_core.errors import InputError
from eval_core.errors.upload_messages import N_

TEMPLATE_SUFFIXES = (".xlsx", ".csv")


@dataclass(frozen=True)
class TemplateColumn:
    """A column of a template: its name, whether a file needs it, what it is for (in English), and two examples."""

    name: str
    required: bool
    meaning: str
    examples: tuple[str, str]


_PROMPT_ID = TemplateColumn("prompt_id", False, N_("Your own number or name of the prompt."), ("hilsen-1", "klage-2"))
_STANDARD = TemplateColumn("written_standard", False, N_("The written standard of the texts: nb or nn."), ("nb", "nn"))
_CATEGORY = TemplateColumn(
    "category", False, N_("What kind of task it is; results can be split by it."), ("hverdag", "brev")
)
_PROMPTS = ("Skriv en hilsen til en ny nabo.", "Skriv ei klage på støy frå naboen.")
_PROMPT = TemplateColumn("prompt", True, N_("What the systems were asked."), _PROMPTS)
_TEXTS = ("Hei, og velkommen til gata!", "Eg skriv til deg fordi musikken står på til langt på natt.")
_OTHERS = ("Hallo. Velkommen er du til den gata vår.", "Eg klagar. Musikken er på i natta heile tida.")
_OF_PAIR = N_("The system that gave the response with the same letter.")
_PAIR = (
    TemplateColumn("response_a", True, N_("One of the two responses."), _TEXTS),
    TemplateColumn("response_b", True, N_("The other one."), _OTHERS),
    TemplateColumn("model_a", True, _OF_PAIR, ("fjell", "fjord")),
    TemplateColumn("model_b", True, _OF_PAIR, ("fjord", "fjell")),
)
_ANNOTATOR = TemplateColumn("annotator_id", False, N_("Who judged: a name or a number."), ("Kari", "Ola"))
_ISSUE = TemplateColumn("issue", False, N_("What is wrong with the worse text."), ("ordstilling", "ordval"))
_EXPLANATION = TemplateColumn(
    "explanation",
    False,
    N_("Why; shown to annotators in the training."),
    ("Verbet skal stå på andreplass.", "«På natta» heiter det på nynorsk."),
)
TEMPLATES: dict[str, tuple[TemplateColumn, ...]] = {
    "responses": (
        replace(_PROMPT_ID, examples=("hilsen-1", "hilsen-1")),
        replace(_PROMPT, examples=(_PROMPTS[0], _PROMPTS[0])),
        TemplateColumn("system", True, N_("The system that gave the response."), ("fjell", "fjord")),
        TemplateColumn("response", True, N_("What the system wrote."), (_TEXTS[0], _OTHERS[0])),
        replace(_STANDARD, examples=("nb", "nb")),
        replace(_CATEGORY, examples=("hverdag", "hverdag")),
        TemplateColumn("reference", False, N_("A good response by a person, if there is one."), ("", "")),
    ),
    "comparisons": (
        _PROMPT_ID,
        _PROMPT,
        *_PAIR,
        _STANDARD,
        _CATEGORY,
        TemplateColumn("gold", False, N_("The known answer, if there is one: A, B or tie."), ("", "A")),
    ),
    "gold": (
        TemplateColumn("more_fluent", True, N_("The better text."), _TEXTS),
        TemplateColumn("less_fluent", True, N_("The worse text."), _OTHERS),
        TemplateColumn("prompt", False, _PROMPT.meaning, _PROMPTS),
        _STANDARD,
        _ISSUE,
        _EXPLANATION,
    ),
    "controls": (
        TemplateColumn("response", True, N_("A text whose ratings are known."), _TEXTS),
        TemplateColumn(
            "criterion", True, N_("What is right: a number such as 4, or a range such as 3-4."), ("3", "2-3")
        ),
        TemplateColumn("prompt", False, _PROMPT.meaning, _PROMPTS),
        _STANDARD,
        _EXPLANATION,
    ),
    "judgments": (
        TemplateColumn("prompt", False, _PROMPT.meaning, _PROMPTS),
        TemplateColumn("response_a", False, N_("The response that was shown first."), _TEXTS),
        TemplateColumn("response_b", False, N_("The response that was shown second."), _OTHERS),
        *_PAIR[2:],
        TemplateColumn(
            "choice",
            True,
            N_("A, B or tie; “A is more fluent” and the like are read too."),
            ("A", "tie"),
        ),
        _ANNOTATOR,
        _STANDARD,
    ),
    "ratings": (
        TemplateColumn("prompt_id", True, _PROMPT_ID.meaning, _PROMPT_ID.examples),
        TemplateColumn("system", True, N_("The system that gave the response."), ("fjell", "fjord")),
        TemplateColumn("annotator_id", True, N_("Who rated: a name or a number."), ("Kari", "Ola")),
        TemplateColumn("criterion", True, N_("The key of the criterion that was rated."), ("fluency", "fluency")),
        TemplateColumn("value", True, N_("The rating: a whole number, or NA."), ("4", "3")),
        TemplateColumn("explanation", False, N_("Why."), ("", "Stiv ordstilling.")),
        TemplateColumn("prompt", False, _PROMPT.meaning, _PROMPTS),
        TemplateColumn("response", False, N_("What the system wrote."), _TEXTS),
    ),
}
"""Kind of file -> the columns of its template."""

_REQUIRED, _OPTIONAL = N_("needed"), N_("optional")


def template(kind: str, suffix: str, *, criterion: str = "fluency", explain: Callable[[str], str] = str) -> bytes:
    """A file to begin with.

    A workbook has a second sheet that explains each column. The CSV file is one that a Norwegian Excel opens as a
    table: UTF-8 with a byte-order mark, cells separated by semicolons.

    Args:
        kind: a key of TEMPLATES.
        suffix: ".xlsx" or ".csv".
        criterion: what the example of a file of ratings, or of control responses, rates.
        explain: translates the explanations.

    Raises:
        InputError: for another suffix.
    """
    columns = template_columns(kind, criterion)
    rows = {column.name: [criterion] * 2 if column.name == "criterion" else list(column.examples) for column in columns}
    frame = pd.DataFrame(rows, dtype="str")
    if suffix == ".csv":
        return frame.to_csv(sep=";", index=False, lineterminator="\r\n").encode("utf-8-sig")
    if suffix != ".xlsx":
        raise InputError("bad_template_suffix", accepted=", ".join(TEMPLATE_SUFFIXES))
    from eval_core.files.spreadsheet import render_xlsx

    sink = io.BytesIO()
    render_xlsx(frame, sink, explained=explanations(columns, explain))
    return sink.getvalue()


def template_columns(kind: str, criterion: str) -> tuple[TemplateColumn, ...]:
    """The columns of a template; a control response has what is right under the key of the criterion."""
    if kind != "controls":
        return TEMPLATES[kind]
    return tuple(replace(one, name=criterion) if one.name == "criterion" else one for one in TEMPLATES[kind])


def explanations(columns: Sequence[TemplateColumn], explain: Callable[[str], str] = str) -> list[tuple[str, str]]:
    """Rows of two texts: a column's name, and whether it is needed and what it is for; the first row is a heading."""
    lines = [
        (column.name, f"{explain(column.meaning)} ({explain(_REQUIRED if column.required else _OPTIONAL)})")
        for column in columns
    ]
    return [(explain(N_("Column")), explain(N_("Meaning"))), *lines]
