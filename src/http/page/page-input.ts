import { zValidator } from '@hono/zod-validator'
import type { Context, Input, MiddlewareHandler, ValidationTargets } from 'hono'
import type { z } from 'zod'
import { firstValues } from '../../contract/first-values.ts'
import type { AppContext, AppEnv } from '../app-env.ts'
import { notFoundPage } from './error-pages.tsx'

export type ValidParams<Params extends z.ZodObject> = {
  readonly in: { readonly param: ValidationTargets['param'] }
  readonly out: { readonly param: z.output<Params> }
}
export type ValidQuery<Query extends z.ZodObject> = {
  readonly in: { readonly query: ValidationTargets['query'] }
  readonly out: { readonly query: z.output<Query> }
}
export type ParamsContext<Params extends z.ZodObject> = Context<AppEnv, string, ValidParams<Params>>
export type QueryContext<Query extends z.ZodObject> = Context<AppEnv, string, ValidQuery<Query>>

export function validParams<Params extends z.ZodObject>(
  params: Params,
): MiddlewareHandler<AppEnv, string, ValidParams<Params>> {
  return validated('param', params)
}

/** The first value of a repeated name counts. */
export function validQuery<Query extends z.ZodObject>(
  query: Query,
): MiddlewareHandler<AppEnv, string, ValidQuery<Query>> {
  return validated('query', firstValues.pipe(query))
}

type ResultHook = (
  result: { readonly success: boolean },
  c: AppContext,
) => Promise<Response | undefined>

/**
 * Bad input gets the same answer everywhere: the page does not exist.
 * @template Valid has the output of the schema, which the type of a pipe does not show.
 */
export function validated<Valid extends Input>(
  target: 'param' | 'query' | 'form',
  schema: z.ZodType,
): MiddlewareHandler<AppEnv, string, Valid> {
  return zValidator<z.ZodType, typeof target, AppEnv, string, ResultHook, unknown, unknown, Valid>(
    target,
    schema,
    async ({ success }, c) => (success ? undefined : notFoundPage(c)),
    // By default the schema is run as an asynchronous one, which takes longer.
    { validationFunction: (known, value) => known.safeParse(value) },
  )
}
