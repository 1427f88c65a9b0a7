import type { z } from 'zod'
import type { AdminContext } from './admin-env.ts'

export type FormFields = { readonly [name: string]: string }

/** The texts of a posted form. The last of several fields with the same name is used. */
export async function readFields(c: AdminContext): Promise<FormFields> {
  const form = await c.req.formData().catch(() => new FormData())
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
