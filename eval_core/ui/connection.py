"""A watch in the browser: no click gets lost in silence, whatever becomes of the connection or the server.

Streamlit drops what is clicked while it has no connection, does not notice a connection that swallows everything, and
a server that was started again ignores the first clicks of a page that it has not drawn. So the browser itself

- asks the server whether it is still there: now and then, where a click finds no answer, and when the phone wakes up;
  without an answer Streamlit connects anew;
- has the page drawn anew once it is connected again, so that the next click meets what the server knows;
- keeps in mind the click that has no answer yet (also over a reload) until a run of the page shows that it was carried
  out, or was not: then the annotator reads that the click did not arrive;
- takes no choice while there is no connection, and says so.

It tells by `data-parvis` of the body, 'offline' or 'lost': the style sheet shows the line for it.
"""

from __future__ import annotations

import os
import secrets
from html import escape

import streamlit as st

from eval_core.errors import ParvisError
from eval_core.locales import gettext as _

state = st.session_state
PATIENCE_MS = 4000

_WATCH = st.components.v2.component(
    "parvis_watch",
    html='<div id="alert" role="alert"></div>',
    css="#alert { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }",
    js="""
const CHOICES = '[class*="st-key-choice_"] button'
const UNDO = ".st-key-undo button"
const MOVES = '.st-key-go_on button, [class*="st-key-skip_"] button'
// By the same code as Streamlit's own shortcuts, which know neither the number pad nor modifiers.
const KEYS = { 49: ".st-key-choice_A button", 50: ".st-key-choice_tie button", 51: ".st-key-choice_B button", 85: UNDO,
  13: ".st-key-go_on button" }
const BUTTONS = `${CHOICES}, ${UNDO}, ${MOVES}`
const MEMORY = "parvisAsked"

class Watch {
  shown = null // what the last run of the page told
  asked = null // the click without an answer
  lost = null // the run that showed that a click had not arrived
  since = performance.now() // when the connection came or went
  owed = false // whether the page has to be drawn anew
  beatAt = -Infinity
  toldAt = -Infinity
  stale = false
  insistedAt = -Infinity

  constructor() {
    const kept = sessionStorage.getItem(MEMORY)
    if (kept) this.asked = { ...JSON.parse(kept), at: performance.now() }
    this.connected = this.isConnected()
    window.addEventListener("click", (event) => this.clicked(event, event.target.closest?.(BUTTONS)), true)
    window.addEventListener("keydown", (event) => this.clicked(event, this.meant(event)), true)
    for (const kind of ["online", "offline", "focus", "pageshow"]) window.addEventListener(kind, () => this.beat())
    document.addEventListener("visibilitychange", () => this.beat())
    new MutationObserver(() => this.look())
      .observe(document.body, { subtree: true, attributeFilter: ["data-test-connection-state"] })
    const tick = () => { this.look(); setTimeout(tick, this.patience / 8) }
    this.patience = 4000
    tick()
  }

  isConnected() {
    return document.querySelector(".stApp")?.dataset.testConnectionState === "CONNECTED"
  }

  // The button that a key stands for, as Streamlit sees it.
  meant(event) {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null
    if (document.querySelector('[role="dialog"]')) return null
    const writing = event.target.closest?.("input, textarea, [contenteditable]")
    if (writing && !(event.keyCode === 13 && writing.closest(".st-key-why"))) return null
    return document.querySelector(KEYS[event.keyCode] ?? ":not(*)")
  }

  clicked(event, button) {
    if (!button || !this.shown) return
    if (document.body.dataset.parvis === "offline") {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    // Enter and space on a button come again as a click, a held key repeats: one word for all.
    if (this.asked) return
    const choice = button.matches(`${CHOICES}, ${UNDO}`)
    this.asked = { ...this.shown, at: performance.now(), count: this.count(), choice }
    sessionStorage.setItem(MEMORY, JSON.stringify(this.asked))
    this.lost = null // what is said of the last click is no word on this one
    this.look()
  }

  count() {
    return document.querySelector(".count")?.textContent ?? ""
  }

  // The page was drawn. Does it show that the click was carried out?
  ran(data) {
    const { asked } = this
    if (asked) {
      const same = asked.session === data.session
      const answered = same ? data.clicks > asked.clicks
        : asked.choice ? this.count() !== asked.count : data.place !== asked.place
      if (answered) this.settle(null)
      // A page drawn meanwhile for another reason tells nothing yet.
      else if (!same || asked.probed) this.settle(data)
    } else if (this.lost && (this.lost.clicks !== data.clicks || this.lost.place !== data.place)) this.lost = null
    this.shown = data
    this.patience = data.patience
    this.stale = false
    this.look()
  }

  // Another page lies here now. What became of the click shows when this one comes back.
  leave() {
    if (this.asked) this.asked.probed = true
    this.shown = null
  }

  settle(lost) {
    this.asked = null
    this.lost = lost
    sessionStorage.removeItem(MEMORY)
  }

  look() {
    const connected = this.isConnected()
    const waited = this.asked && this.shown ? performance.now() - this.asked.at : 0
    const dialog = document.querySelector('[role="dialog"]')
    if (!connected) this.stale = true
    if (connected && (!this.connected || (waited > this.patience && !this.asked.probed))) this.owed = true
    // Drawn anew, a dialog would close, with what somebody is writing in it.
    if (connected && this.owed && !dialog) {
      this.owed = false
      if (this.asked) this.asked.probed = true
      this.tell("RERUN_SCRIPT")
      this.beatAt = this.toldAt = performance.now()
    }
    if (connected !== this.connected) this.since = performance.now()
    this.connected = connected
    // Streamlit lays a dialog over the texts, in English and about itself; our line says it.
    if (!connected && dialog) this.tell("CLOSE_MODAL")
    const still = performance.now() - this.since
    if (connected ? waited > 4 * this.patience : still > 2 * this.patience) this.insist()
    const quiet = performance.now() - this.beatAt
    // Not at once at a click: a run that begins just then drops the server's answer.
    if (this.asked ? waited > this.patience / 4 : !document.hidden && quiet > 2.5 * this.patience) this.beat()
    // Connected, but not drawn anew yet: what is clicked now, a new server would not know.
    const running = document.querySelector(".stApp")?.dataset.testScriptState !== "notRunning"
    if (!running && performance.now() - this.toldAt > this.patience / 4) this.stale = false
    this.say(!connected || this.stale || waited > this.patience ? "offline" : this.lost ? "lost" : "")
  }

  say(word) {
    const { dataset } = document.body
    if ((dataset.parvis ?? "") === word) return
    if (word) dataset.parvis = word
    else delete dataset.parvis
    for (const button of document.querySelectorAll(BUTTONS)) {
      if (word === "offline") button.setAttribute("aria-disabled", "true")
      else button.removeAttribute("aria-disabled")
    }
    if (this.alert) this.alert.textContent = (word && document.querySelector(`.line.${word}`)?.textContent) || ""
  }

  // Each question takes the place of the one before, so it gets its time.
  beat() {
    const patience = 0.75 * this.patience
    if (!this.isConnected() || performance.now() - this.beatAt < 1.1 * patience) return
    this.beatAt = performance.now()
    this.tell("SEND_APP_HEARTBEAT", { ackTimeoutMilliseconds: patience })
  }

  // Streamlit listens to the page around it; without one, that is the page itself.
  tell(type, more) {
    window.postMessage({ stCommVersion: 1, type, ...more }, window.location.origin)
  }

  // Two ways out where Streamlit itself finds none, taken only if the server answers: where it is stuck (it waits for
  // an answer to one question for up to a minute) a new connection; where it does not listen to us, since the dashboard
  // was reached under another name, a new page.
  async insist() {
    if (performance.now() - this.insistedAt < 2 * this.patience) return
    this.insistedAt = performance.now()
    const signal = AbortSignal.timeout(this.patience)
    const answer = await fetch(window.location.href, { cache: "no-store", signal }).catch(() => null)
    if (!answer?.ok) return
    if (!this.isConnected()) {
      this.tell("TERMINATE_WEBSOCKET_CONNECTION")
      this.tell("RESTART_WEBSOCKET_CONNECTION")
    } else if (this.asked) window.location.reload()
  }
}

export default function ({ data, parentElement }) {
  const watch = (window.parvisWatch ??= new Watch())
  watch.alert = parentElement.querySelector("#alert")
  watch.ran(data)
  return () => watch.leave()
}
""",
)


def patience() -> int:
    """Milliseconds that a click may stay without an answer before the page says so (PARVIS_PATIENCE_MS)."""
    try:
        return max(200, int(os.environ.get("PARVIS_PATIENCE_MS", str(PATIENCE_MS))))
    except ValueError:
        raise ParvisError("PARVIS_PATIENCE_MS must be a whole number of milliseconds") from None


def watch_clicks(place: str) -> None:
    """Watch over the clicks on a page; call it in each run that draws their buttons, at `place` in the work."""
    session = state.setdefault("watch_session", secrets.token_hex(4))
    state["watch_runs"] = run = state.get("watch_runs", 0) + 1
    data = {"place": place, "session": session, "clicks": state.get("clicks", 0), "run": run, "patience": patience()}
    _WATCH(key="watch", data=data, height="content")


def carried_out() -> None:
    """Note that a click was carried out (or refused); the next run tells the browser."""
    state["clicks"] = state.get("clicks", 0) + 1


def connection_lines(saved: str = "") -> str:
    """The lines, hidden at first, for no connection (with what is `saved`) and for a lost click, as HTML."""
    return (
        f'<p class="line trouble offline">{escape(_("Not connected."))} {escape(saved)}</p>'
        f'<p class="line trouble lost">{escape(_("Your last click did not reach us. Please repeat it."))}</p>'
    )
