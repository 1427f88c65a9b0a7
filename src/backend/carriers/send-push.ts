import { buildPushPayload } from '@block65/webcrypto-web-push'
import { logEvent } from '../../domain/log-event.ts'
import type { BackendContext } from '../context.ts'
import { deleteBrowser, hasKey } from '../push/push-subscriptions.ts'
import { callCarrier } from './carrier-call.ts'
import type { FetchCarrier } from './carrier-call.ts'
import { maxAttempts } from './send-outbox.ts'

type PushContext = Pick<BackendContext, 'db' | 'config' | 'now'>
type Keys = { readonly publicKey: string; readonly privateKey: string; readonly subject: string }
type UnsentMessage = {
  readonly id: string
  readonly esimHash: string
  readonly dedupeKey: string
  readonly payload: string
  /** Seconds until the message expires. */
  readonly timeToLive: number
  /** 0 if the shop's key has changed, because the push service would then refuse the message. */
  readonly hasKey: number
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

const batchSize = 20
/** A worker can open at most six connections at a time. */
const sentAtOnce = 5
/**
 * Seconds until the first retry. Each attempt doubles them. A run ends earlier, even when no push
 * service responds, so the next run does not send the same messages.
 */
const firstWait = 600
/** Statuses of a subscription that the browser has ended: RFC 8030, section 7.3. */
const goneStatus = [404, 410]

/**
 * Sends unsent push messages and returns the number that push services accepted. Parallel runs are
 * safe, because only one of them claims a message. If a response is lost, the message is sent
 * again. The browser shows both as one notification, unless the visitor has closed the first.
 */
export async function sendPush(context: PushContext, fetchPush: FetchCarrier): Promise<number> {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey } = context.config
  if (publicKey === null || privateKey === null) return 0
  const keys = { publicKey, privateKey, subject: `mailto:${context.config.SUPPORT_EMAIL}` }
  const unsent = await claimUnsent(context, publicKey)
  let count = 0
  for (let start = 0; start < unsent.length; start += sentAtOnce) {
    const part = unsent.slice(start, start + sentAtOnce)
    // oxlint-disable-next-line eslint/no-await-in-loop -- the next part reuses the connections
    const sent = await Promise.all(part.map((each) => send(context, each, keys, fetchPush)))
    count += sent.filter(Boolean).length
  }
  return count
}

async function claimUnsent(
  { db, now }: PushContext,
  publicKey: string,
): Promise<readonly UnsentMessage[]> {
  const browserColumn = (value: string) =>
    `(SELECT ${value} FROM push_subscriptions WHERE id = subscription_id)`
  const { results } = await db
    .prepare(
      `UPDATE push_messages SET attempts = attempts + 1, tried_at = ?1 WHERE rowid IN (
        SELECT rowid FROM push_messages
        WHERE payload <> '' AND expires_at > ?1 AND attempts < ${maxAttempts}
          AND (tried_at IS NULL
            OR unixepoch(tried_at) + ${firstWait} * (1 << (attempts - 1)) <= unixepoch(?1))
        ORDER BY expires_at LIMIT ${batchSize})
      RETURNING subscription_id AS id, dedupe_key AS dedupeKey, payload,
        unixepoch(expires_at) - unixepoch(?1) AS timeToLive,
        ${browserColumn(hasKey('?2'))} AS hasKey,
        ${browserColumn('esim_hash')} AS esimHash, ${browserColumn('endpoint')} AS endpoint,
        ${browserColumn('p256dh')} AS p256dh, ${browserColumn('auth')} AS auth`,
    )
    .bind(now.toISOString(), publicKey)
    .all<UnsentMessage>()
  return results
}

async function send(
  { db, now }: PushContext,
  message: UnsentMessage,
  keys: Keys,
  fetchPush: FetchCarrier,
): Promise<boolean> {
  const { id, esimHash, dedupeKey, endpoint } = message
  const answer = message.hasKey === 1 ? await request(message, keys, fetchPush) : null
  if (answer === null || (answer.status !== null && goneStatus.includes(answer.status))) {
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
  { payload: data, timeToLive: ttl, endpoint, p256dh, auth }: UnsentMessage,
  { subject, ...keys }: Keys,
  fetchPush: FetchCarrier,
) {
  try {
    const init = await buildPushPayload(
      { data, options: { ttl, urgency: 'normal' } },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      { subject, ...keys },
    )
    return await callCarrier(fetchPush, endpoint, { ...init, method: 'POST' })
  } catch (error) {
    // The subscription's keys are invalid, so no browser created them.
    return { status: null, reason: error instanceof Error ? error.message : String(error) } as const
  }
}
