import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import { refusalStatus, type RefusalCode } from './operation.ts'
import type { Money } from '../kit/money.shared.ts'
import { err, ok, type Err, type Ok, type Result } from '../kit/result.shared.ts'
import type { BackendContext, BackendEnv } from '../context.ts'
import { cacheControl, strictTransportSecurity } from '../kit/http.ts'

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

export function refusalResponse(c: Context<BackendEnv>, refusal: Refusal): Response {
  return c.json(refusalBodyOf(refusal), refusal.status)
}

/** Returns the JSON of a refusal, as `refusalBody` of the contract describes it. */
function refusalBodyOf({ code, message, fields, amount, invoiceID }: Refusal): object {
  return {
    code,
    ...(message !== undefined && { error: message }),
    ...(fields && { errors: fields }),
    ...(amount && { amount }),
    ...(invoiceID !== undefined && { invoiceID }),
  }
}

/** Prevents browsers from running, framing or caching API answers. */
export function strictHeaders() {
  const headers = secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    strictTransportSecurity,
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
  })
  return createMiddleware<BackendEnv>(async (c, next) => {
    await headers(c, next)
    // Not `c.header`, because it would copy the response.
    c.res.headers.set('Cache-Control', cacheControl.none)
  })
}
