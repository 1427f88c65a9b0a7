import { z } from 'zod'
import { singleValues } from '../requests/single-values.ts'

/**
 * Fields of a page's query that a URL may repeat, such as checkboxes with one name. Their values
 * are joined by commas. Of other fields, the first value counts.
 */
export const joinedFields = z.registry<{ readonly joinedBy: ',' }>()

/** Parses one text for each name. */
export function queryValues(schema: z.ZodObject) {
  return singleValues((name, all) => oneValue(schema, name, all))
}

/** Returns one value of a repeated parameter: the values joined by commas, or the first value. */
export function oneValue<T>(schema: z.ZodObject, name: string, all: readonly T[]) {
  const field: z.core.$ZodType | undefined = schema.shape[name]
  return field !== undefined && joinedFields.has(field) ? all.join(',') : all[0]
}
