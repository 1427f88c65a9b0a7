import { refusalStatus } from './refusals.ts'
import type { RefusalCode } from './refusals.ts'
import type { Money } from '../kit/money.shared.ts'
import { err, ok } from '../kit/result.shared.ts'
import type { Err, Ok, Result } from '../kit/result.shared.ts'
import type { BackendContext } from '../context.ts'

export type OperationResult<T> = Result<T, Refusal>

export type Refusal = {
  readonly code: RefusalCode
  readonly status: (typeof refusalStatus)[RefusalCode]
  readonly message?: string
  /** Messages by field. A nested field has a dotted name. */
  readonly fields?: { readonly [name: string]: readonly string[] }
  /** The order's current price, if it has changed. */
  readonly amount?: Money
  /** The paid order of a repeated form. */
  readonly invoiceID?: string
}

export function done(): Ok<{ data: { done: true } }> {
  return ok({ data: { done: true } })
}

/** Returns a refusal with the HTTP status of its code. */
export function refuse(code: RefusalCode, message: string): Err<Refusal> {
  return err({ code, status: refusalStatus[code], message })
}

/** Returns a refusal with messages by field, such as `{ promocode: [text] }`. */
export function refuseFields(
  code: RefusalCode,
  fields: NonNullable<Refusal['fields']>,
): Err<Refusal> {
  return err({ code, status: refusalStatus[code], fields })
}

export function notFound({ words }: Pick<BackendContext, 'words'>): Err<Refusal> {
  return refuse('not-found', words('api.notFound'))
}
