// For dialogs with a text area: open ready to type, and keep what was typed when Escape closes the dialog.
export default function ({ parentElement }) {
  const here = parentElement.host ?? parentElement
  if (!here.dataset.opened) {
    here.dataset.opened = "yes"
    // The dialog takes the focus itself when it opens; this comes after.
    setTimeout(() => document.querySelector('[role="dialog"] textarea')?.focus(), 50)
  }
  if (window.parvisKeepsDrafts) return
  window.parvisKeepsDrafts = true
  const keep = (event) => {
    if (event.key === "Escape" && event.target.matches?.("textarea")) event.target.blur()
  }
  // Once per page and for good. On the window and in the capture phase, it runs before the dialog's own listener.
  window.addEventListener("keydown", keep, true)
}
