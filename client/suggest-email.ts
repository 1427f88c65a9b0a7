import { suggestEmail } from '../src/domain/email-suggestion.ts'

/** Offers the address that was probably meant, when the visitor leaves an email field. */
export function suggestOnLeave(root: HTMLElement): void {
  const line = root.querySelector<HTMLElement>('[data-did-you-mean]')
  if (!line) return
  root.addEventListener('focusout', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'email') return
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
