// What Streamlit leaves out around a page: its language, which link leads to the page that is open, links within tables
// that load nothing again, and a sidebar that gives way on a phone once a choice is made.
const NARROW = 768 // pixels: up to here Streamlit lays the sidebar over the page
const PATIENCE = 5000 // milliseconds: the sidebar may be drawn after this was told

export default ({ data, setTriggerValue }) => {
  // Streamlit declares its page to be English, and a screen reader would read Norwegian aloud as English (WCAG 3.1.1).
  document.documentElement.lang = data.language
  // Its first link is in English too.
  const skip = document.querySelector("[data-testid=stSkipToContent]")
  if (skip) skip.textContent = data.skip
  globalThis.parvisPages?.disconnect()
  if (!mark(data)) {
    const waiting = (globalThis.parvisPages = new MutationObserver(() => mark(data) && waiting.disconnect()))
    waiting.observe(document.body, { childList: true, subtree: true })
    setTimeout(() => waiting.disconnect(), PATIENCE)
  }
  listen("parvisFold", fold)
  listen("parvisFollow", (event) => follow(event, setTriggerValue))
}

// One listener for the clicks of a page, in place of the one before.
function listen(name, heard) {
  document.removeEventListener("click", globalThis[name])
  globalThis[name] = heard
  document.addEventListener("click", heard)
}

// A link of a table leads to its page as Streamlit's own links do: a new load of everything would lose what was typed.
function follow(event, setTriggerValue) {
  const link = event.target.closest?.("a.way")
  const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (!link || elsewhere) return
  event.preventDefault()
  setTriggerValue("way", link.getAttribute("href"))
}

// Names the sidebar, and the link to the page that is open; whether they are there.
function mark({ page, sidebar }) {
  const links = document.querySelectorAll(".st-key-pages a")
  document.querySelector("[data-testid=stSidebar]")?.setAttribute("aria-label", sidebar)
  for (const link of links) {
    if (link.getAttribute("href").split("?")[0] === page) link.setAttribute("aria-current", "page")
    else link.removeAttribute("aria-current")
  }
  return document.querySelector(".st-key-foot") !== null && links.length > 0
}

function fold({ target }) {
  if (window.innerWidth > NARROW || !target.closest(".st-key-pages a, .st-key-campaign_list a")) return
  // After the click itself was dealt with.
  setTimeout(() => document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click())
}
