// Mounts the desk of eval_core/web/desk in Streamlit's element, and hands on what later runs of the page give.
const PAUSES_S = [1, 2, 4, 8, 15]

// Streamlit calls this at each run of the page with new data, with the same element. Of a run that was overtaken while
// this script was on its way, it cleans up after the next has begun: only the last one may take the desk away.
export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector(".desk-host")
  const run = (host.run = (host.run ?? 0) + 1)
  host.latest = data
  host.trigger = setTriggerValue
  host.wanted = true
  if (host.desk) host.desk.update(data)
  else if (!host.loading) load(host, 0)
  return () => {
    if (host.run !== run) return
    host.desk?.unmount()
    host.desk = null
    host.wanted = false
  }
}

// Scripts of a page may get lost like anything else: try again, for a page without its desk is of no use.
async function load(host, attempt) {
  host.loading = true
  try {
    const { mount } = await import(new URL(host.latest.src, document.baseURI).href)
    if (host.wanted) host.desk = mount(host, host.latest, (name, value) => host.trigger(name, value))
    host.loading = false
  } catch (error) {
    console.error(error)
    setTimeout(() => load(host, attempt + 1), 1000 * PAUSES_S[Math.min(attempt, PAUSES_S.length - 1)])
  }
}
