import { z } from 'zod'
import type { ActionProblem } from '../api/perform-action.ts'
import type { Action } from '../api/staff.ts'
import { secretIDSchema } from '../api/common.ts'
import { err } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { nameIn } from './admin-words.ts'
import type { AdminWords } from './admin-words.ts'
import { useOffice } from './office.tsx'

/** Fields that the form of every action has in addition to its own. */
export const actionForm = z.object({
  action: z.string(),
  idempotencyKey: secretIDSchema,
  version: z.coerce.number().int().min(0),
  /** Time at which the page was shown, so that a conflict can mark new entries. */
  seenAt: z.iso.datetime(),
})

export type ActionFailure =
  | ActionProblem
  /** A field of the form is invalid. */
  | { readonly code: 'invalid'; readonly field: string }
  /** The text is required in this language. */
  | { readonly code: 'missing'; readonly lang: Locale; readonly field: string }
  /** The text is empty in every language. */
  | { readonly code: 'empty' }
  /** A page of the shop would exceed its size limit. */
  | { readonly code: 'too-large'; readonly path: string }

export const failureStatus = {
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  refused: 422,
  invalid: 422,
  missing: 422,
  empty: 422,
  'too-large': 422,
} as const satisfies { readonly [code in ActionFailure['code']]: number }

export function invalidForm({ issues }: z.ZodError): Result<never, ActionFailure> {
  return err(invalidField(issues))
}

export function invalidField(issues: readonly z.core.$ZodIssue[]): ActionFailure {
  const [field = ''] = issues[0]?.path ?? []
  return { code: 'invalid', field: String(field) }
}

type Props = { readonly action: Action; readonly version: number }

/** Adds a new key for each shown form, and the version that the person sees. */
export function ActionFields({ action, version }: Props) {
  const { now } = useOffice()
  return (
    <>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="idempotencyKey" value={secretID()} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="seenAt" value={now.toISOString()} />
    </>
  )
}

export function failureText(words: AdminWords, failure: ActionFailure): string {
  switch (failure.code) {
    case 'refused':
      return words(`refused.${failure.reason}`)
    case 'invalid':
      return words('failures.invalid', { field: labelOf(words, failure.field) })
    case 'missing':
      return words('failures.missing', { language: nameIn(words, 'languages', failure.lang) })
    case 'too-large':
      return words('failures.too-large', { path: failure.path })
    case 'empty':
    case 'conflict':
    case 'forbidden':
    case 'not-found':
      return words(`failures.${failure.code}`)
  }
}

/** The names of price and text fields contain their currency or language. */
function labelOf(words: AdminWords, field: string): string {
  const [, kind, currency = ''] = /^(price|amount)([A-Z]{3})$/.exec(field) ?? []
  if (kind === 'price') return words('fields.price', { currency })
  if (kind === 'amount') return words('fields.orAmount', { currency })
  const [, lang = '', name = field] = /^([a-z]{2})-(.+)$/.exec(field) ?? []
  const label = nameIn(words, 'fields', name)
  return lang === '' ? label : `${label} (${nameIn(words, 'languages', lang)})`
}
