"""What a reader is told of systems without a finite strength, in each language."""

from __future__ import annotations

import pandas as pd
import pytest

from eval_core.locales import use_language
from eval_core.ranking import rank
from eval_core.reports.ranking_words import cautions

# q lost every judgment to p and won every one against r; p has nothing but wins.
ROWS = [(best, other, "first") for best, other in (("p", "q"), ("q", "r"), ("p", "r")) for _ in range(5)]
SAID = {
    "en": [
        "No finite strength for p: only wins, or only losses.",
        "No finite strength for q: the judgments give it no upper limit, or no lower one.",
    ],
    "nb": [
        "Styrken til p kan ikke tallfestes: Det er bare seire, eller bare tap.",
        "Styrken til q kan ikke tallfestes: Vurderingene gir den ingen øvre grense, eller ingen nedre.",
    ],
    "nn": [
        "Styrken til p kan ikkje talfestast: Det er berre sigrar, eller berre tap.",
        "Styrken til q kan ikkje talfestast: Vurderingane gir han inga øvre grense, eller inga nedre.",
    ],
}


@pytest.mark.parametrize("language", SAID)
def test_a_system_with_wins_and_losses_is_not_said_to_have_one_kind(language: str) -> None:
    """Only of the one who won everything."""
    use_language(language)
    ranking = rank(pd.DataFrame(ROWS, columns=["first", "second", "outcome"]))
    assert cautions(ranking)[:2] == SAID[language]
