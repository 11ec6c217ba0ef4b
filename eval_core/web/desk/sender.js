// Sends what waits, one request at a time, again and again until the server has answered. Several tabs of one person
// share one outbox: whoever has the lock sends for all.

/** @import {Answer, Kept, Pile} from "./types.js" */
/** @import {Outbox} from "./outbox.js" */

const MOST_ACTIONS = 50
const MOST_BYTES = 256 * 1024
/** While somebody works, what waits is sent within five seconds of coming back; an idle tab asks more and more rarely. */
const PAUSES_MS = [500, 1000, 2000, 4000]
const LONGER_PAUSES_MS = [8000, 15_000, 30_000]
/** Clicks without a connection do not each ask the server. */
const SHORTEST_MS = 1000
const TIMEOUT_MS = 20_000
const LOCK_PATIENCE_MS = 25_000
/** How long nothing may have been heard before the pile is asked for again when the reader comes back. */
const STALE_MS = 60_000

/** @typedef {"online"|"offline"|"busy"|"signed_out"|"not_allowed"} Connection */

/**
 * @typedef {object} Sender
 * @property {() => void} wake send now what waits
 * @property {() => void} pull ask for the pile, whether or not anything waits
 * @property {() => Promise<unknown>} talk
 * @property {(holding: number[]) => void} leave the tab closes: hand back all but these
 * @property {() => void} end
 */

/**
 * @typedef {object} Ears
 * @property {() => number[]} holding assignments that lie on this desk
 * @property {() => string} language
 * @property {(pile: Pile, answers: Answer[], sent: Kept[]) => void} answered
 * @property {(connection: Connection) => void} connection
 */

/**
 * @param {string} address
 * @param {string} name of the lock
 * @param {Outbox} outbox
 * @param {string} life of this page: its monotonic clock is not another's
 * @param {Ears} ears
 * @returns {Sender}
 */
export function makeSender(address, name, outbox, life, ears) {
  let running = false
  let again = false
  let pulling = false
  let ended = false
  let failures = 0
  let most = MOST_ACTIONS
  let heard = performance.now()
  let tried = -SHORTEST_MS
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer
  /** @type {Answer[]} what the server could not take at all; told with its next pile */
  const refused = []

  const wake = () => {
    if (ended) return
    if (failures && !running && performance.now() - tried < SHORTEST_MS && timer !== undefined) return
    clearTimeout(timer)
    timer = undefined
    if (running) again = true
    else void run()
  }

  async function run() {
    running = true
    do {
      again = false
      const more = await locked(name, round).catch(() => false)
      again ||= more && !ended
    } while (again)
    running = false
  }

  /** One request, if there is anything to say. True: there is more. */
  async function round() {
    const waiting = await outbox.all()
    if (ended || (!waiting.length && !pulling)) return false
    const batch = fitting(waiting, most)
    const pull = pulling
    pulling = false
    tried = performance.now()
    const text = batch.length ? body(batch, ears.holding(), outbox.lasting, life) : null
    const query = new URLSearchParams({ language: ears.language(), ...(text === null && !outbox.lasting ? { ahead: "0" } : {}) })
    const response = await asked(`${address}?${query}`, text)
    if (ended) return false
    if (response?.ok) {
      const told = await response.json().catch(() => null)
      if (told?.pile) return await settled(batch, told)
    }
    pulling ||= pull
    if (response && batch.length && [400, 413, 422].includes(response.status)) return await unfit(batch)
    failed(response)
    return false
  }

  /**
   * @param {Kept[]} batch
   * @param {{pile: Pile, answers?: Answer[]}} told
   */
  async function settled(batch, { pile, answers = [] }) {
    heard = performance.now()
    failures = 0
    await outbox.drop(answers.map((one) => one.id)).catch(() => undefined)
    ears.connection("online")
    ears.answered(pile, [...refused.splice(0), ...answers], batch)
    if (batch.length < most || answers.length < batch.length) most = MOST_ACTIONS
    // What got no answer is tried again, but not without a pause.
    if (answers.length === 0 && batch.length) return failed(null)
    return (await outbox.all()).length > 0
  }

  /**
   * The server does not take this request at all: find the action that it cannot take, and send the rest.
   * @param {Kept[]} batch
   */
  async function unfit(batch) {
    if (batch.length > 1) {
      most = Math.ceil(batch.length / 2)
      return true
    }
    const id = /** @type {Kept} */ (batch[0]).action.id
    await outbox.drop([id])
    pulling = true
    refused.push({ id, result: "refused", word: "bad_action" })
    return true
  }

  /** @param {Response|null} response */
  function failed(response) {
    const status = response?.status ?? 0
    ears.connection(
      status === 401 ? "signed_out" : status === 403 ? "not_allowed" : status === 0 ? "offline" : "busy",
    )
    const pauses = document.visibilityState === "visible" ? PAUSES_MS : [...PAUSES_MS, ...LONGER_PAUSES_MS]
    const pause = pauses[Math.min(failures, pauses.length - 1)] ?? 0
    failures += 1
    // Many desks come back at once after an outage: not all in the same moment.
    const again = () => {
      timer = undefined
      wake()
    }
    timer = setTimeout(again, pause * (0.75 + Math.random() / 2))
    return false
  }

  const back = () => {
    if (document.visibilityState !== "visible") return
    if (performance.now() - heard > STALE_MS) pulling = true
    if (failures || pulling) online()
  }
  const online = () => {
    tried = -SHORTEST_MS
    wake()
  }
  window.addEventListener("online", online)
  document.addEventListener("visibilitychange", back)
  return {
    wake,
    pull() {
      pulling = true
      wake()
    },
    async talk() {
      const response = await asked(`${address}/talk`, null)
      if (!response?.ok) throw new Error("not connected")
      return response.json()
    },
    leave(holding) {
      const headers = { "Content-Type": "application/json" }
      const body = JSON.stringify({ actions: [], holding, ahead: 0 })
      // Nobody is left to read the answer; what does not arrive is handed back when the leases are over.
      fetch(address, { method: "POST", keepalive: true, credentials: "same-origin", headers, body }).catch(() => undefined)
    },
    end() {
      ended = true
      clearTimeout(timer)
      window.removeEventListener("online", online)
      document.removeEventListener("visibilitychange", back)
    },
  }
}

/**
 * @param {string} address
 * @param {string|null} body null: a GET
 * @returns {Promise<Response|null>} null without a connection
 */
async function asked(address, body) {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), TIMEOUT_MS)
  try {
    const headers = body === null ? undefined : { "Content-Type": "application/json" }
    const response = await fetch(address, {
      method: body === null ? "GET" : "POST",
      body,
      headers,
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: control.signal,
    })
    // Read to its end within the time: a connection may break in the middle.
    return new Response(await response.text(), { status: response.status })
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/**
 * As many as one request may hold, at least one.
 * @param {Kept[]} waiting
 * @param {number} most
 */
function fitting(waiting, most) {
  const encoder = new TextEncoder()
  let bytes = 1024
  const batch = []
  for (const kept of waiting.slice(0, most)) {
    bytes += encoder.encode(JSON.stringify(kept.action)).length + 32
    if (batch.length && bytes > MOST_BYTES) break
    batch.push(kept)
  }
  return batch
}

/**
 * @param {Kept[]} batch
 * @param {number[]} holding
 * @param {boolean} lasting
 * @param {string} life
 */
function body(batch, holding, lasting, life) {
  const actions = batch.map(({ action, done_at, at, life: its }) => {
    // The wall clock may be set meanwhile; within one page the monotonic clock knows better.
    const age = its === life ? performance.now() - at : Date.now() - done_at
    return { ...action, age_ms: Math.max(0, Math.round(age)) }
  })
  return JSON.stringify(lasting ? { actions, holding } : { actions, holding, ahead: 0 })
}

/**
 * Only one tab sends at a time. A tab that was put to sleep with the lock does not keep the others waiting for ever:
 * the same action twice is one judgment.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} deed
 * @returns {Promise<T>}
 */
async function locked(name, deed) {
  if (!navigator.locks) return deed()
  const control = new AbortController()
  let entered = false
  const timer = setTimeout(() => !entered && control.abort(), LOCK_PATIENCE_MS)
  try {
    return await navigator.locks.request(name, { signal: control.signal }, () => {
      entered = true
      clearTimeout(timer)
      return deed()
    })
  } catch (trouble) {
    if (entered) throw trouble
    return deed()
  } finally {
    clearTimeout(timer)
  }
}
