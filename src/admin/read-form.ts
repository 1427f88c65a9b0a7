import type { z } from 'zod'
import type { AdminContext } from './admin-env.ts'

/**
 * The fields of a posted form, each once; null when they do not match the schema. Files are left
 * out.
 */
export async function readForm<Schema extends z.ZodType>(
  c: AdminContext,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const form = await c.req.formData().catch(() => new FormData())
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const parsed = schema.safeParse(Object.fromEntries(texts))
  return parsed.success ? parsed.data : null
}
