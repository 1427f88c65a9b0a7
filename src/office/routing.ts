import { z } from 'zod'
import type { Context, MiddlewareHandler, ValidationTargets } from 'hono'
import type { ActionInput } from '../api/perform-action.ts'
import type { Result } from '../kit/result.shared.ts'
import { actionForm, invalidField } from './action-form.tsx'
import type { ActionFailure } from './action-form.tsx'
import type { OfficeContext, OfficeEnv } from './office.tsx'
import { fieldsOf, lastTexts, limitForm } from './form-body.ts'
import type { FormFields } from './form-body.ts'
import { firstValues, inputValidator } from '../api/input-validator.ts'
import { showRefusal } from './refusal.tsx'
import { actionRoles } from '../api/staff.ts'
import type { Action } from '../api/staff.ts'

/** A rejected form. The page shows its fields again. */
export type RejectedForm = {
  readonly action: string
  readonly fields: FormFields
  readonly failure: ActionFailure
  readonly seenAt: string
}

type ActionSchema = z.ZodType<ActionInput, { readonly [name: string]: unknown }>

type ActionSubmission<Query extends InputSchema, Form extends ActionSchema> = {
  readonly query: z.output<Query>
  readonly form: z.output<Form>
  /** The idempotency key and the version. */
  readonly input: ActionInput
  /** Every text of the form, for fields whose rules depend on the subject. */
  readonly fields: FormFields
}

type ActionDefinition<Query extends InputSchema, Form extends ActionSchema> = {
  readonly query: Query
  /** Extends `actionForm` with more fields. */
  readonly form: Form
  /** Whether people type these fields. If so, the page shows an invalid field again. */
  readonly isTyped?: boolean
  /** The action checks the role, the version and the key. */
  readonly run: (
    c: OfficeContext,
    submitted: ActionSubmission<Query, Form>,
  ) => Promise<Result<unknown, ActionFailure> | Response>
  /** Returns the URL of the redirect after the action. */
  readonly hrefAfter: (submitted: ActionSubmission<Query, Form>) => string
  readonly showAgain: (
    c: OfficeContext,
    query: z.output<Query>,
    rejected: RejectedForm,
  ) => Promise<Response>
}

/**
 * Creates the handlers of an action's form. They validate it, act, and redirect or show it again.
 */
export function actionPost<Query extends InputSchema, Form extends ActionSchema>({
  query: querySchema,
  form: formSchema,
  isTyped = false,
  run,
  hrefAfter,
  showAgain,
}: ActionDefinition<Query, Form>) {
  return formPost({
    query: querySchema,
    form: formSchema,
    async post(c, form, query) {
      const { idempotencyKey, version } = form
      const fields = await fieldsOf(c)
      const submitted = { query, form, input: { idempotencyKey, version }, fields }
      const result = await run(c, submitted)
      if (result instanceof Response) return result
      if (result.ok) return c.redirect(hrefAfter(submitted), 303)
      return showAgain(c, query, rejectedForm(fields, result.error))
    },
    showAgain(c, { issues }, query) {
      if (!isTyped || issues.some(isOfEveryForm)) return null
      const failure = invalidField(issues)
      return fieldsOf(c).then((fields) => showAgain(c, query, rejectedForm(fields, failure)))
    },
  })
}

/** Finds the action of a form by its name. */
export function actionIn<Named extends { readonly name: string }>(actions: readonly Named[]) {
  return z.string().transform((name, context) => {
    const action = actions.find((each) => each.name === name)
    if (action) return action
    context.addIssue({ code: 'custom' })
    return z.NEVER
  })
}

/** Whether the problem is in a field that every form has. Nobody types these fields. */
function isOfEveryForm({ path }: z.core.$ZodIssue): boolean {
  return Object.hasOwn(actionForm.shape, path[0] ?? '')
}

function rejectedForm(fields: FormFields, failure: ActionFailure): RejectedForm {
  return { action: fields['action'] ?? '', fields, failure, seenAt: fields['seenAt'] ?? '' }
}

type ScreenDefinition<Query extends InputSchema> = {
  readonly query: Query
  readonly get: (c: OfficeContext, query: z.output<Query>) => Promise<Response>
}

/** Creates the handlers of a page. For an invalid query they answer 404. */
export function screen<Query extends InputSchema>({ query, get }: ScreenDefinition<Query>) {
  return [
    validQuery(query),
    async (c: ScreenContext<Query>) => get(c, c.req.valid('query')),
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
  readonly showAgain?: (
    c: OfficeContext,
    error: z.core.$ZodError,
    query: z.output<Query>,
  ) => Promise<Response> | null
}

export function formPost<Query extends InputSchema, Form extends InputSchema>({
  query,
  form,
  maxBytes,
  post,
  showAgain,
}: PostDefinition<Query, Form>) {
  // The query is validated before the form.
  const showForm = (c: ScreenContext<Query>, error: z.core.$ZodError) =>
    showAgain?.(c, error, c.req.valid('query')) ?? null
  return [
    limitForm(maxBytes),
    validQuery(query),
    validForm(lastTexts.pipe(form), showForm),
    async (c: PostContext<Query, Form>) => post(c, c.req.valid('form'), c.req.valid('query')),
  ] as const
}

/** Parses the texts of a query or a form. */
type InputSchema = z.ZodType<object, { readonly [name: string]: unknown }>

type QueryValues<Query extends InputSchema> = {
  readonly in: { readonly query: ValidationTargets['query'] }
  readonly out: { readonly query: z.output<Query> }
}
type FormValues<Form extends InputSchema> = {
  readonly in: { readonly form: ValidationTargets['form'] }
  readonly out: { readonly form: z.output<Form> }
}
type ScreenContext<Query extends InputSchema> = Context<OfficeEnv, string, QueryValues<Query>>
export type FormContext<Form extends InputSchema> = Context<OfficeEnv, string, FormValues<Form>>
type PostContext<Query extends InputSchema, Form extends InputSchema> = Context<
  OfficeEnv,
  string,
  QueryValues<Query> & FormValues<Form>
>

/** Shows the page of a form again, or returns null if nobody can correct the form there. */
type ShowAgain = (c: OfficeContext, error: z.core.$ZodError) => Promise<Response> | null

function validQuery<Query extends InputSchema>(
  query: Query,
): MiddlewareHandler<OfficeEnv, string, QueryValues<Query>> {
  return inputValidator<OfficeEnv, QueryValues<Query>>(
    'query',
    firstValues.pipe(query),
    async (c) => showRefusal(c, 'notFound', 404),
  )
}

/** Shows an invalid form on its page, or an error page if nobody can correct the form there. */
export function validForm<Form extends InputSchema>(
  form: Form,
  showAgain: ShowAgain = () => null,
): MiddlewareHandler<OfficeEnv, string, FormValues<Form>> {
  return inputValidator<OfficeEnv, FormValues<Form>>(
    'form',
    form,
    async (c, { error }) => showAgain(c, error) ?? showRefusal(c, 'invalidForm', 422),
  )
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
