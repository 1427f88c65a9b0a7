import type { Context } from 'hono'
import type { z } from 'zod'
import { utmNames } from '../contract/purchase.ts'
import { failure } from '../upstream/answer.ts'
import type { Failure } from '../upstream/answer.ts'
import { nestFieldErrors } from '../upstream/field-errors.ts'

const maxBytes = 64 * 1024

/** What a visitor sent: text fields only, trimmed, each at most 5 000 characters; unknown ones are ''. */
export type FormValues = {
  readonly text: (name: string) => string
  readonly optional: (name: string) => string | undefined
}

export async function readForm(c: Context): Promise<FormValues> {
  const length = Number(c.req.header('Content-Length') ?? 0)
  const body = length > maxBytes ? {} : await c.req.parseBody()
  const text = (name: string) => {
    const value = body[name]
    return typeof value === 'string' ? value.trim().slice(0, 5000) : ''
  }
  return { text, optional: (name) => text(name) || undefined }
}

/** What is wrong with a form, shaped as the API's own 422 so that one view shows both. */
export function invalidForm({ issues }: z.ZodError): Failure {
  const flat: Record<string, string[]> = {}
  for (const { path, message } of issues) (flat[path.join('.')] ??= []).push(message)
  return failure(422, null, nestFieldErrors(flat))
}

/** The campaign parameters of a form or an address, those that are there. */
export function utmIn(read: (name: string) => string | undefined): {
  readonly [name: string]: string
} {
  const given = utmNames.map((name) => [name, read(name)?.slice(0, 200) ?? ''] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}
