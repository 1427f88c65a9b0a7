import { formatPhone } from '../src/locale/phone-mask.ts'

/** Formats a field as it is typed in; the caret stays behind the same digit. */
export function maskPhone(input: HTMLInputElement): void {
  const caret = input.selectionStart ?? input.value.length
  const before = input.value.slice(0, caret).replace(/\D/g, '').length
  const masked = formatPhone(input.value)
  if (masked === input.value) return
  const isAtEnd = caret === input.value.length
  input.value = masked
  const place = isAtEnd ? masked.length : placeAfter(masked, before)
  input.setSelectionRange(place, place)
}

function placeAfter(text: string, digits: number): number {
  let seen = 0
  for (let index = 0; index < text.length; index += 1) {
    if (seen === digits && index > 0) return index
    if (/\d/.test(text[index] ?? '')) seen += 1
  }
  return text.length
}
