"""All of our own routes, next to those of Streamlit."""

from __future__ import annotations

from starlette.routing import BaseRoute

from eval_core import settings
from eval_core.store import Store
from eval_core.web.desk import desk_routes
from eval_core.web.desk_files import desk_files_routes
from eval_core.web.guide_page import guide_routes
from eval_core.web.health import health_routes
from eval_core.web.mail_pages import mail_routes
from eval_core.web.metrics import metrics_routes
from eval_core.web.programs.routes import program_routes
from eval_core.web.public_results import public_results_routes
from eval_core.web.sign_in import sign_in_routes
from eval_core.web.staff.staff_doors import staff_routes
from eval_core.web.take_part.doors import take_part_routes
from eval_core.web.typefaces import typefaces_routes


def every_route(store: Store, prefix: str) -> list[BaseRoute]:
    """The routes under `prefix` ('' or '/parvis')."""
    secure = settings.BASE_URL.value().startswith("https://")
    return [
        *sign_in_routes(store, prefix, secure=secure),
        *take_part_routes(store, prefix, secure=secure),
        *staff_routes(store, prefix, secure=secure),
        *desk_files_routes(prefix),
        *guide_routes(prefix),
        *typefaces_routes(prefix),
        *mail_routes(store, prefix),
        *public_results_routes(store, prefix),
        *desk_routes(store, prefix),
        *program_routes(store, prefix),
        *metrics_routes(store, prefix),
        *health_routes(store, prefix),
    ]
