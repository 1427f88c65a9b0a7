import type { Context, MiddlewareHandler, ValidationTargets } from 'hono'
import { z } from 'zod'
import { firstValues, inputValidator } from '../api/valid-input.ts'
import { actionRoles, type Action } from '../api/staff.ts'
import { lastTexts, limitForm } from './form-body.ts'
import type { OfficeContext, OfficeEnv } from './office-context.tsx'
import { showRefusal } from './refusal.tsx'

/** Parses the texts of a query or a form. */
export type InputSchema = z.ZodType<object, { readonly [name: string]: unknown }>

type ScreenDefinition<Query extends InputSchema> = {
  readonly query: Query
  readonly get: (c: OfficeContext, query: z.output<Query>) => Promise<Response>
}

/** Creates the handlers of a page. For an invalid query they answer 404. */
export function screen<Query extends InputSchema>({ query, get }: ScreenDefinition<Query>) {
  return [
    validQuery(query),
    async (c: Context<OfficeEnv, string, QueryValues<Query>>) => get(c, c.req.valid('query')),
  ] as const
}

type PostDefinition<Query extends InputSchema, Form extends InputSchema> = {
  readonly query: Query
  readonly form: Form
  /** The limit of the body in bytes. The default is the limit of staff's forms. */
  readonly maxBytes?: number
  readonly post: (
    c: OfficeContext,
    form: z.output<Form>,
    query: z.output<Query>,
  ) => Promise<Response>
  /** Answers an invalid form. The default is a page that refuses it. */
  readonly refuse?: (c: OfficeContext) => Promise<Response>
}

/** Creates the handlers of a form. They validate the query before the form. */
export function formPost<Query extends InputSchema, Form extends InputSchema>({
  query,
  form,
  maxBytes,
  post,
  refuse,
}: PostDefinition<Query, Form>) {
  return [
    limitForm(maxBytes),
    validQuery(query),
    validForm(lastTexts.pipe(form), refuse),
    async (c: Context<OfficeEnv, string, QueryValues<Query> & FormValues<Form>>) =>
      post(c, c.req.valid('form'), c.req.valid('query')),
  ] as const
}

type QueryValues<Query extends InputSchema> = {
  readonly in: { readonly query: ValidationTargets['query'] }
  readonly out: { readonly query: z.output<Query> }
}
type FormValues<Form extends InputSchema> = {
  readonly in: { readonly form: ValidationTargets['form'] }
  readonly out: { readonly form: z.output<Form> }
}
export type FormContext<Form extends InputSchema> = Context<OfficeEnv, string, FormValues<Form>>

function validQuery<Query extends InputSchema>(
  query: Query,
): MiddlewareHandler<OfficeEnv, string, QueryValues<Query>> {
  const schema = firstValues.pipe(query)
  const refuse = async (c: OfficeContext) => showRefusal(c, 'notFound', 404)
  return inputValidator<OfficeEnv, QueryValues<Query>>('query', schema, refuse)
}

export function validForm<Form extends InputSchema>(
  form: Form,
  refuse = async (c: OfficeContext) => showRefusal(c, 'invalidForm', 422),
): MiddlewareHandler<OfficeEnv, string, FormValues<Form>> {
  return inputValidator<OfficeEnv, FormValues<Form>>('form', form, refuse)
}

/** The action that was just done. The page confirms it, and ignores other values. */
const done = z
  .custom<Action>((name) => typeof name === 'string' && Object.hasOwn(actionRoles, name))
  .nullable()
  .catch(null)

/** The query of a page that has no other parameters. */
export const doneQuery = z.object({ done })

export const subjectQuery = doneQuery.extend({ id: z.string() })

/** A search text, cut at the length of the longest text that can match. */
export function searchText(maxLength: number) {
  return z
    .string()
    .default('')
    .transform((typed) => typed.trim().slice(0, maxLength))
}

/** At least the length of every id. */
const maxID = 64

/** The id of the last entry of the previous page, or '' for the first page. */
export const pageStart = z
  .string()
  .default('')
  .transform((typed) => typed.slice(0, maxID))
