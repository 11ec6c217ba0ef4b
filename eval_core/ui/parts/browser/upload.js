// Names the button that chooses a file, and lets its frame be what it is: a group with a name.
export default ({ data }) => {
  name(data)
  // A field may be drawn after this was told, and a new one takes the place of one whose file was loaded.
  const later = new MutationObserver(() => name(data))
  later.observe(document.body, { childList: true, subtree: true })
  return () => later.disconnect()
}

function name({ choose }) {
  for (const frame of document.querySelectorAll("[data-testid=stFileUploaderDropzone]")) {
    frame.setAttribute("role", "group")
    frame.querySelector("input")?.setAttribute("aria-label", choose)
    for (const button of frame.querySelectorAll("[data-testid=stBaseButton-secondary]")) button.setAttribute("aria-label", choose)
  }
}
