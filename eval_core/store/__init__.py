"""The database: schema, engine, migrations. Services are in `eval_core.campaigns`."""

from eval_core.store.base import Base, utc_now
from eval_core.store.content import Campaign, Comparison, Prompt, Response, System
from eval_core.store.engine import DEFAULT_URL, Store, database_url
from eval_core.store.migrate import current_revision, head_revision, require_current, upgrade
from eval_core.store.people import Link, Membership, Person, SignIn
from eval_core.store.work import SKIP_REASONS, Assignment, Judgment, Rating, RatingAssignment

__all__ = [
    "DEFAULT_URL",
    "SKIP_REASONS",
    "Assignment",
    "Base",
    "Campaign",
    "Comparison",
    "Judgment",
    "Link",
    "Membership",
    "Person",
    "Prompt",
    "Rating",
    "RatingAssignment",
    "Response",
    "SignIn",
    "Store",
    "System",
    "current_revision",
    "database_url",
    "head_revision",
    "require_current",
    "upgrade",
    "utc_now",
]
