import type { MiddlewareHandler, ValidationTargets, Context, Env, Input } from 'hono'
import { z } from 'zod'
import { zValidator } from '@hono/zod-validator'
import { textOf } from '../words/texts.shared.ts'
import type { WordKey, Words } from '../words/words.shared.ts'
import type { BackendEnv } from '../context.ts'
import { refuseFields, refusalResponse, type Refusal } from './operation-result.ts'

type InputTarget = 'param' | 'query' | 'form' | 'json'

/** The input types of a handler that follows `validInput`. */
export type ValidInput<Target extends InputTarget, Schema extends z.ZodObject> = {
  readonly in: { readonly [target in Target]: ValidationTargets[target] }
  readonly out: { readonly [target in Target]: z.output<Schema> }
}

type InputOptions = {
  readonly emailMessage?: WordKey | undefined
  /** Called before the refusal. */
  readonly onInvalid?: (error: z.core.$ZodError) => void
}

/**
 * Validates input. Invalid path parameters get 404, because no webhook or page has this path. Other
 * invalid input is refused.
 */
export function validInput<Target extends InputTarget, Schema extends z.ZodObject>(
  target: Target,
  schema: Schema,
  { emailMessage, onInvalid }: InputOptions = {},
): MiddlewareHandler<BackendEnv, string, ValidInput<Target, Schema>> {
  const isText = target === 'query' || target === 'form'
  const input = isText ? firstValues.pipe(schema) : schema
  return inputValidator<BackendEnv, ValidInput<Target, Schema>>(
    target,
    input,
    (c, { error, data }) => {
      if (target === 'param') return c.body(null, 404)
      onInvalid?.(error)
      return refusalResponse(c, inputRefusal(error.issues, data, c.var.context.words, emailMessage))
    },
  )
}

/** Returns the refusal of invalid input, with a message for each invalid field. */
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

type InputPart = 'param' | 'query' | 'form' | 'json'
/** Input that breaks its schema, as it was before validation. */
export type InvalidInput = { readonly error: z.core.$ZodError; readonly data: unknown }
type Hook<E extends Env> = (
  result: { readonly success: true } | ({ readonly success: false } & InvalidInput),
  c: Context<E>,
) => Promise<Response | undefined>

/**
 * Validates a part of a request. `refuse` answers invalid input.
 * @template Valid has the output of the schema, which the type of a pipe does not show.
 */
export function inputValidator<E extends Env, Valid extends Input>(
  part: InputPart,
  schema: z.ZodType,
  refuse: (c: Context<E>, invalid: InvalidInput) => Response | Promise<Response>,
): MiddlewareHandler<E, string, Valid> {
  return zValidator<z.ZodType, InputPart, E, string, Hook<E>, unknown, unknown, Valid>(
    part,
    schema,
    async (result, c) => (result.success ? undefined : refuse(c, result)),
    // By default the schema runs asynchronously, which takes longer.
    { validationFunction: (known, value) => known.safeParse(value) },
  )
}

/** Parses one value of each name. Hono's validator passes an array when a name is repeated. */
export function singleValues(choose: (name: string, all: readonly unknown[]) => unknown) {
  return z
    .record(z.string(), z.unknown())
    .transform((values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          Array.isArray(value) ? choose(name, value) : value,
        ]),
      ),
    )
}

export const firstValues = singleValues((_, [first]) => first)
