import { z } from 'zod'

/**
 * Fields of a page's query that a form sends several times, such as checkboxes with one name. Their
 * values are joined by commas. Of other fields, the first value counts.
 */
export const joinedFields = z.registry<{ readonly joinedBy: ',' }>()

/** Returns one text for each name. Hono's validator passes an array of all values of a name. */
export function queryValues(schema: z.ZodObject) {
  return z
    .record(z.string(), z.unknown())
    .transform((values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          Array.isArray(value) ? oneValue(schema, name, value) : value,
        ]),
      ),
    )
}

export function oneValue<T>(schema: z.ZodObject, name: string, all: readonly T[]) {
  const field: z.core.$ZodType | undefined = schema.shape[name]
  return field !== undefined && joinedFields.has(field) ? all.join(',') : all[0]
}
