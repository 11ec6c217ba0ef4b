"""The least app that relies on the same private facts of Streamlit as Parvis does: an st.App with a router elsewhere."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route


@asynccontextmanager
async def lifespan(_app: Any) -> AsyncIterator[None]:
    os.environ["FACTS_STARTED"] = "before the first visitor"
    yield


async def enter(_request: Request) -> Response:
    response = PlainTextResponse("in")
    response.set_cookie("facts", "known", httponly=True, samesite="lax")
    return response


app = st.App(Path(__file__).parent / "house" / "router.py", lifespan=lifespan, routes=[Route("/enter", enter)])
