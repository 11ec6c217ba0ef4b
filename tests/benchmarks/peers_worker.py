"""Other rankers at work, in an environment of their own: knows nothing of Parvis.

`peers_worker.py FILE` reads a CSV of battles, then answers each peer's name on standard input with one JSON line:
seconds from the frame to its result, and the natural-log strengths, or what went wrong.
`peers_worker.py FILE evalica` is a whole process: read the columns that matter, fit once, print.
"""

from __future__ import annotations

import json
import math
import sys
import time
from importlib.metadata import version

import pandas as pd

COLUMNS = ["model_a", "model_b", "winner"]


def evalica_winners(frame):
    """The outcomes as evalica takes them."""
    import evalica

    kinds = {"model_a": evalica.Winner.X, "model_b": evalica.Winner.Y, "tie": evalica.Winner.Draw}
    return frame["winner"].map(kinds)


def evalica_points(frame, winners):
    """Bradley-Terry, a tie half a win for each; no intervals."""
    import evalica

    scores = evalica.bradley_terry(frame["model_a"], frame["model_b"], winners).scores
    return {name: math.log(score) for name, score in scores.items()}


def arena_rank_points(frame, _):
    """Bradley-Terry with sandwich intervals, independent judgments."""
    from arena_rank.models.bradley_terry import BradleyTerry
    from arena_rank.utils.data_utils import PairDataset

    dataset = PairDataset.from_pandas(frame)
    model = BradleyTerry(n_competitors=len(dataset.competitors))
    found = model.compute_ratings_and_cis(dataset)
    return {
        name: float(rating) / model.alpha for name, rating in zip(found["competitors"], found["ratings"], strict=True)
    }


def arenakit_points(frame, _):
    """Bradley-Terry with its weak prior; no intervals."""
    from arenakit import Arena, fit_bt
    from arenakit.schema import battles_from_records

    arena = Arena(battles_from_records(frame.to_dict("records")))
    return dict(zip(arena.models, map(float, fit_bt(arena.counts()).scores), strict=True))


def choix_points(frame, _):
    """Bradley-Terry by I-LSR on a matrix of wins; no intervals. The counting is ours: choix has none with ties."""
    import choix
    import numpy as np

    codes, names = pd.factorize(pd.concat([frame["model_a"], frame["model_b"]]))
    one, two = codes.reshape(2, -1)
    worth = frame["winner"].map({"model_a": 1.0, "model_b": 0.0, "tie": 0.5}).to_numpy()
    size = len(names)
    wins = np.bincount(one * size + two, worth, size**2) + np.bincount(two * size + one, 1 - worth, size**2)
    scores = choix.ilsr_pairwise_dense(wins.reshape(size, size), max_iter=1000)
    return dict(zip(names, map(float, scores), strict=True))


PEERS = {
    "evalica": evalica_points,
    "arena-rank": arena_rank_points,
    "arenakit": arenakit_points,
    "choix": choix_points,
}


def main() -> None:
    file, *whole = sys.argv[1:]
    # As categories each of them is at its best: evalica takes a sixth of the time that it takes for Arrow's strings.
    frame = pd.read_csv(file, usecols=COLUMNS, dtype="category")
    if whole:
        print(evalica_points(frame, evalica_winners(frame)))
        return
    # Only evalica needs them, and they are not counted against it.
    try:
        winners = evalica_winners(frame)
    except ImportError:
        winners = None
    for line in sys.stdin:
        peer = line.strip()
        try:
            begin = time.perf_counter()
            strengths = PEERS[peer](frame, winners)
            answer = {"seconds": time.perf_counter() - begin, "version": version(peer), "strengths": strengths}
        except Exception as problem:  # whatever it is: the document then says so
            answer = {"problem": f"{type(problem).__name__}: {problem}".splitlines()[0]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
