import { z } from 'zod'
import { createContext, use, type ReactNode } from 'react'
import type { ActionProblem } from '../api/perform-action.ts'
import type { Action } from '../api/staff.ts'
import { secretIDSchema } from '../api/common.ts'
import { err, type Result } from '../kit/result.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { orderNumberOf } from '../kit/order-number.ts'
import { officeHref } from '../words/office-paths.ts'
import { nameIn, useOffice, type OfficeWords } from './office-context.tsx'
import type { FormFields } from './form-body.ts'
import { opensPage } from '../ui/form-markers.shared.ts'
import type { RefusedReason } from '../api/refused-reason.ts'

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
  /** An email needs exactly the variables of its shipped text. */
  | {
      readonly code: 'unknown-variable' | 'missing-variable'
      readonly field: string
      readonly names: string
    }
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
  'unknown-variable': 422,
  'missing-variable': 422,
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

/** A rejected form. The page shows its fields again. */
export type RejectedForm = {
  readonly action: string
  readonly fields: FormFields
  readonly failure: ActionFailure
  readonly seenAt: string
}

/** The outcome of the form that led to a page. */
export type PageState = {
  /** The URL that receives the forms of the page. */
  readonly href: string
  /** The action that was just done, from the URL of the page. */
  readonly done: Action | null
  readonly failure: ActionFailure | null
  readonly rejected: RejectedForm | null
}

export const noOutcome: PageState = { href: '', done: null, failure: null, rejected: null }
const CurrentPage = createContext(noOutcome)

export function PageStateProvider(props: { value: PageState; children: ReactNode }) {
  return <CurrentPage value={props.value}>{props.children}</CurrentPage>
}

export function usePageState(): PageState {
  return use(CurrentPage)
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

export function failureText(words: OfficeWords, failure: ActionFailure): string {
  switch (failure.code) {
    case 'refused':
      return words(`refused.${failure.reason}`)
    case 'invalid':
      return words('failures.invalid', { field: labelOf(words, failure.field) })
    case 'missing':
      return words('failures.missing', { language: nameIn(words, 'languages', failure.lang) })
    case 'unknown-variable':
    case 'missing-variable':
      return words(`failures.${failure.code}`, {
        names: failure.names,
        field: labelOf(words, failure.field),
      })
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
function labelOf(words: OfficeWords, field: string): string {
  const [, kind, currency = ''] = /^(price|amount)([A-Z]{3})$/.exec(field) ?? []
  if (kind === 'price') return words('fields.price', { currency })
  if (kind === 'amount') return words('fields.orAmount', { currency })
  const [, lang = '', name = field] = /^([a-z]{2})-(.+)$/.exec(field) ?? []
  const label = nameIn(words, 'fields', name)
  return lang === '' ? label : `${label} (${nameIn(words, 'languages', lang)})`
}

/**
 * Confirms the action, or shows why it was refused. The page opens here, unless the reason concerns
 * a field: it then opens at the field.
 */
export function ActionNotice() {
  const { words } = useOffice()
  const { failure, done } = usePageState()
  if (failure)
    return (
      <p className="notice bad" role="alert" {...(problemOf(words, failure) === null && opensPage)}>
        {failureText(words, failure)}
        {failure.code === 'refused' && failure.invoiceID !== undefined && (
          <>
            {' '}
            <a href={officeHref('order', { id: failure.invoiceID })}>
              {words('failures.blockingOrder', { order: orderNumberOf(failure.invoiceID) })}
            </a>
          </>
        )}
      </p>
    )
  if (done === null) return null
  return (
    <p className="notice" role="status" {...opensPage}>
      {nameIn(words, 'done', done)}
    </p>
  )
}

/** The problem of a field of a rejected form. */
type FieldProblem = {
  /** The names that the field has in different forms. */
  readonly fields: readonly string[]
  readonly text: string
}

/** The problem of the form that contains a field, or null if no field was rejected. */
export const FieldProblemContext = createContext<FieldProblem | null>(null)

/** The fields that a refusal is about. The other reasons concern the state of the subject. */
const refusedFields: { readonly [reason in RefusedReason]?: string | readonly string[] } = {
  'address-not-public': 'url',
  'code-ends-early': 'until',
  'code-exists': 'code',
  dearer: 'tariffID',
  'impossible-day': 'returnedOn',
  'more-than-kept': 'amount',
  'name-used': 'ident',
  'no-amount': 'amount',
  'no-such-source': 'planCode',
  'not-on-sale': 'tariffID',
  'reference-used': 'reference',
  'same-address': 'email',
  'same-plan': 'tariffID',
  'unknown-country': ['countries', 'onlyCountry'],
  'unknown-plan': ['plans', 'onlyPlan'],
  'unknown-supplier': ['supplier', 'onlySupplier'],
}

type FieldProblemProps = {
  /** The reason for the rejection of this form, if it was rejected. */
  readonly failure: ActionFailure | null
  readonly children: ReactNode
}

/** Marks the invalid field of the form in `children`. */
export function FieldProblems({ failure, children }: FieldProblemProps) {
  const { words } = useOffice()
  return <FieldProblemContext value={problemOf(words, failure)}>{children}</FieldProblemContext>
}

/** Returns the problem that the page shows at a field, or null. */
function problemOf(words: OfficeWords, failure: ActionFailure | null): FieldProblem | null {
  if (failure?.code === 'invalid')
    return {
      fields: [inputs[failure.field] ?? failure.field],
      text: nameIn(words, 'expected', kindOf(failure.field), words('expected.unknown')),
    }
  if (failure?.code === 'missing')
    return { fields: [failure.field], text: words('expected.missing') }
  if (failure?.code === 'unknown-variable' || failure?.code === 'missing-variable')
    return { fields: [failure.field], text: failureText(words, failure) }
  if (failure?.code !== 'refused') return null
  const fields = [refusedFields[failure.reason] ?? []].flat()
  return fields.length === 0 ? null : { fields, text: failureText(words, failure) }
}

/** Amounts in every currency have the same rules. */
function kindOf(field: string): string {
  return field.replace(/^(?:price|amount)[A-Z]{3}$/, 'amount')
}

/** Inputs whose names differ from their fields. */
const inputs: { readonly [field: string]: string } = {
  address: 'ident',
  reduction: 'percent',
  unchosenAmount: 'amount',
}
