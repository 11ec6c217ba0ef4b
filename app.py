"""Start-up: migrate the database, warm the heavy imports, and hand everything else to the router."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware

from eval_core import ui
from eval_core.campaigns.people.sign_ins.provider_accounts import end_old_provider_sign_ins
from eval_core.campaigns.people.sign_ins.sign_in_use import write_uses
from eval_core.jobs.chores import Chores
from eval_core.jobs.kinds import KINDS
from eval_core.jobs.runner import Runner
from eval_core.ui.frame.failure import say_failure
from eval_core.ui.messages import kind_of
from eval_core.ui.registry import PAGES
from eval_core.ui.session import store
from eval_core.ui.warming import prepare, warm_campaigns
from eval_core.web.every_route import every_route
from eval_core.web.gate import Gate
from eval_core.web.in_progress import CLICKS_IN_PROGRESS
from eval_core.web.known_pages import KnownPages
from eval_core.web.log_lines import log_failures_once, quote_in_logs
from eval_core.web.open_port import say_mail_server, say_when_open
from eval_core.web.own_files import OwnFiles
from eval_core.web.scratch import own_scratch

ROUTER = Path(ui.__file__).with_name("router.py")


@asynccontextmanager
async def lifespan(_app: Any) -> AsyncIterator[None]:
    with own_scratch():
        await run_in_threadpool(prepare, store())
        # In the background, while the first visitors come: at a million judgments it takes some seconds.
        warming = asyncio.create_task(run_in_threadpool(warm_campaigns, store()))
        opening = asyncio.create_task(say_when_open(st.get_option("server.address"), st.get_option("server.port")))
        mail = asyncio.create_task(run_in_threadpool(say_mail_server))
        runner = Runner(store(), KINDS)
        runner.start()
        chores = Chores(
            CLICKS_IN_PROGRESS.none, partial(write_uses, store()), partial(end_old_provider_sign_ins, store())
        )
        chores.start()
        yield
        opening.cancel()
        await run_in_threadpool(runner.stop)
        await run_in_threadpool(chores.stop)
        await asyncio.gather(warming, mail)
        store().dispose()


prefix = f"/{base}" if (base := str(st.get_option("server.baseUrlPath") or "").strip("/")) else ""
routes = every_route(store(), prefix)
guards = [
    Middleware(KnownPages, store=store(), pages=[page.name for page in PAGES], routes=routes, base_path=prefix),
    Middleware(Gate, store=store(), kind=kind_of, routes=routes, base_path=prefix),
    Middleware(OwnFiles, base_path=prefix),
]
quote_in_logs()
log_failures_once()
app = st.App(ROUTER, lifespan=lifespan, routes=routes, middleware=guards, on_script_error=say_failure)
