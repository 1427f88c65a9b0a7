import { suggestEmail } from '../src/domain/email-suggestion.ts'

/** Offers the address that was probably meant, below the email field that the visitor leaves. */
export function suggestOnLeave(root: HTMLElement): void {
  root.addEventListener('focusout', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'email') return
    const line = target.closest('.field')?.nextElementSibling
    if (!(line instanceof HTMLElement) || line.dataset['didYouMean'] === undefined) return
    const meant = suggestEmail(target.value)
    line.replaceChildren(...(meant === null ? [] : [offerOf(line, target, meant)]))
  })
}

function offerOf(line: HTMLElement, field: HTMLInputElement, meant: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button quiet small'
  button.textContent = `${line.dataset['didYouMean']} ${meant}?`
  button.addEventListener('click', () => {
    field.value = meant
    field.focus()
    line.replaceChildren()
  })
  return button
}
