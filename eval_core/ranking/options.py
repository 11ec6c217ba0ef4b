"""What a caller may ask of a ranking."""

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

    def check(self, votes: Votes) -> None:
        """Hold the options against each other and against the judgments.

        Raises:
            InputError: where they do not fit.
        """
        if self.model not in MODELS or self.engine not in ENGINES:
            raise InputError(f"the model must be one of {', '.join(MODELS)}, the engine one of {', '.join(ENGINES)}")
        if self.engine == "choix" and (self.model == "davidson" or self.position_effect):
            raise InputError("the engine choix fits Bradley-Terry without a position effect only")
        if self.engine == "choix" and votes.length is not None:
            raise InputError("the engine choix fits Bradley-Terry without a length covariate only")
        if not 0 < self.level < 1:
            raise InputError("the level must be between 0 and 1")
        if self.seed < 0:
            raise InputError("the seed must be 0 or more")
        if self.bootstrap < 0:
            raise InputError("the number of bootstrap fits must be 0 or more")
        if not len(votes):
            raise InputError("there are no judgments to rank")
        if self.reference is not None and self.reference not in votes.systems:
            raise InputError(f"the reference '{self.reference}' is not among the systems")
