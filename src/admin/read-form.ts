import type { z } from 'zod'
import { readLimited } from '../contract/limited-body.ts'
import { locales } from '../locale/locales.ts'
import type { AdminContext } from './admin-env.ts'

export type FormFields = { readonly [name: string]: string }

/**
 * Bytes. A legal text has 60,000 letters in each language, of up to nine bytes each in a form, such
 * as `%E2%82%BD`.
 */
export const maxFields = locales.length * 600_000
/** Bytes past a limit to discard, so that the browser shows the answer. */
const drain = 20_000_000

/**
 * A posted form, or an empty one if the body is not a form. Null: it is larger than the limit in
 * bytes.
 */
export async function readLimitedForm(c: AdminContext, limit: number): Promise<FormData | null> {
  const { bytes, isWhole } = await readLimited(c.req.raw.body, { limit, drain })
  if (!isWhole) return null
  const headers = { 'Content-Type': c.req.header('Content-Type') ?? '' }
  return new Response(bytes, { headers }).formData().catch(() => new FormData())
}

/**
 * The texts of a posted form; none if it is too large. The last of several fields with the same
 * name is used.
 */
export async function readFields(c: AdminContext): Promise<FormFields> {
  const form = (await readLimitedForm(c, maxFields)) ?? new FormData()
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}

/** A posted form; null when it does not match the schema. */
export async function readForm<Schema extends z.ZodType>(
  c: AdminContext,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const parsed = schema.safeParse(await readFields(c))
  return parsed.success ? parsed.data : null
}
