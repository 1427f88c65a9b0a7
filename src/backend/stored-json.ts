import type { z } from 'zod'

/** Parses a JSON column of optional details. Returns the fallback for an invalid value. */
export function storedJson<T>(schema: z.ZodType<T>, text: string, fallback: T): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return fallback
  }
}
