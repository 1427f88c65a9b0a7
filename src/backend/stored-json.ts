import type { z } from 'zod'

/** Reads a JSON column of optional details. A bad value must not fail the whole row. */
export function storedJson<T>(schema: z.ZodType<T>, text: string, fallback: T): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return fallback
  }
}
