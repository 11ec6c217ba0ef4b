"""No English stays on a Norwegian screen: what is drawn has passed through the catalogues."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from eval_core.ui.registry import PAGES
from tests.support.extracting import KEYWORDS, ROOT, all_messages, called, is_text
from tests.support.untranslated_text import Screen, visible

# The other routes answer programs and monitoring, in English as the command line does.
WITH_SCREEN = {ROOT / "eval_core" / "web" / name for name in ("sign_in.py", "guide_page.py")}
DRAWING = sorted(
    {
        *(ROOT / "pages").rglob("*.py"),
        *(ROOT / "eval_core" / "ui").rglob("*.py"),
        *(ROOT / "eval_core" / "reports").glob("*.py"),
        *(ROOT / "eval_core" / "reports" / "standings").glob("*.py"),
        *(ROOT / "eval_core" / "reports" / "judge_results").glob("*.py"),
        *WITH_SCREEN,
        ROOT / "app.py",
    }
)
# What may be on the screen untranslated, and why.
ALLOWED = {
    r"Parvis( Parvis)?": "the product's name",
    r"parvis [a-z]+( .*)?|--where (written_standard|kind)=": "a command is typed as it stands",
    r"\(df \)": "the symbol for degrees of freedom",
    r"Davidson|Bradley-Terry|Pearson|Spearman|Kendall": "models and coefficients are called after people",
}
# Single words, and words with something filled in, that the check does not follow to where they are drawn (titles of
# files, lines drawn in a loop, labels of figures, the report's template, a style sheet); and what is no word.
UNSEEN = {
    *("Ranking:", "n =", "N/A", "Model: .", "Systems: only .", "and", "reversed:", "program", "Figure:", "Share [ ]"),
    *("Agreement", "Answers", "Check", "Limitations", "Methods", "References", "Robustness", "Flagged"),
    *("Comparisons", "Protocol", "Issue", "Examined (UTC)", "Right", "Temperature", "Certificate"),
    *("Annotator", "Annotators", "Judge", "Strength", "waits", "Tie", "Ties", "Better", "Worse"),
    *(
        "Written: .",
        "deadline",
        "Trial: of",
        "Pause",
        "Resume",
        "Stop",
        "Sent.",
        "No.",
        "s",
        "Measure",
        "Response",
        "Answer:",
    ),
    *("Mail", "Roles", "yes", "no", "nothing", "(simulated)", "(optional)", "Version", "Paper", "Prompts", "Systems"),
    *("Copy", "Copied.", "Selected. Copy it with your browser."),
    *("About", "All", "Criterion", "System", "Rating", "“ ”", "Gone:", "New:", "Campaign", "Judging", "Results"),
}


class Unwrapped(ast.NodeTransformer):
    """Removes the translation of every message, and collects the messages."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if called(node) in KEYWORDS and node.args and is_text(node.args[0]):
            self.messages.append(ast.literal_eval(node.args[0]))
            spoken = ast.Attribute(node.args[0], "format", ast.Load())
            return ast.Call(spoken, [], node.keywords) if node.keywords else node.args[0]
        return node


def test_nothing_drawn_is_outside_the_catalogues() -> None:
    """Every word that our pages and widgets draw is translated, or there is a reason why not."""
    assert len(DRAWING) > 100, "the pages and the rooms of the interface are not all looked at"
    assert Screen.at(DRAWING).untranslated(ALLOWED) == []


def test_every_exception_is_used() -> None:
    """No exception is left over."""
    needed = Screen.at(DRAWING).untranslated()
    for pattern in ALLOWED:
        others = [other for other in ALLOWED if other != pattern]
        assert Screen.at(DRAWING).untranslated(others), f"{pattern} is not needed for {needed}"


# Its words go to a script as they are: tests/unit/ui/test_desk_words.py looks at each.
TABLE = ROOT / "eval_core" / "ui" / "annotate" / "desk_words.py"


@pytest.mark.drawn
@pytest.mark.parametrize(
    "path", [path for path in DRAWING if path != TABLE], ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_a_file_that_forgets_to_translate_is_caught(path: Path) -> None:
    """If a file forgot its translations, the check above would name each of its texts."""
    sources = {str(file): file.read_text(encoding="utf-8") for file in DRAWING}
    forgetful = Unwrapped()
    sources[str(path)] = ast.unparse(forgetful.visit(ast.parse(sources[str(path)])))
    caught = {text.split(": ", 1)[1] for text in Screen.of(sources).untranslated()}
    titles = {page.title for page in PAGES}
    assert {visible(text) for text in forgetful.messages} - UNSEEN - titles <= caught


def test_page_titles_are_messages() -> None:
    """The navigation's words, which are translated far from where they are written, are in the catalogues."""
    assert {page.title for page in PAGES} <= all_messages()


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('st.button("Save")', "Save"),
        ('st.html("<h1>Results</h1>")', "Results"),
        ("st.html(f'<p class=\"note\">Results: {escape(found)}</p>')", "Results:"),
        ("st.html(f'<section aria-label=\"Answer {side}\"><b>{side}</b></section>')", "Answer"),
        ("st.html(f'<p>{escape(\"Results\")}</p>')", "Results"),
        ('st.selectbox(_("Mode"), ["fast", "slow"], key="mode")', "fast"),
        ('st.selectbox(_("Mode"), [1, 2], format_func=lambda one: "first" if one == 1 else _("second"))', "first"),
        ('st.checkbox(_("Safe"), help="Careful")', "Careful"),
        ('label = "Show" if opened else _("Hide")\nst.popover(label, key="prompt")', "Show"),
        ('for label, key in ((_("Yes"), "1"), ("Nope", "2")):\n    st.button(label, key=key)', "Nope"),
        ('def word():\n    return "Finished"\nst.text(word())', "Finished"),
        ('WORDS = {"a": "First", "b": N_("Second")}\nst.caption(WORDS[key])', "First"),
        ('WORDS = {"a": "First"}\nst.caption(_(WORDS[key]))', "First"),
        ('def framed(text):\n    return f"<p>{text}</p>"\nst.html(framed(f"Result {n}"))', "Result"),
        ('def cells(row):\n    return [_("one"), "two"]\ntable(header, [cells(row) for row in rows])', "two"),
        ('parts = [_("one")]\nparts.append("two")\nst.text("; ".join(parts))', "two"),
        ('st.text(_("Best: {system}", system=name or "nobody"))', "nobody"),
        ('st.dialog("Guidelines", width="medium")(show)()', "Guidelines"),
        ('return _page("Gone", status=404)', "Gone"),
        ('state["notice"] = "It was saved"', "It was saved"),
        ('st.download_button(suffix.upper() + " file", data)', "file"),
    ],
)
def test_an_untranslated_word_is_caught(source: str, words: str) -> None:
    """The check above finds each of these when it is planted, wherever the word comes from."""
    body = "\n".join(f"    {line}" for line in source.splitlines())
    assert f"planted.py: {words}" in Screen.of({"planted.py": f"def draw(st):\n{body}\n"}).untranslated(ALLOWED)


@pytest.mark.parametrize(
    "source",
    [
        'st.button(_("Save"), key="save", type="tertiary")',
        'st.html(f\'<p class="note{trouble}" lang="nb">{escape(_("Results"))} &ndash; 3</p>\')',
        'size = " short"\nst.html(f\'<div class="strip{size}">{plain(text)}</div>\')',
        'st.html("<style>p { color: red; margin: 0 auto }</style>")',
        'st.selectbox(_("Mode"), ["fast", "slow"], format_func=NAMES.__getitem__)',
        'text = ngettext("{count} bird", "{count} birds", count)\nst.text(f"{text}: A, B")',
        '"""A docstring is for programmers."""\nst.text(names.get("first", found))',
    ],
)
def test_what_is_translated_or_not_drawn_passes(source: str) -> None:
    """Keys, attributes, styles and docstrings are no text on the screen."""
    body = "\n".join(f"    {line}" for line in source.splitlines())
    assert Screen.of({"clean.py": f"def draw(st):\n{body}\n"}).untranslated() == []
