"""The database: schema, engine, migrations. Services are in `eval_core.campaigns`.

May import: errors, places, and the packages below without a database.
Tests: tests/services/store.
"""

from eval_core.store.base import Base, utc_now
from eval_core.store.engine import Store, database_url
from eval_core.store.migrate import current_revision, head_revision, known_revisions, require_current, upgrade
from eval_core.store.schema.administration import Event, Exclusion, Message, Pause, ProgramToken, Round
from eval_core.store.schema.arrivals import ARRIVAL_ENDS, Arrival
from eval_core.store.schema.content import Campaign, Comparison, LoadedFile, Prompt, Response, System
from eval_core.store.schema.jobs import JOB_STATES, Job
from eval_core.store.schema.judge_replies import JudgeReply
from eval_core.store.schema.judge_settings import REPLY_FORMATS, JudgeLease, JudgeSetting
from eval_core.store.schema.mail import MAIL_KINDS, MAIL_STATES, LinkOffer, Mail, MailAddress, MailPlan
from eval_core.store.schema.native_screen import ScreenApproval, ScreenTry
from eval_core.store.schema.participation import (
    Clarification,
    Consent,
    GuidelineEdition,
    GuidelineReading,
    HoursNote,
    Qualification,
    Question,
)
from eval_core.store.schema.people import (
    DIALECT_AREAS,
    FIRST_STANDARDS,
    Link,
    Membership,
    Person,
    ProviderAccount,
    SignIn,
)
from eval_core.store.schema.pseudonym_keys import PseudonymKey
from eval_core.store.schema.work import (
    SKIP_REASONS,
    WORK_KINDS,
    Assignment,
    DeskAction,
    Judgment,
    Rating,
    RatingAssignment,
    RatingMark,
    Reason,
    Remark,
)

__all__ = [
    "ARRIVAL_ENDS",
    "DIALECT_AREAS",
    "FIRST_STANDARDS",
    "JOB_STATES",
    "MAIL_KINDS",
    "MAIL_STATES",
    "REPLY_FORMATS",
    "SKIP_REASONS",
    "WORK_KINDS",
    "Arrival",
    "Assignment",
    "Base",
    "Campaign",
    "Clarification",
    "Comparison",
    "Consent",
    "DeskAction",
    "Event",
    "Exclusion",
    "GuidelineEdition",
    "GuidelineReading",
    "HoursNote",
    "Job",
    "JudgeLease",
    "JudgeReply",
    "JudgeSetting",
    "Judgment",
    "Link",
    "LinkOffer",
    "LoadedFile",
    "Mail",
    "MailAddress",
    "MailPlan",
    "Membership",
    "Message",
    "Pause",
    "Person",
    "ProgramToken",
    "Prompt",
    "ProviderAccount",
    "PseudonymKey",
    "Qualification",
    "Question",
    "Rating",
    "RatingAssignment",
    "RatingMark",
    "Reason",
    "Remark",
    "Response",
    "Round",
    "ScreenApproval",
    "ScreenTry",
    "SignIn",
    "Store",
    "System",
    "current_revision",
    "database_url",
    "head_revision",
    "known_revisions",
    "require_current",
    "upgrade",
    "utc_now",
]
