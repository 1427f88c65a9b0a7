import { z } from 'zod'

/** A JSON column with its table, such as `tariffs.prices`. A computed column has its main table. */
type ColumnName = `${string}.${string}`

/** Parses a JSON column. Throws an error that names the column when its value is invalid. */
export function readJsonColumn<T>(column: ColumnName, schema: z.ZodType<T>, text: string): T {
  const { data, error } = schema.safeParse(parseJson(text))
  if (error) throw new Error(`Invalid value of ${column}: ${z.prettifyError(error)}`)
  return data
}

/** Parses a JSON column of optional details. Returns the fallback for an invalid value. */
export function storedJson<T>(schema: z.ZodType<T>, text: string, fallback: T): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return fallback
  }
}

/** Returns null for text that is not JSON. Validate the result with a schema. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
