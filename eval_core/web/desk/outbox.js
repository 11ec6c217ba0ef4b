// What the annotator did and the server has not answered yet, kept in the browser's own database: one for each person
// and campaign. A draft (marks, ticks, a comment that is being written) is kept beside it.

/** @import {Kept} from "./types.js" */

/**
 * @typedef {object} Outbox
 * @property {boolean} lasting false: this browser cannot keep anything, and it is in memory only
 * @property {() => Promise<Kept[]>} all oldest first
 * @property {(kept: Kept) => Promise<void>} put
 * @property {(ids: string[]) => Promise<void>} drop
 * @property {Map<string, unknown>} drafts
 * @property {(key: string, value: unknown) => void} keep undefined forgets it
 * @property {() => void} close
 */

/** A browser that asks its reader before it stores anything must not keep the desk closed. */
const PATIENCE_MS = 1500

/**
 * @param {string} owner
 * @param {string} slug
 * @returns {Promise<Outbox>}
 */
export async function openOutbox(owner, slug) {
  try {
    const base = await patient(opened(`parvis-desk/${owner}/${slug}`))
    return await lasting(base)
  } catch {
    return fleeting()
  }
}

/**
 * A new id for an action. Plain http has no randomUUID.
 * @returns {string}
 */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (/** @type {number} */ (bytes[6]) & 0x0f) | 0x40
  bytes[8] = (/** @type {number} */ (bytes[8]) & 0x3f) | 0x80
  const hex = [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}

/**
 * @param {string} name
 * @returns {Promise<IDBDatabase>}
 */
function opened(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore("actions", { keyPath: "order", autoIncrement: true })
      request.result.createObjectStore("drafts")
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/**
 * @param {IDBDatabase} base
 * @returns {Promise<Outbox>}
 */
async function lasting(base) {
  // What the browser's database did not take (a full disk): it is sent from memory.
  const memory = fleeting()
  base.onversionchange = () => base.close()
  const drafts = await readDrafts(base)
  return {
    lasting: true,
    drafts,
    async all() {
      const stored = await reading(base).catch(() => [])
      const ids = new Set(stored.map((one) => one.action.id))
      return [...stored, ...(await memory.all()).filter((one) => !ids.has(one.action.id))]
    },
    async put(kept) {
      // It is in memory until it is stored, so that nothing that reads meanwhile misses it.
      await memory.put(kept)
      const { order: _, ...row } = kept
      await written(base, "actions", (store) => store.add(row)).then(
        () => memory.drop([kept.action.id]),
        () => undefined,
      )
    },
    async drop(ids) {
      await memory.drop(ids)
      const orders = (await reading(base)).filter((one) => ids.includes(one.action.id)).map((one) => one.order)
      await written(base, "actions", (store) => orders.forEach((order) => store.delete(order)))
    },
    keep(key, value) {
      if (value === undefined) drafts.delete(key)
      else drafts.set(key, value)
      const change = (/** @type {IDBObjectStore} */ store) => {
        if (value === undefined) store.delete(key)
        else store.put(value, key)
      }
      written(base, "drafts", change).catch(() => undefined)
    },
    close: () => base.close(),
  }
}

/** @returns {Outbox} */
function fleeting() {
  /** @type {Kept[]} */
  let rows = []
  /** @type {Map<string, unknown>} */
  const drafts = new Map()
  return {
    lasting: false,
    drafts,
    all: async () => [...rows],
    put: async (kept) => void rows.push(kept),
    drop: async (ids) => {
      rows = rows.filter((one) => !ids.includes(one.action.id))
    },
    keep: (key, value) => void (value === undefined ? drafts.delete(key) : drafts.set(key, value)),
    close: () => undefined,
  }
}

/**
 * @param {IDBDatabase} base
 * @returns {Promise<Kept[]>}
 */
function reading(base) {
  return new Promise((resolve, reject) => {
    const request = base.transaction("actions").objectStore("actions").getAll()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/**
 * @param {IDBDatabase} base
 * @returns {Promise<Map<string, unknown>>}
 */
function readDrafts(base) {
  return new Promise((resolve, reject) => {
    /** @type {Map<string, unknown>} */
    const found = new Map()
    const request = base.transaction("drafts").objectStore("drafts").openCursor()
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor) return resolve(found)
      found.set(String(cursor.key), cursor.value)
      cursor.continue()
    }
  })
}

/**
 * Resolves once it is safely there.
 * @param {IDBDatabase} base
 * @param {string} name
 * @param {(store: IDBObjectStore) => void} change
 * @returns {Promise<void>}
 */
function written(base, name, change) {
  return new Promise((resolve, reject) => {
    const deed = base.transaction(name, "readwrite", { durability: "relaxed" })
    deed.oncomplete = () => resolve()
    deed.onerror = () => reject(deed.error)
    deed.onabort = () => reject(deed.error)
    change(deed.objectStore(name))
  })
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @returns {Promise<T>}
 */
function patient(promise) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("slow")), PATIENCE_MS))
  return /** @type {Promise<T>} */ (Promise.race([promise, late]))
}
