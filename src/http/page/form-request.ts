import type { Context, ValidationTargets } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { z } from 'zod'
import type { ApiResult } from '../../api/api-result.ts'
import { fieldReader, validate } from '../../forms/form-values.ts'
import type { FieldReader } from '../../forms/form-values.ts'
import type { FormReply } from '../../forms/form-reply.ts'
import { textOf } from '../../locale/texts.ts'
import type { Words } from '../../locale/words.ts'
import type { AppContext, AppEnv } from '../app-env.ts'
import { receiveForm, releaseUpload } from './form-data.ts'
import { pageStatus } from './page-status.ts'

export type FormValues = FieldReader & { readonly file: (name: string) => File | null }

export type FormInput = {
  readonly in: { readonly form: ValidationTargets['form'] }
  readonly out: { readonly form: FormValues }
}
export type PageFormContext = Context<AppEnv, string, FormInput>

/**
 * Reads the form of a request for `c.req.valid('form')`. Hono's validator would buffer a body of
 * any size. Each page then checks the values with the schema of its form.
 */
export function formBody(maxFileBytes = 0) {
  return createMiddleware<AppEnv, string, FormInput>(async (c, next) => {
    try {
      c.req.addValidatedData('form', await readForm(c, maxFileBytes))
      return await next()
    } finally {
      releaseUpload(c)
    }
  })
}

/** Returns the first value of each field. A body that is not a form has no fields. */
export async function readForm(c: Context, maxFileBytes = 0): Promise<FormValues> {
  const { form } = await receiveForm(c, maxFileBytes)
  const file = (name: string) => {
    const value = form.get(name)
    return value instanceof File && value.size > 0 ? value : null
  }
  return { ...fieldReader((name) => form.get(name)), file }
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

/**
 * Whether the request comes from the hydrated form, which reads JSON. The answer to a plain form is
 * a page. The answer to every GET is a page too, because caches store it.
 */
function isHydrated(c: Context): boolean {
  return c.req.method === 'POST' && c.req.header('Accept') === 'application/json'
}

export function showFormAgain(
  c: AppContext,
  status: number,
  props: object,
  renderPage: () => Response | Promise<Response>,
): Response | Promise<Response> {
  markRejected(c, status)
  return isHydrated(c) ? c.json({ props } satisfies FormReply) : renderPage()
}

/** Sets the status of a page with a form. With an error status, the page's title mentions it. */
export function markRejected(c: AppContext, status: number): void {
  c.status(pageStatus(status))
  if (status >= 400) c.set('isRejected', true)
}

export function confirmForm(
  c: AppContext,
  done: { readonly title: string; readonly text: string },
  to: string,
): Response {
  return isHydrated(c) ? c.json({ done } satisfies FormReply) : c.redirect(to, 303)
}

export function redirectAfterForm(c: AppContext, to: string): Response {
  return isHydrated(c) ? c.json({ to } satisfies FormReply) : c.redirect(to, 303)
}
