import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import type { BackendEnv } from '../context.ts'
import type { Refusal } from './operation-result.ts'
import { cacheControl, strictTransportSecurity } from '../kit/http.ts'

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
