import { zValidator } from '@hono/zod-validator'
import type { Context, Input, MiddlewareHandler, ValidationTargets } from 'hono'
import type { z } from 'zod'
import { firstValues } from '../../contract/first-values.ts'
import type { AdminContext, AdminEnv } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'

/** Texts of an address or a form, before they are parsed. */
export type InputSchema = z.ZodType<object, { readonly [name: string]: unknown }>

type AdminQueryInput<Query extends InputSchema> = {
  readonly in: { readonly query: ValidationTargets['query'] }
  readonly out: { readonly query: z.output<Query> }
}
type AdminFormInput<Form extends InputSchema> = {
  readonly in: { readonly form: ValidationTargets['form'] }
  readonly out: { readonly form: z.output<Form> }
}
export type AdminQueryContext<Query extends InputSchema> = Context<
  AdminEnv,
  string,
  AdminQueryInput<Query>
>
export type FormContext<Form extends InputSchema> = Context<AdminEnv, string, AdminFormInput<Form>>
export type PostContext<Query extends InputSchema, Form extends InputSchema> = Context<
  AdminEnv,
  string,
  AdminQueryInput<Query> & AdminFormInput<Form>
>

/** Shows the page of a form again, or returns null if nobody can correct the form there. */
export type ShowAgain = (c: AdminContext, error: z.core.$ZodError) => Promise<Response> | null

type AdminInputHook = (
  result:
    | { readonly success: true }
    | { readonly success: false; readonly error: z.core.$ZodError },
  c: AdminContext,
) => Promise<Response | undefined>

export function validQuery<Query extends InputSchema>(
  query: Query,
): MiddlewareHandler<AdminEnv, string, AdminQueryInput<Query>> {
  return validated('query', firstValues.pipe(query))
}

export function validForm<Form extends InputSchema>(
  form: Form,
  showAgain?: ShowAgain,
): MiddlewareHandler<AdminEnv, string, AdminFormInput<Form>> {
  return validated('form', form, showAgain)
}

/**
 * Bad input gets the same answer everywhere, except fields that the form can show again.
 * @template Valid has the output of the schema, which the type of a pipe does not show.
 */
function validated<Valid extends Input>(
  target: 'query' | 'form',
  schema: z.ZodType,
  showAgain: ShowAgain = () => null,
): MiddlewareHandler<AdminEnv, string, Valid> {
  return zValidator<
    z.ZodType,
    typeof target,
    AdminEnv,
    string,
    AdminInputHook,
    unknown,
    unknown,
    Valid
  >(
    target,
    schema,
    async (result, c) => {
      if (result.success) return undefined
      if (target === 'query') return showRefusal(c, 'notFound', 404)
      return showAgain(c, result.error) ?? showRefusal(c, 'invalidForm', 422)
    },
    // By default the schema is run as an asynchronous one, which takes longer.
    { validationFunction: (known, value) => known.safeParse(value) },
  )
}
