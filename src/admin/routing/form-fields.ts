import { z } from 'zod'
import type { AdminContext } from '../admin-env.ts'

export type FormFields = { readonly [name: string]: string }

/** Returns the last text of each repeated name, and no files. */
export const lastTexts = z
  .record(z.string(), z.unknown())
  .transform((values): { [name: string]: unknown } =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const last = [value].flat().findLast((each) => typeof each === 'string')
        return last === undefined ? [] : [[name, last] as const]
      }),
    ),
  )

export const formFields = z.record(z.string(), z.string())

/** Returns the texts of a form that `limitForm` has read, to show the form again. */
export async function fieldsOf(c: AdminContext): Promise<FormFields> {
  const form = await c.req.formData()
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}
