import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { firstValues } from '../../contract/first-values.ts'
import { textOf } from '../../locale/texts.ts'
import type { WordKey, Words } from '../../locale/words.ts'
import type { BackendEnv } from '../context.ts'
import { refuseFields } from '../operation-result.ts'
import type { Refusal } from '../operation-result.ts'
import { refusalResponse } from './refusal-response.ts'

export function validInput(
  target: 'query' | 'json',
  schema: z.ZodObject,
  emailMessage: WordKey = 'errors.emailInvalid',
): MiddlewareHandler<BackendEnv> {
  const input = target === 'query' ? firstValues.pipe(schema) : schema
  return zValidator(
    target,
    input,
    (result, c: Context<BackendEnv>) =>
      result.success
        ? undefined
        : refusalResponse(
            c,
            inputRefusal(result.error.issues, result.data, c.var.context.words, emailMessage),
          ),
    // By default the schema is run as an asynchronous one, which takes longer.
    { validationFunction: (known, value) => known.safeParse(value) },
  ) as MiddlewareHandler<BackendEnv> // operations get the input with their own schema's type
}

/** The refusal of an invalid input, with a message for each bad field. */
export function inputRefusal(
  issues: readonly z.core.$ZodIssue[],
  data: unknown,
  words: Words,
  emailMessage: WordKey = 'errors.emailInvalid',
): Refusal {
  const fields = messagesOf(issues, (name, path) =>
    name === 'email' ? textOf(words, emailMessage) : messageFor(name, isMissing(data, path), words),
  )
  return refuseFields('invalid-input', fields).error
}

function messagesOf(
  issues: readonly z.core.$ZodIssue[],
  textFor: (name: string, path: readonly PropertyKey[]) => string,
): Record<string, string[]> {
  const messages: Record<string, string[]> = {}
  for (const { path } of issues) {
    const name = path.map(String).join('.')
    messages[name] ??= [textFor(name, path)]
  }
  return messages
}

function messageFor(name: string, isEmpty: boolean, words: Words): string {
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
