// Elements in one call.

/** @typedef {string|number|boolean|null|undefined|EventListener|Record<string, string>} Value */
/** @typedef {Node|string|null|undefined|false} Child */

/**
 * An element with attributes and children. `on…` adds a listener, `data` sets data attributes, true sets an attribute
 * without a value, false, null and undefined leave it away.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue
    if (name === "data") Object.assign(node.dataset, value)
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value)
    else node.setAttribute(name, value === true ? "" : String(value))
  }
  node.append(...children.filter((one) => one !== null && one !== undefined && one !== false))
  return node
}

/**
 * A button; `what` is its data-do.
 * @param {string} what
 * @param {string} label
 * @param {() => void} press
 * @param {Record<string, any>} [attributes]
 */
export function button(what, label, press, attributes = {}) {
  return el("button", { type: "button", data: { do: what }, onclick: press, ...attributes }, label)
}

/**
 * Set the text only if it differs: what is the same is not painted again and not read aloud again.
 * @param {Element} node
 * @param {string} text
 */
export function text(node, text) {
  if (node.textContent !== text) node.textContent = text
}

/**
 * A sentence of the catalogues with its values: "{done} of {quota}".
 * @param {string|undefined} sentence
 * @param {Record<string, string|number>} values
 */
export function fill(sentence, values) {
  return (sentence ?? "").replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))
}

/**
 * A number as the language writes it.
 * @param {number} value
 * @param {string} language
 */
export function number(value, language) {
  return new Intl.NumberFormat(language === "nn" ? "nb" : language).format(value)
}
