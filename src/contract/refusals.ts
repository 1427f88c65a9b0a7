import { z } from 'zod'

/** Why the API refuses a request, and the HTTP status of that reason. */
export const refusalStatus = {
  unauthorized: 401,
  'wrong-password': 401,
  'not-found': 404,
  'already-paid': 409,
  'balance-too-small': 409,
  'code-used': 409,
  'key-reused': 409,
  'no-account': 409,
  'out-of-stock': 409,
  'withdrawals-closed': 409,
  'too-large': 413,
  'invalid-input': 422,
  malformed: 422,
  'wrong-code': 422,
  'too-many-requests': 429,
  'internal-error': 500,
} as const
export type RefusalCode = keyof typeof refusalStatus

const refusalCode = z.enum(Object.keys(refusalStatus) as RefusalCode[]) // the keys of the table

/** The body of a refusal. Another server may leave out the code, or use codes of its own. */
export const refusalBody = z.object({
  code: refusalCode
    .optional()
    .catch(undefined)
    .describe('The reason, for programs. Optional; the storefront ignores codes it does not know.'),
  error: z
    .string()
    .optional()
    .describe('Text for the visitor in the language of Accept-Language, about the whole request'),
  message: z.string().optional().describe('The same; read when there is no `error`'),
  errors: z
    .record(z.string(), z.union([z.array(z.string()), z.string()]))
    .optional()
    .describe('Messages by field; a dotted name is a nested field'),
})
