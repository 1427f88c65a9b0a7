import { zValidator } from '@hono/zod-validator'
import type { Context, Env, Input, MiddlewareHandler } from 'hono'
import type { z } from 'zod'

type InputPart = 'param' | 'query' | 'form'
type Hook<E extends Env> = (
  result:
    | { readonly success: true }
    | { readonly success: false; readonly error: z.core.$ZodError },
  c: Context<E>,
) => Promise<Response | undefined>

/**
 * Validates a part of a request. `refuse` answers an invalid input.
 * @template Valid has the output of the schema, which the type of a pipe does not show.
 */
export function inputValidator<E extends Env, Valid extends Input>(
  target: InputPart,
  schema: z.ZodType,
  refuse: (c: Context<E>, error: z.core.$ZodError) => Promise<Response>,
): MiddlewareHandler<E, string, Valid> {
  return zValidator<z.ZodType, InputPart, E, string, Hook<E>, unknown, unknown, Valid>(
    target,
    schema,
    async (result, c) => (result.success ? undefined : refuse(c, result.error)),
    // By default the schema runs asynchronously, which takes longer.
    { validationFunction: (known, value) => known.safeParse(value) },
  )
}
