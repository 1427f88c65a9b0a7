import { z } from 'zod'
import { withTimeout } from './retry.ts'
import { readJson } from './read-json.ts'
import type { Fetch } from './api-client.ts'

type Asked = {
  /** Cloudflare's siteverify, or what stands for it. */
  readonly url: string
  readonly secret: string
  /** What the browser's check gave; '' when it gave nothing. */
  readonly token: string
  /** '' when unknown. */
  readonly clientAddress: string
}

/** unanswered: nobody could be asked, or the operator's secret is not known there. */
type Verdict = 'person' | 'refused' | 'unanswered'

const answer = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})
/** Cloudflare's codes that say nothing of the visitor. */
const notTheirs = new Set(['missing-input-secret', 'invalid-input-secret', 'internal-error'])
const askOnce = withTimeout((request) => fetch(request))

/** Asks whether a token is good; each is so once, for five minutes. Waits 3 s at most and never throws. */
export async function botVerdict(
  { url, secret, token, clientAddress }: Asked,
  ask: Fetch = askOnce,
): Promise<Verdict> {
  if (token === '') return 'refused'
  const body = new URLSearchParams({ secret, response: token })
  if (clientAddress !== '') body.set('remoteip', clientAddress)
  try {
    const read = await readJson(await ask(new Request(url, { method: 'POST', body })))
    const parsed = answer.safeParse(read.ok ? read.value : null)
    if (!parsed.success) return 'unanswered'
    if (parsed.data.success) return 'person'
    return parsed.data['error-codes'].some((code) => notTheirs.has(code)) ? 'unanswered' : 'refused'
  } catch {
    return 'unanswered'
  }
}
