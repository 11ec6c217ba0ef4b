"""results.json: everything that a site shows in numbers, for programs. docs/data-formats.md describes it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from eval_core import __version__
from eval_core.ranking.choices import choices_document
from eval_core.reports.bundle.recomputation import Part
from eval_core.reports.site.contents import Contents, SitePart

SCHEMA = 1


def result_document(contents: Contents) -> dict[str, Any]:
    """The document. Under `rankings` each part has the keys of `parvis rank --format json` for its judgments."""
    facts, release = contents.facts, contents.release
    day = {name: None if moment is None else moment.date().isoformat() for name, moment in _period(contents).items()}
    return {
        "schema": SCHEMA,
        "made_with": {"parvis": __version__},
        "address": contents.address or None,
        "campaign": {
            "slug": facts.slug,
            "title": facts.title,
            "is_demo": facts.is_demo,
            "protocol": facts.protocol,
            "protocol_version": facts.protocol_version,
            "protocol_hash": facts.protocol_hash,
            "guideline_versions": list(facts.guideline_versions),
            "judged": day,
            "licence": release.facts.licence or None,
            "texts": release.texts,
        },
        "counts": {
            "judgments": facts.judgments,
            "imported": release.imported,
            "annotators": facts.annotators,
            "simulated": facts.simulated,
            "prompts": facts.prompts,
            "systems": len(next(iter(contents.parts.values())).ranking.systems),
            "skipped": facts.skipped,
            "identical": facts.identical,
            "withdrawn": facts.withdrawn,
            "excluded": len(facts.excluded),
        },
        "rankings": {name: _ranking(part) for name, part in contents.parts.items()},
        "agreement": {name: _agreement(part) for name, part in contents.behind.parts.items()},
        "checkpoints": {
            name: [row.as_dict() for row in part.checkpoints]
            for name, part in contents.parts.items()
            if part.checkpoints
        },
        "care": {
            name: {"answers": care.answers, "as_expected": care.as_expected} if care.public else None
            for name, care in release.care.items()
        },
        "looks": asdict(contents.behind.looks),
    }


def _period(contents: Contents) -> dict[str, Any]:
    return {"first": contents.facts.first, "last": contents.facts.last}


def _ranking(part: SitePart) -> dict[str, Any]:
    choices = choices_document(part.board.choices, part.board.extent)
    return {**part.ranking.as_dict(), "choices": choices, "fingerprint": part.board.fingerprint}


def _agreement(part: Part) -> dict[str, Any]:
    measured = part.agreement.as_dict()
    del measured["annotator_pairs"]  # nothing is said of single people
    return measured
