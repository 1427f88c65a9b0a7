import type { CountryCode } from 'libphonenumber-js/min'
import { formatPhoneAsTyped } from '../src/words/phone-as-typed.shared.ts'

export function formatPhoneFields(root: HTMLElement): void {
  for (const field of root.querySelectorAll<HTMLInputElement>('[data-mask=phone]')) format(field)
  root.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset['mask'] === 'phone') format(target)
  })
}

function format(input: HTMLInputElement): void {
  const caret = input.selectionStart ?? input.value.length
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length
  const country = input.dataset['country'] as CountryCode | undefined // from the locale table
  const formatted = formatPhoneAsTyped(input.value, country)
  if (formatted === input.value) return
  const isAtEnd = caret === input.value.length
  input.value = formatted
  const position = isAtEnd ? formatted.length : positionAfter(formatted, digitsBefore)
  input.setSelectionRange(position, position)
}

function positionAfter(text: string, digits: number): number {
  let seen = 0
  for (let index = 0; index < text.length; index += 1) {
    if (seen === digits && index > 0) return index
    if (/\d/.test(text[index] ?? '')) seen += 1
  }
  return text.length
}
