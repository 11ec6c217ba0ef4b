"""The options of a ranking."""

from __future__ import annotations

from dataclasses import dataclass

from eval_core.errors import InputError
from eval_core.ranking.votes import Votes

MODELS = ("davidson", "bradley-terry")
ENGINES = ("newton", "choix")


@dataclass(frozen=True)
class Options:
    """The choices behind one ranking; `eval_core.ranking.rank` says what they mean."""

    model: str
    engine: str
    position_effect: bool
    reference: str | None
    level: float
    seed: int
    bootstrap: int
    details: bool = False

    def check(self, votes: Votes) -> None:
        """Check the options against each other and against the judgments.

        Raises:
            InputError: where they do not fit.
        """
        if self.model not in MODELS or self.engine not in ENGINES:
            raise InputError("bad_model", models=", ".join(MODELS), engines=", ".join(ENGINES))
        if self.engine == "choix" and (self.model == "davidson" or self.position_effect):
            raise InputError("choix_without_position")
        if self.engine == "choix" and votes.length is not None:
            raise InputError("choix_without_length")
        if not 0 < self.level < 1:
            raise InputError("bad_level")
        if self.seed < 0:
            raise InputError("bad_seed")
        if self.bootstrap < 0:
            raise InputError("bad_bootstrap_number")
        if not len(votes):
            raise InputError("nothing_to_rank")
        if self.reference is not None and self.reference not in votes.systems:
            raise InputError("unknown_reference", system=self.reference)
