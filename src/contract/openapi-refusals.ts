import type { z } from 'zod'
import type { OperationDocs } from './documentation/operation-docs.ts'
import type { Endpoint } from './endpoint.ts'
import type { Json } from './openapi-schemas.ts'
import { refusalStatus } from './refusals.ts'
import type { refusalBody, RefusalCode } from './refusals.ts'

type RefusalEntry = readonly [code: RefusalCode, text: string]

const unauthorized: RefusalEntry = ['unauthorized', 'The session is missing, unknown or expired.']
const invalid: readonly RefusalEntry[] = [
  ['invalid-input', 'A field is missing or invalid.'],
  ['malformed', 'The body cannot be read.'],
]

export const sharedResponses = {
  Unauthorized: response([unauthorized]),
  TooLarge: response([['too-large', 'The body or a file is too large.']]),
  Invalid: response(invalid),
  Failed: response([
    ['internal-error', 'The server failed. Repeat a POST only with the same idempotency key.'],
  ]),
}

export function refusalResponses(
  { method, input, session }: Endpoint,
  { refusals = {} }: OperationDocs,
): Json {
  // Object.entries widens the keys to string.
  const own = Object.entries(refusals) as [RefusalCode, string][]
  const byStatus = Map.groupBy(own, ([code]) => refusalStatus[code])
  const needsSession = session === 'customer' || session === 'referrer'
  const hasInput = method === 'POST' || Object.keys(input.shape).length > 0
  return {
    ...(needsSession && { '401': referTo('Unauthorized') }),
    ...(method === 'POST' && { '413': referTo('TooLarge') }),
    ...(hasInput && { '422': referTo('Invalid') }),
    ...Object.fromEntries(
      [...byStatus].map(([status, list]) => [
        status,
        response(status === 422 ? [...invalid, ...list] : list),
      ]),
    ),
    '5XX': referTo('Failed'),
  }
}

function referTo(name: keyof typeof sharedResponses): Json {
  return { $ref: `#/components/responses/${name}` }
}

function response(refusals: readonly RefusalEntry[]): Json {
  const lines = refusals.map(([code, text]) => `\`${code}\`: ${text}`)
  const examples = refusals.map(([code, text]) => [code, { value: exampleOf(code, text) }])
  return {
    description: lines.join(' '),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Refusal' },
        examples: Object.fromEntries(examples),
      },
    },
  }
}

function exampleOf(code: RefusalCode, text: string): z.output<typeof refusalBody> {
  if (code === 'invalid-input') return { code, errors: { email: ['Please check this field.'] } }
  if (code === 'wrong-code') return { code, errors: { code: ['The code is wrong.'] } }
  return { code, error: text }
}
