// Keys at the rating desk: a digit chooses in the criterion that is next, N says "not applicable", Enter saves.
const DESK = ".st-key-rating"
const GROUPS = `${DESK} [class*="st-key-mark_"]`
const OPTIONS = 'input[type="radio"]'

const groups = () => [...document.querySelectorAll(GROUPS)]
const chosen = (group) => group.querySelector(`${OPTIONS}:checked`)

// Where the keyboard stands, or else the first criterion without a rating.
function next() {
  return document.activeElement?.closest?.(GROUPS) ?? groups().find((group) => !chosen(group))
}

// The next criterion is marked, without the focus: on one of its options that would be a nudge.
function mark() {
  const at = groups().find((group) => !chosen(group))
  for (const group of groups()) group.toggleAttribute("data-next", group === at)
  return at
}

function pressed(event) {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target.closest?.('input:not([type="radio"]), textarea, [contenteditable]')) return
  if (document.querySelector('[role="dialog"]')) return
  let done = null
  if (event.key === "Enter" && event.target.matches?.(`${DESK} ${OPTIONS}`)) {
    // Streamlit takes an option for a field, in which its own shortcuts rest.
    done = event.target.closest('[data-testid="stForm"]')?.querySelector('[class*="st-key-go_on"] button')
  } else if (/^[0-9n]$/i.test(event.key)) {
    // The options carry their place, not their value; a label begins with its value, or is "not applicable".
    const labels = [...(next()?.querySelectorAll('[data-testid="stRadioOption"]') ?? [])]
    const first = (label) => label.textContent.trim().match(/^[0-9]+/)?.[0] ?? "n"
    done = labels.find((label) => first(label) === event.key.toLowerCase())?.querySelector(OPTIONS)
  }
  if (!done) return
  event.preventDefault()
  event.stopPropagation()
  done.click()
}

function changed(event) {
  if (event.target.closest?.(GROUPS)) requestAnimationFrame(() => mark()?.scrollIntoView({ block: "nearest" }))
}

// Once in a page and for good: Streamlit cleans up after a run that was overtaken while this script was still on its way
// only when the next one has listened already, and would leave nobody listening.
export default function () {
  if (!window.parvisRates) {
    window.parvisRates = true
    window.addEventListener("keydown", pressed, true)
    document.addEventListener("change", changed)
  }
  requestAnimationFrame(mark)
}
