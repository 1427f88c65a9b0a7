import { installLinks, lpaString } from '../../domain/activation-code.ts'
import { wordsOf } from '../../locale/words.ts'
import type { Words } from '../../locale/words.ts'
import type { Activation, Letter, LetterPart } from './letter.ts'

/**
 * Returns a letter for the outbox, and its text. The stored text contains no activation codes, so
 * that nobody can install an eSIM with it.
 */
export function writeLetter(letter: Letter): { readonly letter: Letter; readonly body: string } {
  return { letter, body: letterText(letter, null) }
}

/** Returns a letter as plain text. Without an activation it contains no codes. */
export function letterText(
  { locale, eyebrow, heading, parts }: Letter,
  activation: Activation | null,
): string {
  const words = wordsOf(locale)
  const paragraphs = parts.map((part) => paragraphOf(part, activation, words))
  const title = eyebrow === undefined ? heading : `${heading}\n${eyebrow}`
  return [title, ...paragraphs.filter((text) => text !== '')].join('\n\n')
}

function paragraphOf(part: LetterPart, activation: Activation | null, words: Words): string {
  switch (part.kind) {
    case 'text':
    case 'quote':
    case 'note':
    case 'code':
      return part.text
    case 'button':
    case 'link':
      return `${part.label}: ${part.url}`
    case 'choices':
      return part.choices.map(({ label, url }) => `${label}: ${url}`).join('\n')
    case 'table': {
      const rows = part.total ? [...part.rows, part.total] : part.rows
      return rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    }
    case 'esim':
      return activation ? activationText(activation, words) : ''
  }
}

function activationText({ code, isSample }: Activation, words: Words): string {
  const links = installLinks(code)
  return [
    ...(isSample ? [words('instruction.sample')] : []),
    ...activationRows(code, words).map(({ label, value }) => `${label}: ${value}`),
    ...(links ? [`${words('instruction.installIOS')}: ${links.ios}`] : []),
    ...(links ? [`${words('instruction.installAndroid')}: ${links.android}`] : []),
  ].join('\n')
}

/** Returns the codes for manual entry, and the LPA string, which some phones accept. */
export function activationRows(code: Activation['code'], words: Words) {
  const { smdpAddress, matchingId, confirmationCode } = code
  return [
    { label: words('instruction.smdp'), value: smdpAddress },
    { label: words('instruction.code'), value: matchingId },
    ...(confirmationCode === null
      ? []
      : [{ label: words('instruction.confirmation'), value: confirmationCode }]),
    { label: words('instruction.lpa'), value: lpaString(code) },
  ]
}
