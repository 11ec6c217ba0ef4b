// The menu: the way to My work, how large texts are, which language, which campaign, and out.

import { button, el } from "./dom.js"

/** @import {Desk} from "./types.js" */
/** @import {Panel} from "./panels.js" */

/**
 * @param {Desk} desk
 * @returns {Panel}
 */
export function menuPanel(desk) {
  const body = el("div", { class: "panel-body" })

  function fillBody() {
    const { words, data } = desk
    const { menu } = data
    /** @type {HTMLElement[]} */
    const parts = [
      button("my_work", words.my_work ?? "", () => desk.tell("go", "my_work"), { class: "link" }),
      options(words.text_size ?? "", "size", menu.sizes.map((size) => [String(size), `${size}\u00a0%`]), String(data.size), (size) => desk.tell("text_size", Number(size))),
    ]
    const keys = button("keys", words.keys ?? "", () => desk.open("keys"), { class: "link keyboard" })
    // Staff have these in their sidebar.
    if (menu.staff) parts.push(keys)
    else {
      parts.push(options(words.language ?? "", "language", Object.entries(menu.languages), data.reads, (language) => desk.tell("language", language)))
      if (menu.campaigns.length > 1) {
        parts.push(options(words.campaign ?? "", "campaign", menu.campaigns, data.slug, (slug) => desk.tell("campaign", slug)))
      }
      parts.push(keys, el("form", { method: "post", action: `${data.base}/leave` }, el("button", { type: "submit", class: "link", data: { do: "leave" } }, words.sign_out ?? "")))
    }
    body.replaceChildren(...parts)
  }

  return { title: desk.words.menu ?? "", body, opened: fillBody, show: () => { mark(); return true } }

  // What was chosen may take a moment to come back from the server: the buttons show what is in force.
  function mark() {
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll("[data-size]"))) {
      one.setAttribute("aria-pressed", String(one.dataset.size === String(desk.data.size)))
    }
  }
}

/**
 * @param {string} title
 * @param {string} kind
 * @param {[string, string][]} choices value and label
 * @param {string} now
 * @param {(value: string) => void} choose
 */
function options(title, kind, choices, now, choose) {
  const heading = `menu-${kind}`
  return el("div", { class: "options" }, el("h3", { id: heading }, title),
    el("div", { class: "row", role: "group", "aria-labelledby": heading },
      ...choices.map(([value, label]) =>
        el("button", { type: "button", data: { [kind]: value }, "aria-pressed": String(value === now), lang: kind === "language" ? value : null, onclick: () => { if (value !== now) choose(value) } }, label))))
}
