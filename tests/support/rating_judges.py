"""Ratings by three people and by judges of known kinds, for tests of reports, pages and commands."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from eval_core.campaigns.content.import_ratings import import_ratings
from eval_core.judges.work import begin_judging
from eval_core.store import Store

PEOPLE = ("Kari", "Ola", "Siri")
JUDGES = ("Copy", "Long", "Mild", "Random")
SYSTEMS = ("a", "b", "c", "d")
PROMPTS, DOCUMENTS = 40, 10


def rate_by_judges(store: Store, slug: str, folder: Path, judges: tuple[str, ...] = JUDGES) -> None:
    """Everybody rates 40 prompts of 10 documents by four systems under `adequacy_fluency`, the later systems better.

    Copy gives what Kari gives, Mild a point more, Random anything; Long a point more than Kari to the longer half of
    the responses and a point less to the others.
    """
    chance = np.random.default_rng(4)
    for judge in judges:
        begin_judging(store, slug, judge, "adequacy_fluency")
    lines = ["prompt_id,document,system,response,annotator_id,adequacy,fluency"]
    for prompt in range(PROMPTS):
        for place, system in enumerate(SYSTEMS):
            words = int(chance.integers(2, 40))
            quality = chance.normal(2 + 0.6 * place, 0.6)
            said = {name: np.clip(np.rint(quality + chance.normal(0, 0.4, 2)), 2, 4) for name in PEOPLE}
            kinds = {
                "Copy": said["Kari"],
                "Mild": said["Kari"] + 1,
                "Long": said["Kari"] + (1 if words > 20 else -1),
                "Random": chance.integers(1, 6, 2),
            }
            lines += [
                f"p{prompt},d{prompt % DOCUMENTS},{system},{prompt} {'ord ' * words},{name},{values[0]:.0f},{values[1]:.0f}"
                for name, values in {**said, **{judge: kinds[judge] for judge in judges}}.items()
            ]
    path = folder / "ratings.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    import_ratings(store, path, slug, protocol="adequacy_fluency")
