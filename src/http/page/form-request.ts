import type { Context, MiddlewareHandler, ValidationTargets } from 'hono'
import { createMiddleware } from 'hono/factory'
import { createElement } from 'react'
import type { z } from 'zod'
import type { ApiResult } from '../../api/api-result.ts'
import type { FormDefinition, FormProps } from '../../forms/form-definition.ts'
import { fieldReader, validate } from '../../forms/form-values.ts'
import type { FieldReader } from '../../forms/form-values.ts'
import type { FormReply } from '../../forms/form-reply.ts'
import { textOf } from '../../locale/texts.ts'
import type { Words } from '../../locale/words.ts'
import type { AppContext, AppEnv } from '../app-env.ts'
import { firstValues } from '../../requests/first-values.ts'
import { fittedPage } from './fitted-page.ts'
import { receiveForm, releaseUpload } from './form-data.ts'
import { pageStatus } from './page-status.ts'
import { pageInputValidator } from './page-input.ts'

export type FormValues = FieldReader & { readonly file: (name: string) => File | null }

export type FormInput = {
  readonly in: { readonly form: ValidationTargets['form'] }
  readonly out: { readonly form: FormValues }
}
export type PageFormContext = Context<AppEnv, string, FormInput>

type Middleware = MiddlewareHandler<AppEnv>
type FormValidator = MiddlewareHandler<AppEnv, string, FormInput>

const formFields = firstValues.transform((fields) => toFormValues((name) => fields[name]))

/** A form with the texts that a person typed, and the errors of its input. */
type ShownForm<Props extends FormProps> = {
  readonly form: FormDefinition<Props>
  readonly props: Props
}

export function formBody(maxFileBytes = 0): [limit: Middleware, validator: FormValidator] {
  const limit = createMiddleware<AppEnv>(async (c, next) => {
    // The validator would buffer a body of any size.
    try {
      const { form } = await receiveForm(c, maxFileBytes)
      c.req.bodyCache.formData = form
      return await next()
    } finally {
      releaseUpload(c)
    }
  })
  return [limit, pageInputValidator('form', formFields)]
}

export async function readForm(c: Context): Promise<FormValues> {
  const { form } = await receiveForm(c, 0)
  return toFormValues((name) => form.get(name))
}

function toFormValues(valueOf: (name: string) => unknown): FormValues {
  const file = (name: string) => {
    const value = valueOf(name)
    return value instanceof File && value.size > 0 ? value : null
  }
  return { ...fieldReader(valueOf), file }
}

/** Parses JSON that a script has put into a field. Returns null if it is missing or invalid. */
export function readJsonField<T extends z.ZodType>(
  form: FieldReader,
  name: string,
  schema: T,
): z.output<T> | null {
  try {
    return schema.parse(JSON.parse(form.text(name)))
  } catch {
    return null
  }
}

export function checkForm<T extends z.core.$ZodType>(
  schema: T,
  values: unknown,
  words: Words,
): ApiResult<z.output<T>> {
  return validate(schema, values, (key) => textOf(words, key))
}

/** Shows the page of a form, or the form alone if the page is too large with the typed texts. */
export async function showFormAgain<Props extends FormProps>(
  c: AppContext,
  status: number,
  { form: { Component }, props }: ShownForm<Props>,
  renderPage: () => Response | Promise<Response>,
): Promise<Response> {
  markRejected(c, status)
  if (isHydrated(c)) return c.json({ props } satisfies FormReply)
  if (c.req.method !== 'POST') return renderPage()
  const { page } = await fittedPage(c, createElement(Component, props), renderPage)
  return page
}

/**
 * Whether the request comes from the hydrated form, which reads JSON. The answer to a plain form is
 * a page. The answer to every GET is a page too, because caches store it.
 */
function isHydrated(c: Context): boolean {
  return c.req.method === 'POST' && c.req.header('Accept') === 'application/json'
}

/** Sets the status of a page with a form. With an error status, the page's title mentions it. */
export function markRejected(c: AppContext, status: number): void {
  c.status(pageStatus(status))
  if (status >= 400) c.set('isRejected', true)
}

/**
 * Confirms a form that stays on its page.
 * @param to the page that confirms it without JavaScript
 * @param values the values of the next form, which replace those of the form that was sent
 */
export function confirmForm(
  c: AppContext,
  done: { readonly title: string; readonly text: string },
  to: string,
  values: object,
): Response {
  return isHydrated(c) ? c.json({ done, values } satisfies FormReply) : c.redirect(to, 303)
}

export function redirectAfterForm(c: AppContext, to: string): Response {
  return isHydrated(c) ? c.json({ to } satisfies FormReply) : c.redirect(to, 303)
}
