import type { z } from 'zod'
import type { AdminContext } from '../admin-env.ts'
import { lastTexts } from './form-fields.ts'
import { limitForm } from './limit-form.ts'
import { validForm, validQuery } from './admin-input.ts'
import type { InputSchema, PostContext, AdminQueryContext } from './admin-input.ts'

type AdminPageDefinition<Query extends InputSchema> = {
  readonly query: Query
  readonly get: (c: AdminContext, query: z.output<Query>) => Promise<Response>
}

/** Creates the handlers of a page. For an invalid query they answer 404. */
export function adminPage<Query extends InputSchema>({ query, get }: AdminPageDefinition<Query>) {
  return [
    validQuery(query),
    async (c: AdminQueryContext<Query>) => get(c, c.req.valid('query')),
  ] as const
}

type AdminPostDefinition<Query extends InputSchema, Form extends InputSchema> = {
  readonly query: Query
  readonly form: Form
  /** The limit of the body in bytes. The default is the limit of staff's forms. */
  readonly maxBytes?: number
  readonly post: (
    c: AdminContext,
    form: z.output<Form>,
    query: z.output<Query>,
  ) => Promise<Response>
  readonly showAgain?: (
    c: AdminContext,
    error: z.core.$ZodError,
    query: z.output<Query>,
  ) => Promise<Response> | null
}

export function adminPost<Query extends InputSchema, Form extends InputSchema>({
  query,
  form,
  maxBytes,
  post,
  showAgain,
}: AdminPostDefinition<Query, Form>) {
  // The query is validated before the form.
  const showForm = (c: AdminQueryContext<Query>, error: z.core.$ZodError) =>
    showAgain?.(c, error, c.req.valid('query')) ?? null
  return [
    limitForm(maxBytes),
    validQuery(query),
    validForm(lastTexts.pipe(form), showForm),
    async (c: PostContext<Query, Form>) => post(c, c.req.valid('form'), c.req.valid('query')),
  ] as const
}
