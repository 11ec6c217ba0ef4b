// The bar of bar.py, as it runs in the browser, and the guard over the keys that its dialogs need.
export default function ({ data, parentElement, setTriggerValue }) {
  guardKeys()
  const bar = parentElement.querySelector(".bar")
  for (const [name, label] of data.buttons) {
    const button = bar.querySelector(`[name="${name}"]`) ?? bar.appendChild(document.createElement("button"))
    button.type = "button"
    button.name = name
    button.ariaHasPopup = "dialog"
    if (button.textContent !== label) button.textContent = label
    button.onclick = () => setTriggerValue("pressed", name)
  }
}

// Once in a page and for good. At the window and while the key travels down, it comes before Streamlit's own ears.
function guardKeys() {
  if (window.parvisKeys) return
  window.parvisKeys = true
  // Streamlit makes what lies behind a dialog inert for the mouse and the tab key, but its shortcuts go on firing:
  // whoever reads the guidelines and touches 1, 2 or 3 would judge a comparison that they do not see.
  const hush = (event) => {
    const writing = event.target.closest?.("input, textarea, [contenteditable]")
    const letter = event.key?.length === 1 && event.key !== " "
    if (letter && !writing && document.querySelector('[role="dialog"]')) event.stopImmediatePropagation()
  }
  // Enter on a ticked reason would take the tick away again, where it is to go on.
  const goOn = (event) => {
    if (event.key !== "Enter" || !event.target.closest?.('.st-key-why [data-testid="stButtonGroup"]')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type === "keydown" && !event.repeat) document.querySelector(".st-key-go_on button")?.click()
  }
  // A key that is held down would choose, go on and choose again, of what nobody has read.
  const once = (event) => {
    if (!event.repeat || event.target.closest?.("input, textarea, [contenteditable]")) return
    if (event.key !== "Enter" && (event.key?.length !== 1 || event.key === " ")) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener("keydown", once, true)
  for (const kind of ["keydown", "keypress", "keyup"]) {
    window.addEventListener(kind, hush, true)
    window.addEventListener(kind, goOn, true)
  }
}
