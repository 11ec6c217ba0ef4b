// Shows a code as text, never as markup, and copies it. By plain http a browser has no clipboard: then it is selected.
export default ({ data, parentElement }) => {
  const find = (id) => parentElement.querySelector(`#${id}`)
  find("label").textContent = data.label
  find("code").textContent = data.code
  find("copy").textContent = data.copy
  find("copy").onclick = async () => {
    try {
      await navigator.clipboard.writeText(data.code)
      find("said").textContent = data.copied
    } catch {
      getSelection().selectAllChildren(find("code"))
      find("said").textContent = data.selected
    }
  }
}
