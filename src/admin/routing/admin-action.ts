import { z } from 'zod'
import type { ActionInput } from '../../api/perform-action.ts'
import type { Result } from '../../kit/result.shared.ts'
import { actionForm, invalidField } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { adminPost } from './admin-page.ts'
import { fieldsOf } from './form-fields.ts'
import type { FormFields } from './form-fields.ts'
import type { InputSchema } from './admin-input.ts'

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

type AdminActionDefinition<Query extends InputSchema, Form extends ActionSchema> = {
  readonly query: Query
  /** Extends `actionForm` with more fields. */
  readonly form: Form
  /** Whether people type these fields. If so, the page shows an invalid field again. */
  readonly isTyped?: boolean
  /** The action checks the role, the version and the key. */
  readonly run: (
    c: AdminContext,
    submitted: ActionSubmission<Query, Form>,
  ) => Promise<Result<unknown, ActionFailure> | Response>
  /** Returns the URL of the redirect after the action. */
  readonly hrefAfter: (submitted: ActionSubmission<Query, Form>) => string
  readonly showAgain: (
    c: AdminContext,
    query: z.output<Query>,
    rejected: RejectedForm,
  ) => Promise<Response>
}

/**
 * Creates the handlers of an action's form. They validate it, act, and redirect or show it again.
 */
export function adminAction<Query extends InputSchema, Form extends ActionSchema>({
  query: querySchema,
  form: formSchema,
  isTyped = false,
  run,
  hrefAfter,
  showAgain,
}: AdminActionDefinition<Query, Form>) {
  return adminPost({
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
