import type { Context, MiddlewareHandler, ValidationTargets } from 'hono'
import type { z } from 'zod'
import { firstValues, inputValidator } from '../../api/input-validator.ts'
import type { AdminContext, AdminEnv } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'

/** Parses the texts of a query or a form. */
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

export function validQuery<Query extends InputSchema>(
  query: Query,
): MiddlewareHandler<AdminEnv, string, AdminQueryInput<Query>> {
  return inputValidator<AdminEnv, AdminQueryInput<Query>>(
    'query',
    firstValues.pipe(query),
    async (c) => showRefusal(c, 'notFound', 404),
  )
}

/** Shows an invalid form on its page, or an error page if nobody can correct the form there. */
export function validForm<Form extends InputSchema>(
  form: Form,
  showAgain: ShowAgain = () => null,
): MiddlewareHandler<AdminEnv, string, AdminFormInput<Form>> {
  return inputValidator<AdminEnv, AdminFormInput<Form>>(
    'form',
    form,
    async (c, { error }) => showAgain(c, error) ?? showRefusal(c, 'invalidForm', 422),
  )
}
