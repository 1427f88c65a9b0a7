import { zValidator } from '@hono/zod-validator'
import type { Hono } from 'hono'
import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { negotiateLocale } from '../shared/locale/negotiate.ts'
import { wordsOf } from '../shared/locale/words.ts'
import type { Words } from '../shared/locale/words.ts'
import type { BackendEnv, Call, Reply } from './call.ts'

type Handler<Input extends z.ZodObject, Output extends z.ZodObject> = (
  call: Call,
  input: z.output<Input>,
) => Promise<Reply<z.input<Output>>>

/** Serves one call of the contract: its input checked, its answer or its refusal as JSON. */
export function serve<Input extends z.ZodObject, Output extends z.ZodObject>(
  app: Hono<BackendEnv>,
  { method, path, input }: Endpoint<Input, Output>,
  handler: Handler<Input, Output>,
): void {
  const target = method === 'GET' ? 'query' : 'json'
  const checked = zValidator(target, input, (result, c) => {
    if (result.success) return undefined
    const words = wordsOf(negotiateLocale(c.req.header('Accept-Language')))
    return c.json({ errors: messagesOf(result.error.issues, words) }, 422)
  })
  app.on(method, path, checked, async (c) => {
    const reply = await handler(c.var.call, c.req.valid(target))
    if (reply.ok) return c.json(reply.value)
    const { status, error, errors } = reply
    return c.json(errors ? { errors } : { error }, status)
  })
}

/** Messages by field, in the visitor's language. */
function messagesOf(issues: readonly z.core.$ZodIssue[], words: Words): Record<string, string[]> {
  const messages: Record<string, string[]> = {}
  for (const issue of issues) {
    const name = issue.path.map(String).join('.')
    messages[name] ??= [messageFor(name, issue, words)]
  }
  return messages
}

function messageFor(name: string, issue: z.core.$ZodIssue, words: Words): string {
  if (name === 'email') return words('api.email')
  if (name === 'consent') return words('api.consent')
  return words(
    issue.input === undefined && issue.code === 'invalid_type' ? 'api.required' : 'api.invalid',
  )
}
