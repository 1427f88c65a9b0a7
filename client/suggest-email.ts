import { emailPattern, readAddress } from '../src/kit/email.shared.ts'
import { suggestEmail } from '../src/kit/email-suggestion.shared.ts'

/** Shows the address in the email field that the visitor leaves, and offers the one probably meant. */
export function suggestOnLeave(root: HTMLElement): void {
  root.addEventListener('focusout', ({ target }) => suggestFor(target))
  // On a slow network, the visitor leaves the field before this script has loaded.
  for (const field of root.querySelectorAll('input[type=email]'))
    if (field !== document.activeElement) suggestFor(field)
}

function suggestFor(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement) || field.type !== 'email') return
  const address = readAddress(field.value)
  // Shows what the form will send.
  if (address !== field.value && emailPattern.test(address)) field.value = address
  const line = field.closest('.field')?.nextElementSibling
  if (!(line instanceof HTMLElement) || line.dataset['didYouMean'] === undefined) return
  const meant = suggestEmail(field.value)
  line.replaceChildren(...(meant === null ? [] : [offerOf(line, field, meant)]))
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
