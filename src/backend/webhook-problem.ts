import type { z } from 'zod'
import { logEvent } from '../domain/log-event.ts'
import { logSecurity } from '../domain/security-log.ts'

/**
 * The reason why a webhook was rejected: its sender is not proven (`sender`), or its body does not
 * match the schema (`body`).
 */
export type WebhookProblem =
  | { readonly part: 'sender' }
  /** `field` is the first field that does not match: `body.amount.currency`, or `body`. */
  | { readonly part: 'body'; readonly field: string }

export const unprovenSender: WebhookProblem = { part: 'sender' }

export function malformedBody({ issues }: z.core.$ZodError): WebhookProblem {
  return { part: 'body', field: ['body', ...(issues[0]?.path ?? [])].join('.') }
}

export function logWebhookProblem(path: string, problem: WebhookProblem): void {
  if (problem.part === 'sender') logSecurity({ event: 'bad-signature', path })
  else logEvent({ event: 'malformed-webhook', path, field: problem.field })
}
