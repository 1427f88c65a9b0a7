import type { Context } from 'hono'
import * as z from 'zod/mini'
import { utm } from '../shared/forms/fields.ts'
import { nestFieldErrors } from '../shared/forms/field-errors.ts'
import { utmNames } from '../shared/forms/marketing.ts'
import type { UtmName } from '../shared/forms/marketing.ts'
import { textOf } from '../shared/locale/texts.ts'
import type { Words } from '../shared/locale/words.ts'
import { failure } from '../upstream/answer.ts'
import type { Answer } from '../upstream/answer.ts'
import type { AppEnv } from './env.ts'
import { pageStatus } from './status.ts'

/** Text alone; a form with a file says how much more it takes. */
const maxTextBytes = 64 * 1024

/** What a visitor sent: texts, trimmed, each at most 5 000 characters, '' where there is none; and files. */
export type FormValues = {
  readonly text: (name: string) => string
  readonly isChecked: (name: string) => boolean
  readonly file: (name: string) => File | null
}

export async function readForm(c: Context, fileBytes = 0): Promise<FormValues> {
  const length = Number(c.req.header('Content-Length') ?? 0)
  const body = length > maxTextBytes + fileBytes ? {} : await c.req.parseBody()
  const text = (name: string) => {
    const value = body[name]
    return typeof value === 'string' ? value.trim().slice(0, 5000) : ''
  }
  const file = (name: string) => {
    const value = body[name]
    return value instanceof File && value.size > 0 ? value : null
  }
  return { text, isChecked: (name) => text(name) === '1', file }
}

/** The form's values as its schema makes them; else what is wrong, shaped as the API's own 422 so that one view shows both. */
export function checkForm<T extends z.core.$ZodType>(
  schema: T,
  values: unknown,
  words: Words,
): Answer<z.output<T>> {
  const parsed = z.safeParse(schema, values)
  if (parsed.success) return { ok: true, value: parsed.data }
  const flat: Record<string, string[]> = {}
  // Schemas of forms give names of words as their messages.
  for (const { path, message } of parsed.error.issues)
    flat[path.join('.')] ??= [textOf(words, message)]
  return failure(422, null, nestFieldErrors(flat))
}

/** The campaign parameters of a form or an address, those that are there. */
export function utmIn(read: (name: UtmName) => string | undefined): z.output<typeof utm> {
  const given = utmNames.map((name) => [name, read(name)?.slice(0, 200) ?? ''] as const)
  return z.parse(utm, Object.fromEntries(given.filter(([, value]) => value !== '')))
}

/** What the browser's part of a form is told instead of a page. */
export type FormReply =
  | { readonly props: object }
  | { readonly to: string }
  | { readonly done: { readonly title: string; readonly text: string } }

/** Whether the form's island asks, which takes JSON; the browser itself takes a page. */
export function isFromIsland(c: Context): boolean {
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

/** Onwards, after a form was taken. */
export function goTo(c: Context<AppEnv>, to: string): Response {
  return isFromIsland(c) ? c.json({ to } satisfies FormReply) : c.redirect(to, 303)
}
