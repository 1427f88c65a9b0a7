import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { heardOut, readAtMost } from '../../contract/limited-body.ts'
import { validate } from '../../forms/validate.ts'
import { fieldReader } from '../../forms/field-reader.ts'
import type { FieldReader } from '../../forms/field-reader.ts'
import type { FormReply } from '../../forms/form-reply.ts'
import { textOf } from '../../locale/texts.ts'
import type { Words } from '../../locale/words.ts'
import type { ApiResult } from '../../api/api-result.ts'
import type { AppEnv } from '../app-env.ts'
import { pageStatus } from './page-status.ts'

/** Text alone; a form with a file says how much more it takes. */
const maxTextBytes = 64 * 1024
/** A file too large by that much is still read, so that its form is shown again with what else was in it. */
const spareForFiles = 4

/** What a visitor sent: texts and files. */
export type FormValues = FieldReader & { readonly file: (name: string) => File | null }

export async function readForm(c: Context, fileBytes = 0): Promise<FormValues> {
  const { raw } = c.req
  const fields = known.get(raw) ?? readFields(raw, maxTextBytes + fileBytes * spareForFiles)
  known.set(raw, fields)
  const body = await fields
  const file = (name: string) => {
    const value = body[name]
    return value instanceof File && value.size > 0 ? value : null
  }
  return { ...fieldReader((name) => body[name]), file }
}

type Fields = { readonly [name: string]: string | File }

/** A body can be read once, and a guard reads the form before its page does. */
const known = new WeakMap<Request, Promise<Fields>>()

/** Nothing where there is more than that, or where it is no form. */
async function readFields(request: Request, most: number): Promise<Fields> {
  const sent = await readAtMost(most, request.body, heardOut).catch(() => null)
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' }
  const form = await new Response(sent, { headers }).formData().catch(() => null)
  return form ? Object.fromEntries(form) : {}
}

/** Validates form values. The errors have the shape of an API error, so pages show both alike. */
export function checkForm<T extends z.core.$ZodType>(
  schema: T,
  values: unknown,
  words: Words,
): ApiResult<z.output<T>> {
  return validate(schema, values, (key) => textOf(words, key))
}

/** Whether the form's island asks, which takes JSON; the browser itself takes a page. */
function isFromIsland(c: Context): boolean {
  return c.req.header('Accept') === 'application/json'
}

/** The form again: as a page, or its island's new props. */
export function showAgain(
  c: Context<AppEnv>,
  status: number,
  props: object,
  page: () => Response | Promise<Response>,
): Response | Promise<Response> {
  c.status(pageStatus(status))
  return isFromIsland(c) ? c.json({ props } satisfies FormReply) : page()
}

/** A form was taken, and there is nothing to go on to: a word of thanks, as a dialog or on the page at `to`. */
export function thank(
  c: Context<AppEnv>,
  done: { readonly title: string; readonly text: string },
  to: string,
): Response {
  return isFromIsland(c) ? c.json({ done } satisfies FormReply) : c.redirect(to, 303)
}

/** Onwards, after a form was taken. */
export function goTo(c: Context<AppEnv>, to: string): Response {
  return isFromIsland(c) ? c.json({ to } satisfies FormReply) : c.redirect(to, 303)
}
