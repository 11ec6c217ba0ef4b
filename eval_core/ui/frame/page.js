// What Streamlit leaves out around a page: its language, which link leads to the page that is open, and a sidebar that
// gives way on a phone once a choice is made.
const NARROW = 768 // pixels: up to here Streamlit lays the sidebar over the page

export default ({ data }) => {
  // Streamlit declares its page to be English, and a screen reader would read Norwegian aloud as English (WCAG 3.1.1).
  document.documentElement.lang = data.language
  // Its first link is in English too.
  const skip = document.querySelector("[data-testid=stSkipToContent]")
  if (skip) skip.textContent = data.skip
  const sidebar = document.querySelector("[data-testid=stSidebar]")
  if (sidebar) sidebar.ariaLabel = data.sidebar
  for (const link of document.querySelectorAll(".st-key-pages a")) {
    const open = link.getAttribute("href").split("?")[0] === data.page
    link.ariaCurrent = open ? "page" : null
  }
  document.removeEventListener("click", globalThis.parvisFold)
  globalThis.parvisFold = ({ target }) => {
    if (window.innerWidth > NARROW || !target.closest(".st-key-pages a, .st-key-campaign_list a")) return
    // After the click itself was dealt with.
    setTimeout(() => document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click())
  }
  document.addEventListener("click", globalThis.parvisFold)
}
