"""What the app of `app.py` draws: one element for each fact."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import streamlit as st

_TELLER = st.components.v2.component(
    "facts_teller",
    html="<p id='told'></p>",
    js="""export default function ({ data, parentElement, setStateValue }) {
      parentElement.querySelector("#told").textContent = data.word
      document.body.dataset.told = data.word
      if (data.heard !== "heard") setStateValue("heard", "heard")
      const told = (window.facts ??= [])
      told.push(`begun ${data.run}`)
      return () => told.push(`ended ${data.run}`)
    }""",
)


@st.cache_resource
def made() -> list[int]:
    return []


def make() -> str:
    made().append(1)
    return "made"


def press() -> None:
    st.session_state.pressed = st.session_state.get("pressed", 0) + 1


def front() -> None:
    gc.disable()
    st.text(f"collections {gc.get_stats()[2]['collections']}")
    st.text(f"cookie {st.context.cookies.get('facts', 'none')}")
    st.text(f"started {os.environ.get('FACTS_STARTED', 'not')}")
    st.text(f"made {len(made())}")
    st.text(f"pressed {st.session_state.get('pressed', 0)}")
    st.text(f"heard {st.session_state.get('teller', {}).get('heard', 'nothing')}")
    st.button("Press", key="press", on_click=press)
    st.download_button("Take", make, "file.txt", on_click="ignore")
    heard, run = st.session_state.get("teller", {}).get("heard", ""), st.session_state.get("pressed", 0)
    _TELLER(key="teller", data={"word": "told", "heard": heard, "run": run}, on_heard_change=lambda: None)


st.session_state.guarded = "yes"
st.navigation(
    [
        st.Page(front, title="Front", default=True),
        st.Page(Path(__file__).parents[1] / "pages" / "deep.py", url_path="deep", visibility="hidden"),
    ]
).run()
