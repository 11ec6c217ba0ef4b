"""What a reader sees where a page fails, by a mistake of ours or by values that no page sends."""

from __future__ import annotations

from eval_core.locales import gettext as _
from eval_core.ui.parts.html import trouble
from eval_core.ui.session import use_readers_language
from eval_core.web.log_lines import log_failure


def say_failure(error: Exception) -> bool:
    """One line on the page, with the number that the log has; True, so that Streamlit adds nothing of its own."""
    number = log_failure(error)
    use_readers_language()
    trouble(
        _(
            "Something went wrong here. What you saved before is safe. Load the page again. If it happens again, "
            "give the person who runs this server the number {number}.",
            number=number,
        )
    )
    return True
