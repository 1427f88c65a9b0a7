import { z } from 'zod'
import type { ActivationCode } from '../../domain/activation-code.ts'
import { locales } from '../../locale/locales.ts'

const row = z.object({ label: z.string(), value: z.string() })

/** A link that answers a question. `sign` is a symbol before its label in HTML, such as stars. */
const choice = z.object({ sign: z.string(), label: z.string(), url: z.string() })

const part = z.discriminatedUnion('kind', [
  /** `quote`: words of another person. `note`: small print. `code`: a code to type. */
  z.object({ kind: z.literal(['text', 'quote', 'note', 'code']), text: z.string() }),
  z.object({ kind: z.literal(['button', 'link']), label: z.string(), url: z.string() }),
  z.object({ kind: z.literal('choices'), choices: z.array(choice) }),
  z.object({ kind: z.literal('table'), rows: z.array(row), total: row.nullable() }),
  /** The data that a phone needs to install an eSIM. It is read when the email is sent. */
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

/** The activation code of the eSIM that a letter is about. */
export type Activation = {
  readonly code: ActivationCode
  readonly isSample: boolean
}

export function esimHashOf({ parts }: Letter): string | null {
  return parts.find((each) => each.kind === 'esim')?.esimHash ?? null
}
