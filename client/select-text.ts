/** Shows and selects the text of a copy button, so that the visitor can copy it. */
export function selectText(button: HTMLElement): void {
  const { copy = '', byHand = '' } = button.dataset
  const before = button.previousElementSibling
  const text = before?.matches('code') ? before : document.createElement('code')
  text.textContent = copy
  button.before(text)
  button.textContent = byHand
  getSelection()?.selectAllChildren(text)
}
