import { createContext } from 'react'
import type { ReactNode } from 'react'
import type { RefusedReason } from '../api/refused-reason.ts'
import { failureText } from './action-form.tsx'
import type { ActionFailure } from './action-form.tsx'
import { nameIn } from './admin-words.ts'
import type { AdminWords } from './admin-words.ts'
import { useOffice } from './office.tsx'

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
  'code-ends-early': 'until',
  'code-exists': 'code',
  dearer: 'tariffID',
  'impossible-day': 'returnedOn',
  'more-than-held': 'amount',
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

type Props = {
  /** The reason for the rejection of this form, if it was rejected. */
  readonly failure: ActionFailure | null
  readonly children: ReactNode
}

/** Marks the invalid field of the form in `children`. */
export function FieldProblems({ failure, children }: Props) {
  const { words } = useOffice()
  return <FieldProblemContext value={problemOf(words, failure)}>{children}</FieldProblemContext>
}

/** Returns the problem that the page shows at a field, or null. */
export function problemOf(words: AdminWords, failure: ActionFailure | null): FieldProblem | null {
  if (failure?.code === 'invalid')
    return {
      fields: [inputs[failure.field] ?? failure.field],
      text: nameIn(words, 'expected', kindOf(failure.field), words('expected.unknown')),
    }
  if (failure?.code === 'missing')
    return { fields: [failure.field], text: words('expected.missing') }
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
