// The annotator's work in this browser: pile, waiting actions, and what lies on the desk because of them.

import { newId, openOutbox } from "./outbox.js"
import { makeSender } from "./sender.js"
import { broughtBack, lay } from "./state.js"

/** @import {Action, Answer, Data, Kept, Pile, Sheet, View} from "./types.js" */
/** @import {Outbox} from "./outbox.js" */
/** @import {Connection, Sender} from "./sender.js" */
/** @import {Here} from "./state.js" */

/**
 * @typedef {object} Ears
 * @property {(view: View) => void} changed something else may lie on the desk
 * @property {(word: string, action: Action|null) => void} refused
 * @property {(connection: Connection) => void} connection
 * @property {() => string} language that the pile shall speak
 */

/**
 * @typedef {object} Work
 * @property {View} view
 * @property {Outbox} outbox
 * @property {Sender} sender
 * @property {Connection} connection
 * @property {(action: Omit<Action, "id">) => void} act
 * @property {() => void} undo
 * @property {() => void} next
 * @property {() => void} begin
 * @property {() => number} oldest for how long the oldest action has waited, in milliseconds; 0 if none waits
 * @property {() => void} end
 */

/** Drafts that belong to a sheet have its number before the first slash. */
const OF_SHEET = /^(\d+)\//

/**
 * @param {Data} data
 * @param {Ears} ears
 * @returns {Promise<Work>}
 */
export async function openWork(data, ears) {
  const outbox = await openOutbox(data.owner, data.slug)
  const life = newId()
  const name = `parvis-desk/${data.owner}/${data.slug}`
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(name) : null
  /** @type {Map<number, Sheet>} as each was shown last */
  const shown = new Map()
  /** @type {Here} */
  const here = {
    front: null,
    lesson: /** @type {Here["lesson"]} */ (outbox.drafts.get("lesson") ?? null),
    begun: /** @type {string[]} */ (outbox.drafts.get("begun") ?? []),
    lasting: outbox.lasting,
  }
  let pile = data.pile
  let kept = await outbox.all()
  let ended = false
  // An answer that was lost with the page is not told any more.
  if (here.lesson?.feedback === null && !kept.some((one) => one.action.assignment === here.lesson?.sheet.assignment)) {
    here.lesson = null
  }
  tidy(outbox, pile, kept)

  /** Before another try at the test all is said again. */
  const forgetTest = () => {
    if (pile.instead !== "failed" || !here.begun.includes("test")) return
    here.begun = here.begun.filter((stage) => stage !== "test")
    outbox.keep("begun", here.begun)
  }
  forgetTest()

  const relay = () => {
    forgetTest()
    work.view = lay(pile, kept, here)
    // While the server is asked for a sheet, the one that lies there is not the one that is wanted.
    if (!work.view.held) here.front = work.view.sheet?.assignment ?? null
    for (const sheet of work.view.sheets) shown.set(sheet.assignment, sheet)
    ears.changed(work.view)
  }

  /** @param {Here["lesson"]} lesson */
  const learn = (lesson) => {
    here.lesson = lesson
    outbox.keep("lesson", lesson ?? undefined)
  }

  /**
   * @param {Omit<Action, "id">} action
   * @param {Partial<Kept>} [more]
   */
  const act = (action, more) => {
    // A number may be given a second time, when the texts were taken out and others loaded.
    const made = shown.get(action.assignment ?? 0)?.made
    const row = {
      ...{ order: 0, action: { id: newId(), ...action, ...(made ? { made } : {}) }, done_at: Date.now(), at: performance.now(), life },
      ...{ sheet: null, undone: null, ...more },
    }
    kept = [...kept, row]
    relay()
    void outbox.put(row).then(() => {
      channel?.postMessage({ acted: true })
      work.sender.wake()
    })
  }

  /**
   * @param {Pile} fresh
   * @param {Answer[]} answers
   * @param {Kept[]} sent
   */
  const answered = (fresh, answers, sent) => {
    if (ended) return
    const ids = new Set(answers.map((one) => one.id))
    kept = kept.filter((one) => !ids.has(one.action.id))
    pile = fresh
    for (const answer of answers) {
      const action = sent.find((one) => one.action.id === answer.id)?.action ?? null
      const learned = here.lesson && isDone(action) && action?.assignment === here.lesson.sheet.assignment
      if (learned) learn(answer.feedback && here.lesson ? { ...here.lesson, feedback: answer.feedback } : null)
      if (answer.result === "refused") {
        here.front = action?.assignment ?? here.front
        ears.refused(answer.word ?? "", action)
      }
    }
    relay()
    channel?.postMessage({ pile, ids: [...ids] })
  }

  /** @type {Set<string>} other tabs of the same person, in which the same sheets lie */
  const others = new Set()
  if (channel) {
    // Another tab of the same person has come or gone, has done something, or has had an answer.
    channel.onmessage = async ({ data: told }) => {
      if (told.here) {
        if (!others.has(told.here)) channel.postMessage({ here: life })
        others.add(told.here)
        return
      }
      if (told.gone) return void others.delete(told.gone)
      if (told.pile) {
        pile = told.pile
        connection("online")
      }
      kept = await outbox.all()
      if (!ended) relay()
    }
  }

  channel?.postMessage({ here: life })
  const closing = () => {
    channel?.postMessage({ gone: life })
    const { sheet, sheets } = work.view
    // What is being read is kept: it may only be a reload.
    const read = sheets.filter((one) => one === sheet || (one.group !== undefined && one.group === sheet?.group))
    if (!others.size && !kept.length && read.length && read.length < sheets.length) sender.leave(read.map((one) => one.assignment))
  }
  const begun = (/** @type {string} */ stage) => {
    if (here.begun.includes(stage)) return
    here.begun = [...here.begun, stage]
    outbox.keep("begun", here.begun)
  }
  const returned = (/** @type {PageTransitionEvent} */ event) => {
    if (!event.persisted) return
    channel?.postMessage({ here: life })
    sender.pull()
  }
  window.addEventListener("pagehide", closing)
  window.addEventListener("pageshow", returned)

  const holding = () => {
    const lying = work.view.sheets.map((one) => one.assignment)
    const waiting = kept.flatMap(({ action }) => (action.assignment ? [action.assignment] : []))
    return [...new Set([...lying, ...waiting])]
  }
  const connection = (/** @type {Connection} */ now) => {
    if (ended) return
    work.connection = now
    ears.connection(now)
  }
  const sender = makeSender(`${data.base}/desk/${encodeURIComponent(data.slug)}`, name, outbox, life, {
    holding,
    language: ears.language,
    answered,
    connection,
  })
  /** @type {Work} */
  const work = {
    view: lay(pile, kept, here),
    outbox,
    sender,
    connection: "online",
    act(action) {
      const sheet = work.view.sheet
      if (isDone(action) && sheet?.stage === "training") {
        const { scores, explanations, marks } = action
        const given = action.kind === "rate" ? { scores, explanations, marks } : {}
        learn({ sheet: { ...sheet, ...given }, choice: action.choice ?? null, feedback: null })
      }
      // Begun on another computer, perhaps: who ends a test here is told here.
      if (isDone(action) && sheet?.stage === "test") begun(sheet.stage)
      const rated = action.kind === "rate" ? shown.get(action.assignment ?? 0) : undefined
      if (rated) {
        const { scores, explanations, marks } = action
        shown.set(rated.assignment, { ...rated, scores, explanations, marks })
      }
      act(action)
    },
    undo() {
      const entry = work.view.undo
      if (!entry) return
      const sheet = shown.get(entry.assignment)
      here.front = entry.assignment
      const back = sheet ? broughtBack(sheet, entry) : null
      act({ kind: "undo", assignment: entry.assignment, revision: entry.revision }, { sheet: back, undone: entry.kind })
    },
    next() {
      learn(null)
      here.front = null
      relay()
    },
    begin() {
      begun(work.view.stage)
      relay()
    },
    oldest: () => (kept[0] ? Math.max(0, Date.now() - kept[0].done_at) : 0),
    end() {
      ended = true
      window.removeEventListener("pagehide", closing)
      window.removeEventListener("pageshow", returned)
      channel?.postMessage({ gone: life })
      sender.end()
      channel?.close()
      outbox.close()
    },
  }
  here.front = work.view.sheet?.assignment ?? null
  for (const sheet of work.view.sheets) shown.set(sheet.assignment, sheet)
  if (kept.length) sender.wake()
  return work
}

/**
 * Whether an action judges a comparison or rates a response.
 * @param {Omit<Action, "id">|null} action
 */
function isDone(action) {
  return action?.kind === "choose" || action?.kind === "rate"
}

/**
 * Forget drafts of sheets that cannot come back. Where something is in the way, such as a new letter, they can.
 * @param {Outbox} outbox
 * @param {Pile} pile
 * @param {Kept[]} kept
 */
function tidy(outbox, pile, kept) {
  if (pile.instead !== null) return
  const alive = new Set([
    ...pile.sheets.map((one) => one.assignment),
    ...pile.undo.map((one) => one.assignment),
    ...kept.map((one) => one.action.assignment),
  ])
  for (const key of [...outbox.drafts.keys()]) {
    const found = OF_SHEET.exec(key)
    if (found && !alive.has(Number(found[1]))) outbox.keep(key, undefined)
  }
}
