import { z } from 'zod'
import type { ActivationCode } from '../../domain/activation-code.ts'
import { locales } from '../../locale/locales.ts'

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
  locale: z.enum(locales),
  /** A short text above the heading, such as the plan. */
  eyebrow: z.string().optional(),
  heading: z.string(),
  parts: z.array(part),
})
export type Letter = z.output<typeof letterSchema>
export type LetterPart = Letter['parts'][number]

export type Activation = {
  readonly code: ActivationCode
  readonly isSample: boolean
}

/** Returns the secret identifier of the eSIM that a letter contains, or null. */
export function esimHashOf({ parts }: Letter): string | null {
  return parts.find((each) => each.kind === 'esim')?.esimHash ?? null
}
