import type { Hono } from 'hono'
import type { ReactNode } from 'react'
import { z } from 'zod'
import type { ActionInput } from '../api/perform-action.ts'
import type { Action } from '../api/staff.ts'
import { err, type Result } from '../kit/result.shared.ts'
import { officePages, type OfficePage } from '../words/office-paths.ts'
import { actionForm, type ActionFailure, type RejectedForm } from './action-form.tsx'
import type { OfficeAction } from './actions.tsx'
import { renderPage, type Section } from './document.tsx'
import { fieldsOf, type FormFields } from './form-body.ts'
import { officeOf, type Office, type OfficeContext, type OfficeEnv } from './office-context.tsx'
import { showRefusal } from './refusal.tsx'
import { doneQuery, formPost, screen, type InputSchema } from './routing.ts'

type Resource<Query extends InputSchema, Data extends object, Subject> = {
  readonly page: OfficePage
  /** The section of the menu, whose name is the default title. */
  readonly section: Section
  readonly query: Query
  /** Reads the data of the page. Returns null if there is no such page. */
  readonly load: (c: OfficeContext, query: z.output<Query>) => Promise<Data | Response | null>
  readonly title?: (office: Office, data: PageData<Data, Query>) => string
  readonly View: (props: PageData<Data, Query>) => ReactNode
  readonly forms?: ResourceForms<z.output<Query>, Subject>
}

type PageData<Data, Query extends InputSchema> = Data & { readonly query: z.output<Query> }

type ResourceForms<Query, Subject> = {
  readonly actions: readonly OfficeAction<Action, Subject>[]
  /** Reads the subject of the actions. */
  readonly subject: (c: OfficeContext, query: Query) => Promise<Subject | null>
  /** The path that receives the forms, if it is not the path of the page. */
  readonly post?: OfficePage
  /** Returns the URL that receives the forms, or that shows that an action was done. */
  readonly href: (query: Query, done?: Action) => string
}

/** Adds the pages of a screen and its forms to the back office. */
export type OfficeScreen = (app: Hono<OfficeEnv>) => void

/** Creates a screen: a query, its data, their view, and actions with their forms. */
export function resource<Query extends InputSchema, Data extends object, Subject>(
  definition: Resource<Query, Data, Subject>,
): OfficeScreen {
  const { query, section, load, title, View, forms } = definition
  const { path } = officePages[definition.page]
  const show: ShowPage<z.output<Query>> = async (c, asked, rejected = null) => {
    const data = await load(c, asked)
    if (data === null) return showRefusal(c, 'notFound', 404)
    if (data instanceof Response) return data
    const shown = { ...data, query: asked }
    const name = title?.(officeOf(c.var), shown) ?? c.var.words(`sections.${section}`)
    const href = forms?.href(asked) ?? ''
    const state = { href, done: doneQuery.parse(asked).done, rejected }
    return renderPage(c, { title: name, section }, <View {...shown} />, state)
  }
  return (app) => {
    app.get(path, ...screen({ query, get: show }))
    if (forms)
      app.post(officePages[forms.post ?? definition.page].path, ...formsPost(query, forms, show))
  }
}

type ShowPage<Query> = (
  c: OfficeContext,
  query: Query,
  rejected?: RejectedForm | null,
) => Promise<Response>

function formsPost<Query extends InputSchema, Subject>(
  query: Query,
  { actions, subject: read, href }: ResourceForms<z.output<Query>, Subject>,
  showAgain: ShowPage<z.output<Query>>,
) {
  return actionPost({
    query,
    form: actionForm.extend({ action: actionIn(actions) }),
    async run(c, { query: asked, form: { action }, input, fields }) {
      const subject = await read(c, asked)
      if (subject === null) return err({ code: 'not-found' })
      return action.run(c.var.context, c.var.person, input, fields, subject)
    },
    hrefAfter: ({ query: asked, form }) => href(asked, form.action.name),
    showAgain,
  })
}

/** Finds the action of a form by its name. */
function actionIn<Named extends { readonly name: string }>(actions: readonly Named[]) {
  return z.string().transform((name, context) => {
    const action = actions.find((each) => each.name === name)
    if (action) return action
    context.addIssue({ code: 'custom' })
    return z.NEVER
  })
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
      const { action = '', seenAt = '' } = fields
      return showAgain(c, query, { action, seenAt, fields, failure: result.error })
    },
  })
}
