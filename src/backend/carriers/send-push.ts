import { buildPushPayload } from '@block65/webcrypto-web-push'
import { logEvent } from '../../domain/log-event.ts'
import type { BackendContext } from '../context.ts'
import { deleteBrowser } from '../push/push-subscriptions.ts'
import { callCarrier } from './carrier-call.ts'
import type { FetchCarrier } from './carrier-call.ts'
import { maxAttempts } from './send-outbox.ts'

type PushContext = Pick<BackendContext, 'db' | 'config' | 'now'>
type Keys = { readonly publicKey: string; readonly privateKey: string; readonly subject: string }
type Unsent = {
  readonly id: string
  readonly esimHash: string
  readonly dedupeKey: string
  readonly payload: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

const batchSize = 20
/** Seconds. News about data left is old after a day. */
const timeToLive = 86_400
/** The browser has ended the subscription: RFC 8030, section 7.3. */
const goneStatus = [404, 410]

/**
 * Sends unsent push messages and returns how many were sent. Parallel runs are safe: each message
 * is claimed by one of them. A message whose answer was lost is sent again, and the browser shows
 * both as one.
 */
export async function sendPush(context: PushContext, fetchPush: FetchCarrier): Promise<number> {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey } = context.config
  if (publicKey === null || privateKey === null) return 0
  const keys = { publicKey, privateKey, subject: `mailto:${context.config.SUPPORT_EMAIL}` }
  let count = 0
  for (const message of await claimUnsent(context)) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after another, as the outbox
    if (await send(context, message, keys, fetchPush)) count += 1
  }
  return count
}

async function claimUnsent({ db, now }: PushContext): Promise<readonly Unsent[]> {
  const ofBrowser = (column: string) =>
    `(SELECT s.${column} FROM push_subscriptions s WHERE s.id = subscription_id)`
  const { results } = await db
    .prepare(
      `UPDATE push_messages SET attempts = attempts + 1, tried_at = ?1 WHERE rowid IN (
        SELECT rowid FROM push_messages
        WHERE sent_at IS NULL AND attempts < ${maxAttempts} AND (tried_at IS NULL
          OR unixepoch(tried_at) + 60 * (1 << (attempts - 1)) <= unixepoch(?1))
        ORDER BY created_at LIMIT ${batchSize})
      RETURNING subscription_id AS id, dedupe_key AS dedupeKey, payload,
        ${ofBrowser('esim_hash')} AS esimHash, ${ofBrowser('endpoint')} AS endpoint,
        ${ofBrowser('p256dh')} AS p256dh, ${ofBrowser('auth')} AS auth`,
    )
    .bind(now.toISOString())
    .all<Unsent>()
  return results
}

async function send(
  { db, now }: PushContext,
  { id, esimHash, dedupeKey, payload, endpoint, p256dh, auth }: Unsent,
  keys: Keys,
  fetchPush: FetchCarrier,
): Promise<boolean> {
  const answer = await request({ endpoint, p256dh, auth }, payload, keys, fetchPush)
  if (answer.status !== null && goneStatus.includes(answer.status)) {
    await deleteBrowser(db, { id, esimHash })
    return false
  }
  if (answer.status === null || !answer.isOk) {
    const error = answer.status === null ? answer.reason : `status ${answer.status}`
    logEvent({ event: 'push-not-sent', service: new URL(endpoint).host, error })
    return false
  }
  await db
    .prepare(
      `UPDATE push_messages SET sent_at = ?3, payload = ''
      WHERE subscription_id = ?1 AND dedupe_key = ?2`,
    )
    .bind(id, dedupeKey, now.toISOString())
    .run()
  return true
}

async function request(
  { endpoint, p256dh, auth }: Pick<Unsent, 'endpoint' | 'p256dh' | 'auth'>,
  data: string,
  { subject, ...keys }: Keys,
  fetchPush: FetchCarrier,
) {
  try {
    const init = await buildPushPayload(
      { data, options: { ttl: timeToLive, urgency: 'normal' } },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      { subject, ...keys },
    )
    return await callCarrier(fetchPush, endpoint, { ...init, method: 'POST' })
  } catch (error) {
    // Keys that no browser has written.
    return { status: null, reason: error instanceof Error ? error.message : String(error) } as const
  }
}
