"""Adding prompts, systems, people, responses and comparisons to a campaign, each once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, func, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.content.loaded_files import Trail
from eval_core.campaigns.content.pairs import serving_order, shared_sample
from eval_core.errors import Fact, Faults, InputError
from eval_core.files import TableSource, prompt_key, text_key
from eval_core.files.checkpoints import Checkpoint
from eval_core.files.names import tidy
from eval_core.store import Assignment, Campaign, Comparison, Person, Prompt, Response, System
from eval_core.store.bulk import Row, chunks, insert_rows
from eval_core.store.stage import OvertakenError, check_again

PROMPT_FIELDS = (
    "written_standard",
    "category",
    "document",
    "reference",
    "source_language",
    "target_language",
)


def clean(value: Any) -> Any:
    """None for a missing cell (None, NaN, NA); anything else unchanged."""
    return None if value is None or value != value or str(value) == "<NA>" else value


class Loader:
    """A campaign's contents by their natural keys, and what has been added to them in this transaction."""

    def __init__(self, db: Session, campaign: Campaign, file: str, source: TableSource | None = None) -> None:
        self.db, self.campaign, self.file, self.source = db, campaign, file, source
        self.faults = Faults()  # what in the file contradicts the campaign
        # One import after another: two at once would each miss what the other adds, and lay out what they add by the
        # plan as it was before they waited (PostgreSQL).
        db.refresh(campaign, with_for_update={"key_share": True})
        self.round = _next_round(db, campaign.id)  # of the comparisons to be added
        check_again(db, self._check_round)
        self.trail = Trail(db, campaign)
        rows = db.execute(
            select(Prompt.key, Prompt.id, Prompt.text, Prompt.written_standard).where(Prompt.campaign_id == campaign.id)
        ).all()
        keyed = {_key_now(row): row for row in rows} | {row.key: row for row in rows if _key_now(row) == row.key}
        self.prompts: dict[str, int] = {key: row.id for key, row in keyed.items()}
        self._prompt_texts: dict[str, str] = {key: row.text for key, row in keyed.items()}
        self._standards: dict[str, str | None] = {key: row.written_standard for key, row in keyed.items()}
        self.twice: list[tuple[str, str]] = []  # stored names that a file cannot tell apart
        self.systems = self._names(select(System.name, System.id).where(System.campaign_id == campaign.id))
        self.responses: dict[tuple[int, int], tuple[int, str | None]] = {
            (row.prompt_id, row.system_id): (row.id, row.text)
            for row in db.execute(
                select(Response.prompt_id, Response.system_id, Response.id, Response.text).where(
                    Response.campaign_id == campaign.id, Response.system_id.is_not(None)
                )
            )
        }
        self.comparisons: dict[tuple[int, int], int] = {
            (row.first_response_id, row.second_response_id): row.id
            for row in db.execute(
                select(Comparison.first_response_id, Comparison.second_response_id, Comparison.id).where(
                    Comparison.campaign_id == campaign.id
                )
            )
        }

    def fault(self, code: str, row: int, column: str, quoted: str | None = None, **facts: Fact) -> None:
        """Note a fault of the file, in a column by our name; `faults.check` raises them."""
        heading = self.source.heading(column) if self.source else column
        self.faults.add(InputError(code, file=self.file, row=row, column=heading, **facts).quoting(quoted))

    def add_prompts(self, rows: Sequence[tuple[int, str, Row]], kind: str = "regular") -> int:
        """Add unknown prompts: (file row, key, fields). A changed text is a fault; '' is an unknown one."""
        new: dict[str, Row] = {}
        for number, key, fields in rows:
            known = self._prompt_texts.get(key)
            if key in self.prompts:
                self.trail.use("prompt", self.prompts[key])
            self._note_standard(number, key, fields.get("written_standard"), new.get(key))
            if known is None:
                self._prompt_texts[key] = fields["text"]
                new[key] = {"campaign_id": self.campaign.id, "key": key, "kind": kind, **fields}
            elif not known and fields["text"]:
                self._fill_in_prompt(key, fields["text"], new.get(key))
            elif fields["text"] and known.strip() != fields["text"].strip():
                self.fault("other_prompt", number, "prompt", fields["text"], key=key, campaign=self.campaign.slug)
        insert_rows(self.db, Prompt, list(new.values()))
        for part in chunks(new, 500):
            fresh = select(Prompt.key, Prompt.id).where(Prompt.campaign_id == self.campaign.id, Prompt.key.in_(part))
            self.prompts.update(self.db.execute(fresh).all())
        return len(new)

    def add_systems(self, names: Iterable[str], checkpoints: Mapping[str, Checkpoint] | None = None) -> int:
        """Add unknown systems, with what the file says of their checkpoints; known systems take it if they had none.

        A known system at another checkpoint is a fault.
        """
        named = set(names)
        for name in named & self.systems.keys():
            self.trail.use("system", self.systems[name])
        new = sorted(named - self.systems.keys())
        insert_rows(self.db, System, [{"campaign_id": self.campaign.id, "name": name} for name in new])
        if new:
            self.systems = self._names(select(System.name, System.id).where(System.campaign_id == self.campaign.id))
        for name, said in (checkpoints or {}).items():
            self._note_checkpoint(name, said, fresh=name in new)
        return len(new)

    def _note_checkpoint(self, name: str, said: Checkpoint, *, fresh: bool) -> None:
        system = self.db.get_one(System, self.systems[name])
        if system.checkpoint is None:
            system.family, system.checkpoint = said.family, said.checkpoint
            if not fresh:
                self.trail.fill_in("system.checkpoint", system.id)
        elif (system.family, system.checkpoint) != (said.family, said.checkpoint):
            self.fault("other_checkpoint", said.row, "checkpoint", system=name)

    def add_responses(self, rows: Sequence[tuple[int, int, int, str | None, Row | None]], column: str) -> int:
        """Add unknown responses: (file row, prompt id, system id, text or None, metadata).

        A known response without a text takes the new text; a changed text is a fault.
        """
        new: dict[tuple[int, int], Row] = {}
        for number, prompt_id, system_id, body, meta in rows:
            key = (prompt_id, system_id)
            pending, stored = new.get(key), self.responses.get(key)
            if pending is None and stored is None:
                new[key] = {
                    "campaign_id": self.campaign.id,
                    "prompt_id": prompt_id,
                    "system_id": system_id,
                    "text": body,
                    "meta": meta,
                }
                continue
            if stored:
                self.trail.use("response", stored[0])
            known = pending["text"] if pending else stored[1] if stored else None
            if body is None or body == known:
                continue
            if known is not None:
                self.fault("other_response", number, column, body)
                continue
            self._fill_in(key, body, pending)
        insert_rows(self.db, Response, list(new.values()))
        self._reload_responses({key[0] for key in new})
        return len(new)

    def add_comparisons(self, rows: Sequence[Row]) -> int:
        """Add unknown comparisons (prompt_id, first_response_id, second_response_id, identical, gold fields)."""
        new: dict[tuple[int, int], Row] = {}
        for row in rows:
            key = (row["first_response_id"], row["second_response_id"])
            for response in key:
                self.trail.use("response", response)
            if key in self.comparisons:
                self.trail.use("comparison", self.comparisons[key])
            elif key not in new:
                new[key] = row
        self._note_identical(rows)
        ordered = self._laid_out(list(new.values()))
        # In the order of their indexes: in the serving order each row would be somewhere else in each of them.
        insert_rows(
            self.db, Comparison, sorted(ordered, key=lambda row: (row["first_response_id"], row["second_response_id"]))
        )
        for part in chunks({row["prompt_id"] for row in ordered}, 500):
            for first, second, comparison_id in self.db.execute(
                select(Comparison.first_response_id, Comparison.second_response_id, Comparison.id).where(
                    Comparison.prompt_id.in_(part)
                )
            ):
                self.comparisons[first, second] = comparison_id
        return len(new)

    def add_people(self, kinds: Mapping[str, tuple[int, str | None]]) -> dict[str, int]:
        """Ids of people by name; unknown ones are added, without a link.

        Args:
            said: name -> file row, and kind of person (human where None). A known person of another kind is a
                fault: a judge's work would count as a person's, or a person's as a judge's.
        """
        stored = self._names(select(Person.name, Person.id))
        by_row = dict(self.db.execute(select(Person.id, Person.kind)).all())
        known = {name: by_row[row] for name, row in stored.items()}
        for name, (number, kind) in kinds.items():
            if kind is not None and known.get(name, kind) != kind:
                self.fault("other_kind", number, "annotator_kind", kind, name=name, known=known[name], kind=kind)
        new = sorted(kinds.keys() - known.keys())
        insert_rows(self.db, Person, [{"name": name, "kind": kinds[name][1] or "human"} for name in new])
        return self._names(select(Person.name, Person.id)) if new else stored

    def _note_identical(self, rows: Sequence[Row]) -> None:
        """Mark comparisons of identical texts; texts may come later than the comparison's judgments."""
        pairs = ((row["first_response_id"], row["second_response_id"]) for row in rows if row["identical"])
        for part in chunks((self.comparisons[pair] for pair in pairs if pair in self.comparisons), 500):
            same = update(Comparison).where(Comparison.id.in_(part), ~Comparison.identical).values(identical=True)
            for found in self.db.scalars(same.returning(Comparison.id)).all():
                self.trail.fill_in("comparison.identical", found)

    def _laid_out(self, rows: list[Row]) -> list[Row]:
        """Serving order, overlap, shared set and round for new comparisons."""
        campaign = self.campaign
        last = self.db.scalar(select(func.max(Comparison.position)).where(Comparison.campaign_id == campaign.id))
        here = Comparison.campaign_id == campaign.id
        in_shared = self.db.scalar(select(func.count()).where(here, Comparison.shared)) or 0
        regular = [row for row in rows if row["kind"] == "regular" and not row["identical"]]
        strata = self._strata(regular)
        wanted = max(0, campaign.shared - in_shared)
        shared = {
            id(row) for row in shared_sample(regular, lambda row: strata[row["prompt_id"]], wanted, seed=campaign.slug)
        }
        ordered = serving_order(rows, lambda row: row["prompt_id"], seed=campaign.slug)
        ordered.sort(key=lambda row: id(row) not in shared)  # stable: the shared set comes first
        start = 0 if last is None else last + 1
        for position, row in enumerate(ordered, start):
            row["shared"] = id(row) in shared
            row["position"] = position
            row["overlap"] = campaign.shared_overlap if row["shared"] else campaign.overlap
            row["round"] = self.round
        return ordered

    def _check_round(self, now: Session) -> None:
        """A first judgment since then begins another round."""
        if _next_round(now, self.campaign.id) != self.round:
            raise OvertakenError("round")

    def _strata(self, rows: Sequence[Row]) -> dict[int, Hashable]:
        prompts = {row["prompt_id"] for row in rows}
        strata: dict[int, Hashable] = {}
        for part in chunks(prompts, 500):
            for prompt_id, standard, category in self.db.execute(
                select(Prompt.id, Prompt.written_standard, Prompt.category).where(Prompt.id.in_(part))
            ):
                strata[prompt_id] = (standard, category)
        return strata

    def _note_standard(self, number: int, key: str, given: str | None, pending: Row | None) -> None:
        """Fill in a known prompt's written standard where it was missing; another one is a fault."""
        if key not in self._standards:
            self._standards[key] = given
        if given is None or self._standards[key] == given:
            return
        known = self._standards[key]
        if known is not None:
            self.fault("other_standard", number, "written_standard", given, key=key, standard=known)
            return
        self._standards[key] = given
        if pending:
            pending["written_standard"] = given
        else:
            self.trail.fill_in("prompt.written_standard", self.prompts[key])
            self.db.get_one(Prompt, self.prompts[key]).written_standard = given

    def _fill_in_prompt(self, key: str, body: str, pending: Row | None) -> None:
        self._prompt_texts[key] = body
        if pending:
            pending["text"] = body
        else:
            self.trail.fill_in("prompt.text", self.prompts[key])
            self.db.get_one(Prompt, self.prompts[key]).text = body

    def _fill_in(self, key: tuple[int, int], body: str, pending: Row | None) -> None:
        if pending:
            pending["text"] = body
            return
        response_id = self.responses[key][0]
        self.trail.fill_in("response.text", response_id)
        self.db.get_one(Response, response_id).text = body
        self.responses[key] = (response_id, body)

    def _names(self, stored: Select[str, int]) -> dict[str, int]:
        """Stored names as files have them now -> row; of two that fall together, the one that is tidy."""
        found: dict[str, tuple[str, int]] = {}
        for name, row in sorted(self.db.execute(stored).all(), key=lambda one: (tidy(one[0]) != one[0], one[1])):
            first = found.setdefault(tidy(name), (name, row))[0]
            if first != name and (first, name) not in self.twice:
                self.twice.append((first, name))
        return {name: row for name, (_, row) in found.items()}

    def _reload_responses(self, prompts: set[int]) -> None:
        for part in chunks(prompts, 500):
            for row in self.db.execute(
                select(Response.prompt_id, Response.system_id, Response.id, Response.text).where(
                    Response.prompt_id.in_(part), Response.system_id.is_not(None)
                )
            ):
                self.responses[row.prompt_id, row.system_id] = (row.id, row.text)


def _key_now(row: Any) -> str:
    """A stored prompt's key as a file of today gives it: before, blanks at the ends of a text or an id counted."""
    if row.key == text_key(row.text, row.written_standard):
        return prompt_key(None, row.text, row.written_standard)
    return tidy(row.key)


def _next_round(db: Session, campaign_id: int) -> int:
    """The newest round as long as nothing of it was judged, else the next."""
    here = Comparison.campaign_id == campaign_id
    newest = db.scalar(select(func.max(Comparison.round)).where(here, Comparison.kind == "regular")) or 1
    done = db.scalar(
        select(Assignment.id)
        .join(Comparison, Comparison.id == Assignment.comparison_id)
        .where(here, Comparison.kind == "regular", Comparison.round == newest, Assignment.status == "done")
        .limit(1)
    )
    return newest if done is None else newest + 1
