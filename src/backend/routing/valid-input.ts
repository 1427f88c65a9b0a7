import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { firstValues } from '../../contract/first-values.ts'
import type { Words } from '../../locale/words.ts'
import type { BackendEnv } from '../context.ts'
import { refuseFields } from '../operation-result.ts'
import { refusalResponse } from './refusal-response.ts'

/** Validates a query or a JSON body. Invalid input is a 422 in the visitor's language. */
export function validInput(
  target: 'query' | 'json',
  schema: z.ZodObject,
): MiddlewareHandler<BackendEnv> {
  const input = target === 'query' ? firstValues.pipe(schema) : schema
  return zValidator(target, input, (result, c: Context<BackendEnv>) => {
    if (result.success) return undefined
    const fields = messagesOf(result.error.issues, result.data, c.var.context.words)
    return refusalResponse(c, refuseFields('invalid-input', fields).error)
  }) as MiddlewareHandler<BackendEnv> // operations get the input with their own schema's type
}

function messagesOf(
  issues: readonly z.core.$ZodIssue[],
  input: unknown,
  words: Words,
): Record<string, string[]> {
  const messages: Record<string, string[]> = {}
  for (const { path } of issues) {
    const name = path.map(String).join('.')
    messages[name] ??= [messageFor(name, isMissing(input, path), words)]
  }
  return messages
}

function messageFor(name: string, isEmpty: boolean, words: Words): string {
  if (name === 'email') return words('api.email')
  if (name === 'consent') return words('api.consent')
  return words(isEmpty ? 'api.required' : 'api.invalid')
}

function isMissing(input: unknown, path: readonly PropertyKey[]): boolean {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return true
    value = Object.getOwnPropertyDescriptor(value, key)?.value
  }
  return value === undefined
}
