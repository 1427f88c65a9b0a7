import { z } from 'zod'
import { installLinks, lpaString, type ActivationCode } from '../kit/activation-code.ts'
import { knownLocales, defaultLocale } from '../words/locales.shared.ts'
import { wordsOf, type Words } from '../words/words.shared.ts'

const row = z.object({ label: z.string(), value: z.string() })

/**
 * A link that answers a question. In HTML, the symbol `sign`, such as stars, precedes its label.
 */
const choice = z.object({ sign: z.string(), label: z.string(), url: z.string() })

const part = z.discriminatedUnion('kind', [
  /** `quote` is text by another person, `note` is small print, and `code` is a code to type. */
  z.object({ kind: z.literal(['text', 'quote', 'note', 'code']), text: z.string() }),
  z.object({ kind: z.literal('button'), label: z.string(), url: z.string() }),
  z.object({
    kind: z.literal('link'),
    label: z.string(),
    url: z.string(),
    /**
     * The order whose documents the link opens. The shop removes the link when it sends the email
     * if there are none, and names the credit notes if the table of the letter lists some.
     */
    documentsOf: z.string().optional(),
  }),
  z.object({ kind: z.literal('choices'), choices: z.array(choice) }),
  z.object({
    kind: z.literal('table'),
    rows: z.array(row),
    total: row.nullable(),
    /**
     * The order whose receipt number follows the first row. The shop reads it when it sends the
     * email, because the transaction that writes the email can be the one that gives the number.
     */
    receiptOf: z.string().optional(),
    /** The time since which its credit notes are listed too. ISO 8601, or empty for all of them. */
    creditNotesFrom: z.string().optional(),
    /** The time until which they are listed. By default, that of the email. */
    creditNotesUntil: z.string().optional(),
    /**
     * The total is the amount that was returned to the customer of the order. The stored value is
     * the price.
     */
    isRefundedTotal: z.boolean().optional(),
    /** The time since which the documents are listed that cancel its credit notes. */
    cancellationsFrom: z.string().optional(),
  }),
  /** The activation code of an eSIM. The shop reads it when it sends the email. */
  z.object({ kind: z.literal('esim'), esimHash: z.string() }),
])

/** The content of an email, independent of its layout. The outbox stores it as JSON. */
export const letterSchema = z.object({
  locale: z.enum(knownLocales),
  /** A short text above the heading, such as the plan. */
  eyebrow: z.string().optional(),
  /** The inks of the country that the email is about: a band above the heading, and its edge. */
  inks: z.object({ band: z.string(), ink: z.string() }).optional(),
  heading: z.string(),
  parts: z.array(part),
})
export type Letter = z.output<typeof letterSchema>
export type LetterPart = Letter['parts'][number]

export type Activation = { readonly code: ActivationCode; readonly isSample: boolean }

/** Returns the secret identifier of the eSIM that a letter contains, or null. */
export function esimHashOf({ parts }: Letter): string | null {
  return parts.find((each) => each.kind === 'esim')?.esimHash ?? null
}

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

/** Texts of emails to the owner, in the language of alerts, and not in that of a visitor. */
export const ownerWords = wordsOf(defaultLocale)
