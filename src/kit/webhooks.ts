import type { z } from 'zod'
import { equalInConstantTime, hmac } from './crypto.ts'
import { logEvent, logSecurity } from './log.ts'
import { fromBase64, toBase64 } from './tokens.shared.ts'

/** The maximum difference between the time of a signature and now, in seconds. */
const tolerance = 300

/** Returns `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">`. */
export async function sign(secret: string, body: string, now: Date): Promise<string> {
  const time = Math.floor(now.getTime() / 1000)
  return `t=${time},v1=${await hmac(secret, `${time}.${body}`)}`
}

/** Returns the secrets that are set. An earlier secret is valid until its sender has changed it. */
export function validSecrets(...secrets: readonly (string | null)[]): readonly string[] {
  return secrets.filter((secret) => secret !== null)
}

/** Whether the body is signed with one of the secrets. Two are valid while a secret changes. */
export async function isSignedByAny(
  secrets: readonly string[],
  body: string,
  signature: string | undefined,
  now: Date,
): Promise<boolean> {
  const checks = secrets.map(async (secret) => isSigned(secret, body, signature, now))
  return (await Promise.all(checks)).includes(true)
}

export async function isSigned(
  secret: string,
  body: string,
  signature: string | undefined,
  now: Date,
): Promise<boolean> {
  const [, time, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? []
  if (time === undefined || given === undefined) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > tolerance) return false
  return equalInConstantTime(given, await hmac(secret, `${time}.${body}`))
}

/**
 * Signs `id.timestamp.body` in the format of Standard Webhooks and of Svix: HMAC-SHA-256 in base64.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * @param secret `whsec_` and the key in base64
 */
export async function standardSignature(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = fromBase64(secret.replace('whsec_', ''))
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
  return toBase64(new Uint8Array(signature))
}

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
