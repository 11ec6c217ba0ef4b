// The watch of connection.py, as it runs in the browser.
const CHOICES = '[class*="st-key-choice_"] button'
const UNDO = ".st-key-undo button"
const MOVES = '[class*="st-key-go_on"] button, [class*="st-key-skip_"] button'
// By the same code as Streamlit's own shortcuts, which know neither the number pad nor modifiers.
const KEYS = { 49: ".st-key-choice_A button", 50: ".st-key-choice_tie button", 51: ".st-key-choice_B button", 85: UNDO,
  13: ".st-key-go_on button" }
const BUTTONS = `${CHOICES}, ${UNDO}, ${MOVES}`
const MEMORY = "parvisClick" // survives a page that is loaded anew

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
    const { asked, lost } = JSON.parse(sessionStorage.getItem(MEMORY) ?? "{}")
    if (asked) this.asked = { ...asked, at: performance.now() }
    if (lost) this.lost = lost
    this.connected = this.isConnected()
    window.addEventListener("click", (event) => this.clicked(event, event.target.closest?.(BUTTONS)), true)
    window.addEventListener("keydown", (event) => this.clicked(event, this.meant(event)), true)
    for (const kind of ["online", "offline", "focus", "pageshow"]) window.addEventListener(kind, () => this.beat())
    document.addEventListener("visibilitychange", () => this.beat())
    new MutationObserver(() => this.look())
      .observe(document.body, { subtree: true, attributeFilter: ["data-test-connection-state"] })
    const tick = () => { this.look(); setTimeout(tick, this.patience / 8) }
    this.patience = 4000
    setTimeout(tick) // when it is told where to speak
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
    if (!button) return
    // Before anything else: drawn anew, buttons stand there some time before the run that draws them tells us of it.
    if (document.body.dataset.parvis === "offline") {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    if (!this.shown) return
    // Enter and space on a button come again as a click, a held key repeats: one word for all.
    const standing = this.standing()
    if (this.asked?.standing === standing) return
    // What came of the click before is painted already, and the run that tells of it is on its way: this click is next.
    const clicks = this.shown.clicks + (this.asked ? 1 : 0)
    const choice = button.matches(`${CHOICES}, ${UNDO}`)
    const done = this.painted() ?? this.shown.done
    this.asked = { ...this.shown, clicks, at: performance.now(), done, choice, standing }
    this.lost = null // what is said of the last click is no word on this one
    this.keep()
    this.look()
  }

  // How far the work has come, as painted.
  painted() {
    return document.querySelector(".count")?.dataset.done
  }

  // What a click is about, as painted.
  standing() {
    const lying = document.querySelector(".reading")?.dataset.assignment
    return `${this.painted()} ${lying} ${document.querySelector(".st-key-go_on") ? "to go on" : "to choose"}`
  }

  // The page was drawn. Does it show that the click was carried out?
  ran(data) {
    const { asked } = this
    if (asked) {
      const same = asked.session === data.session
      // A new session knows no clicks: there the work tells, by the run's word, for what is painted may come later.
      const further = asked.choice ? data.done !== asked.done : data.place !== asked.place
      if (same ? data.clicks > asked.clicks : data.done !== null && further) this.settle(null)
      // A page in trouble tells nothing of the work, and draws itself anew until it does.
      else if (data.done === null) asked.at = Infinity
      // A page drawn meanwhile for another reason tells nothing yet.
      else if (!same || asked.probed) this.settle(data)
    } else if (this.lost && data.done !== null && this.lost.place !== data.place) this.settle(null)
    this.shown = data
    this.patience = data.patience
    this.stale = false
    this.look()
  }

  // Another page lies here now. What became of the click shows when this one comes back. Told of a run that was overtaken
  // while this script was still on its way, it comes after the next one has been told, and means nothing.
  leave(data) {
    if (this.shown !== data) return
    if (this.asked) this.asked.probed = true
    this.shown = null
  }

  settle(lost) {
    this.asked = null
    this.lost = lost
    this.keep()
  }

  keep() {
    sessionStorage.setItem(MEMORY, JSON.stringify({ asked: this.asked, lost: this.lost }))
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
    if (connected ? Math.min(waited, still) > 4 * this.patience : still > 2 * this.patience) this.insist()
    const quiet = performance.now() - this.beatAt
    // Not at once at a click: a run that begins just then drops the server's answer.
    const waits = this.asked && waited >= 0
    if (waits ? waited > this.patience / 4 : !document.hidden && quiet > 2.5 * this.patience) this.beat()
    // Connected, but not drawn anew yet: what is clicked now, a new server would not know.
    const running = document.querySelector(".stApp")?.dataset.testScriptState !== "notRunning"
    if (!running && performance.now() - this.toldAt > this.patience / 4) this.stale = false
    // Of a page loaded anew, the line may be painted later than the watch begins.
    const lost = this.lost && document.querySelector(".line.lost")
    this.say(!connected || this.stale || waited > this.patience ? "offline" : lost ? "lost" : "")
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
    const connected = this.isConnected()
    const { asked } = this
    const signal = AbortSignal.timeout(this.patience)
    const answer = await fetch(window.location.href, { cache: "no-store", signal }).catch(() => null)
    // Meanwhile Streamlit may have found its own way.
    if (!answer?.ok || this.isConnected() !== connected) return
    if (!connected) {
      this.tell("TERMINATE_WEBSOCKET_CONNECTION")
      this.tell("RESTART_WEBSOCKET_CONNECTION")
    } else if (asked && this.asked === asked) window.location.reload()
  }
}

function watchClicks(data, alert) {
  const watch = (window.parvisWatch ??= new Watch())
  watch.alert = alert
  watch.ran(data)
  return () => watch.leave(data)
}
