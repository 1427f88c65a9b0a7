import { zValidator } from '@hono/zod-validator'
import type { Context, Env, Input, MiddlewareHandler } from 'hono'
import { z } from 'zod'

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
