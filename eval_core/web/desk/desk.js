// The annotators' desk: mounts it, and wires its parts.
//
// `mount(host, data, tell)` gives the host a shadow root and returns {update(data), unmount()}. What the annotator does
// becomes an action: state.js lays it over the pile at once, the screen follows in the same frame, outbox.js keeps it and
// sender.js sends it until the server has answered.
//
// What lies where:
//
//   .desk[data-mode][data-stage][data-assignment]
//     header.bar                   bar.js: count, Guidelines, Ask us, Skip, Menu
//     div.middle                   the one part that scrolls; a middle's `root` lies in it
//     .panels                      panels.js: beside the middle from 1200 px, else over its lower half; never over the foot
//     .above                       the row above the choices: a middle's `above` lies in it
//     footer.foot                  foot.js: .row (switch, line, Undo), .choices
//     .said                        live.js
//
// A **middle** (types.js, `Middle`) is what a mode shows: {root, above, show(view, before), keys, hide}.
//   judge, why   pair.js; in `why` the row above the choices is why.js
//   answer       pair.js stays in the middle (its texts do not move; the feedback's marks show in them), and the row above
//                the choices is `above` of stages.js, with button[data-do=next] -> desk.next(). view.feedback is there.
//   intro        `root` and `above` of stages.js, with button[data-do=begin] -> desk.begin(). view.stage says before what.
//                Where responses are rated, rating.js stays: the points that were expected show in the criteria.
//   rate         `root` and `above` of rating.js, with button[data-do=save] -> desk.rate(sheet, scores, explanations, marks)
//   gate         nothing: Streamlit draws its screen below
// `show` is called whenever anything changed: compare view.sheet's assignment and revision with what is shown, and keep
// nodes. Words and labels may have changed too (another language). Nothing in `root` may lie under the foot: .middle
// scrolls and ends above it. A middle for rating builds its texts with plainText/formattedText of words.js and marks with
// marks.js (`makeMarks`).
//
// **Panels** (types.js, `Panels`): makePanels(desk) -> {root, current, open(name, opener), show(view), keys}. `open(null)`
// closes. desk.open(name) toggles. Escape reaches `keys` first.
//
// **Keys**: panel, middle, frame, in this order; who returns true has taken the key. Nobody adds listeners for keys.
//
// **Times**: the dwell guard is the frame's: desk.choose and desk.rate do nothing before sheet.dwell_ms, and say so. Nor is
// why answered before desk.hasty() is over.

import { makeBar } from "./bar.js"
import { makeClock } from "./clock.js"
import { el, fill } from "./dom.js"
import { makeFoot } from "./foot.js"
import { makeFrameKeys } from "./frame_keys.js"
import { listen } from "./keys.js"
import { lineOf, waitingOf } from "./line.js"
import { makeLive } from "./live.js"
import { makeMarks } from "./marks.js"
import { makePage } from "./page.js"
import { makePair } from "./pair.js"
import { makePanels } from "./panels.js"
import { makeRating } from "./rating.js"
import { changeReasons, nameOfReasons, reasonsOf } from "./reasons.js"
import { makeStages } from "./stages.js"
import { closeConnectionErrors, fontsLoaded, lieIn, stayOpaque } from "./streamlit.js"
import { makeWhy } from "./why.js"
import { openWork } from "./work.js"

/** @import {Choice, Data, Desk, Mark, Sheet, Side, Tell, View} from "./types.js" */
/** @import {Work} from "./work.js" */

/** What came up so short a time ago is not answered yet: the second of two presses is meant for what was there before. */
const HASTE_MS = 400

/** @type {never[]} always the same, so that nothing is painted anew for it */
const NONE = []

/**
 * @param {HTMLElement} host
 * @param {Data} data
 * @param {Tell} tell
 * @returns {{update: (data: Data) => void, unmount: () => void}}
 */
export function mount(host, data, tell) {
  let handle = lie(host, data, tell)
  return {
    update(fresh) {
      if (fresh.slug === data.slug && fresh.owner === data.owner && fresh.base === data.base) handle.update(fresh)
      else {
        handle.unmount()
        handle = lie(host, fresh, tell)
      }
      data = fresh
    },
    unmount: () => handle.unmount(),
  }
}

/**
 * One desk, for one person and campaign.
 * @param {HTMLElement} host
 * @param {Data} data
 * @param {Tell} tell
 */
function lie(host, data, tell) {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: "open" })
  const middle = el("div", { class: "middle", tabindex: 0 })
  middle.addEventListener("blur", () => middle.classList.remove("quiet"))
  const float = el("div", { class: "float" })
  const live = makeLive()
  const clock = makeClock()
  clock.idleAfter(data.pile.idle_ms)
  /** @type {Work|null} */
  let work = null
  /** @type {View|null} */
  let before = null
  let message = { text: "", trouble: false }
  let gone = false
  let picking = false
  let acted = false
  /** @type {HTMLElement|null} the choice on which the keyboard stood */
  let back = null

  /** @type {Desk} */
  const desk = {
    data,
    words: data.words,
    view: /** @type {View} */ (/** @type {unknown} */ (null)),
    middle,
    float,
    choose,
    goOn,
    next: () => work?.next(),
    begin: () => work?.begin(),
    undo,
    skip(reason, comment, assignment) {
      const sheet = desk.view.sheets.find((one) => one.assignment === assignment) ?? desk.view.sheet
      if (!sheet) return
      tellLine(desk.words.skipped ?? "")
      work?.act({ kind: "skip", assignment: sheet.assignment, revision: sheet.revision, reason, comment, ...clock.times() })
      leftBeside(sheet)
    },
    ask: (question, marks, assignment) => work?.act({ kind: "ask", question, marks, assignment }),
    rate(sheet, scores, explanations, marks) {
      if (!settled(sheet.dwell_ms)) return
      tellLine("")
      acted = true
      const { assignment, revision } = sheet
      const more = { ...clock.times(), layout: pair.layout(), view: data.view, language: data.language }
      work?.act({ kind: "rate", assignment, revision, scores, explanations, marks, ...more })
      leftBeside(sheet)
    },
    read: (version, seen_ms) => work?.act({ kind: "read", version, seen_ms }),
    seen: (until) => work?.act({ kind: "seen", ...(until ? { until } : {}) }),
    talk: async () => /** @type {any} */ (await work?.sender.talk()),
    open(name) {
      panels.open(name === panels.current ? null : name)
      root.dataset.panel = panels.current ?? ""
      bar.show(desk.view, panels.current)
      marks.place()
    },
    picked: () => (desk.view.mode === "rate" ? (rating.picked?.() ?? []) : marks.picked()),
    selected: () => panels.show(desk.view),
    picking(on) {
      picking = on
      if (desk.view.mode === "rate") rating.picking?.(on)
      if (before) showMarks(desk.view)
    },
    line: (text, trouble = false) => tellLine(text, trouble),
    say: live.say,
    draft: (key) => work?.outbox.drafts.get(key),
    keep: (key, value) => work?.outbox.keep(key, value),
    times: clock.times,
    hasty: () => !clock.settled(Math.min(HASTE_MS, desk.view.sheet?.dwell_ms ?? HASTE_MS)),
    layout: () => pair.layout(),
    tell,
  }
  const pair = makePair(desk, () => {
    if (!before) return
    foot.show(desk.view, pair.ready())
    showMarks(desk.view)
  })
  const marks = makeMarks(desk, {
    changed: (/** @type {Mark[]} */ now) => changeReasons(desk, { marks: now }),
    selected: () => desk.selected(),
    named: (side) => pair.layout() !== "side_by_side" && pair.turn(side),
  })
  const why = makeWhy(desk)
  const stages = makeStages(desk)
  const rating = makeRating(desk)
  const bar = makeBar(desk)
  const foot = makeFoot(desk)
  const panels = makePanels(desk)
  const page = makePage(tell, data)
  foot.switch.append(pair.switch)
  const root = el("div", { class: "desk", style: "visibility: hidden; position: fixed" }, bar.root, middle, float, panels.root, foot.over, foot.root, live.root)
  const address = (/** @type {string} */ name) => new URL(`${name}.css`, import.meta.url).href
  const styles = ["desk", "rating", "stages", "panels"].map((name) => el("link", { rel: "stylesheet", href: address(name) }))
  const loaded = (/** @type {HTMLLinkElement} */ one) => new Promise((done) => (one.onload = one.onerror = done))
  const styled = Promise.all([...styles.map(loaded), fontsLoaded()])
  shadow.replaceChildren(...styles, root)
  const leave = [lieIn(host, root), closeConnectionErrors(host)]
  stayOpaque(host)
  root.addEventListener("pointermove", (event) => event.pointerType === "mouse" && root.classList.add("moved"))

  /** @param {number} dwell */
  function settled(dwell) {
    if (clock.settled(dwell)) return true
    tellLine(desk.words.not_yet ?? "", true)
    return false
  }

  /**
   * The time of a sheet that went from beside the first one is not told again for the first: the server counts it once.
   * @param {Sheet} sheet
   */
  function leftBeside(sheet) {
    const { view } = desk
    if (view.sheet?.group !== undefined && view.sheet.group === sheet.group && view.sheet.assignment !== sheet.assignment) clock.painted()
  }

  /** @param {Choice} choice */
  function choose(choice) {
    const { view } = desk
    if (!view.sheet || view.mode !== "judge" || view.held) return
    const unseen = pair.unseen()
    if (unseen) return tellLine(fill(desk.words.side_unseen_choice, { side: unseen }), true)
    if (!settled(view.sheet.dwell_ms)) return
    const { assignment, revision } = view.sheet
    const more = { layout: pair.layout(), view: data.view, prompt_opened: pair.opened(), language: data.language }
    message = { text: "", trouble: false }
    acted = true
    work?.act({ kind: "choose", assignment, revision, choice, ...clock.times(), ...more })
  }

  function goOn() {
    const { view } = desk
    if (!view.sheet || view.mode !== "why" || view.held) return
    if (desk.hasty()) return tellLine(desk.words.too_soon ?? "", true)
    const { assignment, revision } = view.sheet
    message = { text: "", trouble: false }
    work?.act({ kind: "explain", assignment, revision, marks: marks.marks(), ...why.given() })
  }

  function undo() {
    const entry = desk.view.undo
    if (!entry || !work) return
    const rates = desk.view.protocol.kind === "rating"
    const key = { choose: "undone", rate: "undone_rating", explain: "undone_reasons" }[
      /** @type {"choose"} */ (entry.kind)
    ]
    tellLine(desk.words[key ?? (rates ? "undone_skip_rating" : "undone_skip")] ?? "")
    work.undo()
  }

  /**
   * @param {string} text
   * @param {boolean} [trouble]
   */
  function tellLine(text, trouble = false) {
    message = { text, trouble }
    if (text) live.say(text)
    showLine()
  }

  function showLine() {
    if (!work) return
    const { connection } = work
    const oldest = work.oldest()
    bar.beside(waitingOf(desk, { connection, oldest }))
    const now = lineOf(desk, { message, connection, oldest, lasting: work.outbox.lasting })
    foot.line(now.text, now.trouble, now.text.length > 32, now.hint)
  }

  /** @param {View} view */
  function paint(view) {
    desk.view = view
    const { mode, sheet } = view
    root.dataset.mode = mode
    root.dataset.stage = view.stage
    root.dataset.kind = view.protocol.kind
    const rated = mode === "rate" || (mode === "answer" && view.protocol.kind === "rating")
    root.dataset.assignment = String(sheet?.assignment ?? "")
    root.dataset.waiting = String(view.waiting)
    root.style.setProperty("--size", String(desk.data.size / 100))
    const other = sheet?.assignment !== before?.sheet?.assignment || sheet?.made !== before?.sheet?.made || mode !== before?.mode || sheet?.revision !== before?.sheet?.revision
    if (!rated && (mode === "judge" || mode === "why" || mode === "answer")) {
      place(pair.root)
      pair.show(view)
    }
    showMarks(view)
    if (mode === "why") why.show(view)
    if (mode === "intro" || mode === "answer") stages.show(view, before)
    if (mode === "intro") {
      pair.name()
      place(stages.root)
    }
    if (rated) {
      place(rating.root)
      rating.show(view, before)
    }
    if (mode === "gate") place(null)
    foot.above(mode === "why" ? why.root : mode === "rate" ? rating.above : mode === "intro" || mode === "answer" ? stages.above : null)
    bar.show(view, panels.current)
    foot.show(view, pair.ready())
    panels.show(view)
    if (other) {
      clock.painted()
      root.classList.remove("moved")
      if (before) turned(view, before)
    }
    before = view
    page.show(view, desk.data, turnedAway())
    showLine()
    requestIdle(() => gone || pair.prepare(view))
  }

  /**
   * Another screen: the keyboard stands where it goes on, and the screen reader is told.
   * @param {View} view
   * @param {View} was
   */
  function turned(view, was) {
    const { words } = desk
    const active = shadow.activeElement
    if (view.mode === "why") {
      live.say(`${root.querySelector(".why-title")?.textContent ?? ""} ${words.why_hint ?? ""}`)
      if (active?.closest("aside")) return
      back = active instanceof HTMLElement && active.matches("[data-choice]:focus-visible") ? active : null
      const side = sideOf(view)
      if (side) pair.columns[side].section.focus({ preventScroll: true })
      else quietly()
      return
    }
    if (was.mode === "why") back?.focus({ preventScroll: true })
    atTheTexts()
    if (view.mode === "judge" && view.sheet?.assignment !== was.sheet?.assignment) live.say(words.next_comparison ?? "")
    if (view.mode === "rate" && view.sheet?.assignment !== was.sheet?.assignment) live.say(words.next_response ?? "")
    if (clock.tired()) tellLine(words.rest ?? "")
  }

  /** What was pressed may be gone: the keyboard goes on from the texts, not from the top of the page. */
  function atTheTexts() {
    if (!gone && !shadow.activeElement && document.activeElement === document.body) quietly()
  }

  /** Nobody went there: no ring lies around the texts. */
  function quietly() {
    middle.classList.add("quiet")
    middle.focus({ preventScroll: true })
  }

  /**
   * Where an issue without a place belongs: to the text in front, or to the one that was not chosen. Of two that are
   * equally good none is: the reader says which.
   * @param {View} view
   * @returns {Side|null}
   */
  function sideOf(view) {
    if (view.chosen === "tie") return null
    return pair.layout() === "switched" ? pair.front() : view.chosen === "A" ? "B" : "A"
  }

  /**
   * Words can be marked in mode why, picked up for a question at any time, and show what the training says.
   * @param {View} view
   */
  function showMarks(view) {
    const { mode, feedback, protocol } = view
    const use = mode === "why" ? "mark" : mode === "answer" && protocol.kind === "pairwise" ? "read" : picking && mode === "judge" ? "pick" : "off"
    const lesson = feedback && "marks" in feedback ? feedback.marks : NONE
    marks.show({
      use,
      issues: protocol.issues ?? NONE,
      marks: use === "read" ? lesson : use === "mark" ? reasonsOf(desk, view).marks : NONE,
      about: nameOfReasons(view),
      side: sideOf(view),
      front: pair.layout() === "switched" ? pair.front() : null,
      columns: pair.columns,
    })
  }

  /** @param {HTMLElement|null} node */
  function place(node) {
    if (node === null) middle.replaceChildren()
    else if (middle.firstChild !== node) middle.replaceChildren(node)
  }

  const frameKeys = makeFrameKeys(desk, { foot, pair, panels })
  const turnedAway = () => work?.connection === "signed_out" || work?.connection === "not_allowed"

  const ears = () => {
    const own = { why: why.keys, rate: rating.keys, intro: stages.keys, answer: stages.keys }
    const middles = own[/** @type {"why"} */ (desk.view?.mode)]
    return [panels.keys, middles, marks.keys, frameKeys].filter((one) => one !== undefined)
  }
  const deaf = listen(host, ears, (key) => {
    if (key === "f" || key === "") pair.flip(false)
  })

  const ticking = setInterval(() => work && showLine(), 1000)
  const opening = openWork(data, {
    changed: paint,
    refused(word) {
      tellLine(desk.data.refusals[word] ?? word, true)
    },
    connection(now) {
      if (!work) return
      showLine()
      page.show(desk.view, desk.data, turnedAway())
      // Not in the middle of a text: after something that was saved.
      if (now === "online" && page.outdated(desk.data) && acted) setTimeout(() => gone || page.renew(desk.view), 0)
    },
    language: () => desk.data.reads,
  })
  void Promise.all([opening, styled]).then(([opened]) => {
    if (gone) return opened.end()
    work = opened
    paint(opened.view)
    root.style.visibility = root.style.position = ""
    // What was pressed on the page before goes with it, perhaps a moment later.
    for (const when of [0, 300, 1000]) setTimeout(atTheTexts, when)
  })

  return {
    /** @param {Data} fresh */
    update(fresh) {
      // What was said last was said in the other language.
      if (fresh.language !== desk.data.language) live.say("")
      desk.data = data = fresh
      desk.words = fresh.words
      if (page.outdated(fresh)) {
        tellLine(fresh.words.new_version ?? "")
        acted = false // what was judged before must not let the page go in the middle of the next text
      }
      if (work) paint(work.view)
      work?.sender.pull()
    },
    unmount() {
      gone = true
      deaf()
      for (const end of leave) end()
      clearInterval(ticking)
      clock.end()
      page.end()
      pair.end()
      marks.end()
      work?.end()
      shadow.replaceChildren()
    },
  }
}

/** @param {() => void} deed */
function requestIdle(deed) {
  if ("requestIdleCallback" in window) requestIdleCallback(deed, { timeout: 500 })
  else setTimeout(deed, 50)
}
