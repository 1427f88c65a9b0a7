import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { readLimited } from '../kit/limited-body.ts'
import { locales } from '../words/locales.shared.ts'
import type { OfficeContext, OfficeEnv } from './office-context.tsx'

/**
 * Bytes. A legal text has 60,000 letters in each language, of up to nine bytes each in a form, such
 * as `%E2%82%BD`.
 */
export const maxFields = locales.length * 600_000
/**
 * Bytes of a form that anyone may send, without a sign-in, as in the shop. The longest answer to a
 * customer has 10,000 letters, of six bytes each in Russian. An isolate has 128 MB, and nothing
 * limits how many such forms arrive at the same time.
 */
export const maxStrangerForm = 64 * 1024
/** Bytes beyond the limit to read and discard, so that the browser shows the answer. */
const drain = 20_000_000

type ShowTooLarge = (c: OfficeContext) => Promise<Response>

/**
 * Reads a posted form before the validator, which would buffer a body of any size. Without
 * `showTooLarge`, a form above the limit becomes empty, as does a body that is not a form, that
 * breaks off or that takes longer than 30 s.
 */
export function limitForm(limit = maxFields, showTooLarge?: ShowTooLarge) {
  return createMiddleware<OfficeEnv>(async (c, next) => {
    const body = await readLimited(c.req.raw.body, { limit, drain }).catch(() => null)
    if (body?.isWhole === false && showTooLarge) return showTooLarge(c)
    c.req.bodyCache.formData = body?.isWhole
      ? await formOf(body.bytes, c.req.header('Content-Type'))
      : new FormData()
    return next()
  })
}

async function formOf(bytes: BodyInit | null, type = ''): Promise<FormData> {
  const body = new Response(bytes, { headers: { 'Content-Type': type } })
  return body.formData().catch(() => new FormData())
}

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
export async function fieldsOf(c: OfficeContext): Promise<FormFields> {
  const form = await c.req.formData()
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}
