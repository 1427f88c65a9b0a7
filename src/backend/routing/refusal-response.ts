import type { Context } from 'hono'
import type { BackendEnv } from '../context.ts'
import type { Refusal } from '../operation-result.ts'

export function refusalResponse(
  c: Context<BackendEnv>,
  { code, status, message, fields, amount }: Refusal,
): Response {
  return c.json(
    {
      code,
      ...(message !== undefined && { error: message }),
      ...(fields && { errors: fields }),
      ...(amount && { amount }),
    },
    status,
  )
}
