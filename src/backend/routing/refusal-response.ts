import type { Context } from 'hono'
import type { BackendEnv } from '../context.ts'
import type { Refusal } from '../operation-result.ts'

export function refusalResponse(c: Context<BackendEnv>, refusal: Refusal): Response {
  return c.json(refusalBodyOf(refusal), refusal.status)
}

/** Returns the JSON of a refusal, as `refusalBody` of the contract describes it. */
export function refusalBodyOf({ code, message, fields, amount, invoiceID }: Refusal): object {
  return {
    code,
    ...(message !== undefined && { error: message }),
    ...(fields && { errors: fields }),
    ...(amount && { amount }),
    ...(invoiceID !== undefined && { invoiceID }),
  }
}
