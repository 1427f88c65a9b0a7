import { z } from 'zod'
import { invoiceID, money } from './common.ts'

export const refusalStatus = {
  unauthorized: 401,
  'wrong-password': 401,
  'confirmation-needed': 403,
  forbidden: 403,
  'passkey-needed': 403,
  'not-found': 404,
  'already-paid': 409,
  'balance-too-small': 409,
  'code-used': 409,
  frozen: 409,
  'key-reused': 409,
  'no-account': 409,
  'order-expired': 409,
  'out-of-stock': 409,
  'plan-not-over': 409,
  'price-changed': 409,
  refunded: 409,
  replaced: 409,
  reviewed: 409,
  'withdrawals-closed': 409,
  'too-large': 413,
  'invalid-input': 422,
  malformed: 422,
  'passkey-refused': 422,
  'wrong-code': 422,
  'too-many-requests': 429,
  'internal-error': 500,
  'payment-unavailable': 503,
} as const
export type RefusalCode = keyof typeof refusalStatus

const refusalCode = z.enum(Object.keys(refusalStatus) as RefusalCode[]) // the keys of the table

/** The body of a refusal. Another server may omit the code, or use its own codes. */
export const refusalBody = z
  .object({
    code: refusalCode
      .optional()
      .catch(undefined)
      .describe('Machine-readable reason. The storefront ignores unknown codes'),
    error: z
      .string()
      .optional()
      .describe('Text for the visitor about the whole request, in the language of Accept-Language'),
    message: z.string().optional().describe('The same as `error`. Prefer `error`'),
    errors: z
      .record(z.string(), z.union([z.array(z.string()), z.string()]))
      .optional()
      .describe('Messages by field. A dotted name is a nested field: `utm.utm_source`'),
    amount: money.optional().describe('Current price of the order. Sent with `price-changed`'),
    invoiceID: invoiceID
      .optional()
      .catch(undefined)
      .describe('The order that the key has paid. `activation` sends it with `already-paid`'),
  })
  .meta({ id: 'Refusal', description: 'Reason for the refusal of a request' })
