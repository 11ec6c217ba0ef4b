// The element of leaving_guard.py: the browser asks before a tab goes whose fields hold something that is not saved.
export default function ({ data }) {
  window.parvisUnsaved = data.unsaved
  if (!window.parvisGuardsLeaving) {
    window.parvisGuardsLeaving = true
    // A field sends its text when it loses the focus: until then the server does not know of it.
    let typing = null
    window.addEventListener("input", (event) => { typing = event.target }, true)
    window.addEventListener("focusout", () => { typing = null }, true)
    window.addEventListener("beforeunload", (event) => {
      const begun = typing && window.parvisUnsaved !== undefined && document.contains(typing)
      if (window.parvisUnsaved || begun) event.preventDefault()
    })
  }
  return () => { window.parvisUnsaved = undefined }
}
