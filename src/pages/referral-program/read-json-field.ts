import type { z } from 'zod'
import type { FormValues } from '../../http/page/form-request.ts'

/** Reads JSON that a script has put into a field; null when it is missing or something else. */
export function readJsonField<T extends z.ZodType>(
  form: FormValues,
  name: string,
  schema: T,
): z.output<T> | null {
  try {
    return schema.parse(JSON.parse(form.text(name)))
  } catch {
    return null
  }
}
