import type { InputOf } from '../operations.ts'
import { buildPushPayload } from '@block65/webcrypto-web-push'
import { dayMs, isoAfter } from '../kit/time.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { BackendContext, ShopContext } from '../context.ts'
import { done, notFound, refuseFields } from '../api/operation-result.ts'
import { logEvent } from '../kit/log.ts'
import { callCarrier, type FetchCarrier } from './carrier.ts'
import { maxAttempts } from './send-outbox.ts'
import { prepare, raw, readRow, readRows, runBatch, sql, type Sql } from '../kit/sql.ts'

/** Payload of a push message. `client/service-worker/push-events.ts` reads it. */
type PushMessage = {
  readonly title: string
  readonly body: string
  /** Path of the page that a click on the notification opens. */
  readonly path: string
  /** Browsers replace a notification with a later one that has the same tag. */
  readonly tag: string
}

/** In milliseconds. A message about data left is out of date after a day. */
const shownFor = dayMs

/** Inserts a message for every browser of an eSIM. A repeated `dedupeKey` inserts nothing. */
export function insertPush(
  db: D1Database,
  { esimHash, dedupeKey, message, endsAt, now }: NewPush,
): D1PreparedStatement {
  const inADay = isoAfter(now, shownFor)
  const expiresAt = endsAt !== null && endsAt < inADay ? endsAt : inADay
  const payload: PushMessage = { ...message, tag: dedupeKey }
  return prepare(db)`INSERT INTO push_messages (subscription_id, dedupe_key, payload, created_at,
      expires_at)
    SELECT id, ${dedupeKey}, ${JSON.stringify(payload)}, ${now}, ${expiresAt}
      FROM push_subscriptions WHERE esim_hash = ${esimHash}
    ON CONFLICT (subscription_id, dedupe_key) DO NOTHING`
}

type NewPush = {
  readonly esimHash: string
  readonly dedupeKey: string
  readonly message: Omit<PushMessage, 'tag'>
  /** End of the eSIM. The message expires at this time at the latest. Null while it is unknown. */
  readonly endsAt: string | null
  readonly now: Date
}

/** Maximum number of browsers per eSIM. A further browser replaces the oldest. */
const maxBrowsers = 5

type PushRequest = InputOf<'esimPush'>

/** Subscribes a browser to push messages about an eSIM. Null unsubscribes all browsers. */
export async function setPush(
  context: BackendContext,
  { hash: esimHash, subscription }: PushRequest,
) {
  const { db, words, config } = context
  if (subscription === null) {
    const [, ended] = await runBatch(db, endPush(db, esimHash))
    return ended.meta.changes === 1 ? done() : notFound(context)
  }
  const { PUSH_PUBLIC_KEY: key } = config
  if (key === null || !isPushService(subscription.endpoint))
    return refuseFields('invalid-input', { 'subscription.endpoint': [words('api.invalid')] })
  const { endpoint, p256dh, auth } = subscription
  const [, , marked] = await runBatch(db, [
    prepare(db)`INSERT INTO push_subscriptions
        (id, esim_hash, endpoint, p256dh, auth, created_at, public_key)
      SELECT ${secretID()}, esim_hash, ${endpoint}, ${p256dh}, ${auth}, ${context.now}, ${key}
        FROM esims WHERE esim_hash = ${esimHash}
      ON CONFLICT (esim_hash, endpoint) DO UPDATE
        SET p256dh = ${p256dh}, auth = ${auth}, created_at = ${context.now}, public_key = ${key}`,
    prepare(db)`DELETE FROM push_subscriptions WHERE esim_hash = ${esimHash} AND id NOT IN (
      SELECT id FROM push_subscriptions WHERE esim_hash = ${esimHash}
      ORDER BY created_at DESC, id LIMIT ${raw(maxBrowsers)})`,
    updateHasPush(db, esimHash),
  ])
  return marked.meta.changes === 1 ? done() : notFound(context)
}

/** Returns statements that unsubscribe all browsers from push messages about an eSIM. */
export function endPush(
  db: D1Database,
  esimHash: string,
): readonly [end: D1PreparedStatement, count: D1PreparedStatement] {
  return [
    prepare(db)`DELETE FROM push_subscriptions WHERE esim_hash = ${esimHash}`,
    updateHasPush(db, esimHash),
  ]
}

function updateHasPush(db: D1Database, esimHash: string): D1PreparedStatement {
  return prepare(db)`UPDATE esims SET has_push = EXISTS (
    SELECT 1 FROM push_subscriptions s WHERE s.esim_hash = ${esimHash})
    WHERE esim_hash = ${esimHash}`
}

/** Deletes the subscription of a browser that no longer accepts messages. */
async function deleteBrowser(
  db: D1Database,
  { id, esimHash }: { readonly id: string; readonly esimHash: string },
): Promise<void> {
  await db.batch([
    prepare(db)`DELETE FROM push_subscriptions WHERE id = ${id}`,
    updateHasPush(db, esimHash),
  ])
}

/** Counts the browsers that get push messages about an eSIM. */
export async function countBrowsers(
  db: D1Database,
  esimHash: string,
  publicKey: string,
): Promise<number> {
  const found = await readRow<{ browsers: number }>(db)`SELECT count(*) AS browsers
    FROM push_subscriptions
    WHERE esim_hash = ${esimHash} AND public_key = ${publicKey}`
  return found?.browsers ?? 0
}

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
export async function sendPush(context: ShopContext, fetchPush: FetchCarrier): Promise<number> {
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

async function claimUnsent({ db, now }: ShopContext, publicKey: string) {
  const browserColumn = (value: Sql) =>
    sql`(SELECT ${value} FROM push_subscriptions WHERE id = subscription_id)`
  return readRows<UnsentMessage>(db)`UPDATE push_messages
    SET attempts = attempts + 1, tried_at = ${now} WHERE rowid IN (
      SELECT rowid FROM push_messages
      WHERE payload <> '' AND expires_at > ${now} AND attempts < ${raw(maxAttempts)}
        AND (tried_at IS NULL
          OR unixepoch(tried_at) + ${raw(firstWait)} * (1 << (attempts - 1)) <= unixepoch(${now}))
      ORDER BY expires_at LIMIT ${raw(batchSize)})
    RETURNING subscription_id AS id, dedupe_key AS dedupeKey, payload,
      unixepoch(expires_at) - unixepoch(${now}) AS timeToLive,
      ${browserColumn(sql`public_key = ${publicKey}`)} AS hasKey,
      ${browserColumn(sql`esim_hash`)} AS esimHash, ${browserColumn(sql`endpoint`)} AS endpoint,
      ${browserColumn(sql`p256dh`)} AS p256dh, ${browserColumn(sql`auth`)} AS auth`
}

async function send(
  { db, now }: ShopContext,
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
  await prepare(db)`UPDATE push_messages SET sent_at = ${now}, payload = ''
    WHERE subscription_id = ${id} AND dedupe_key = ${dedupeKey}`.run()
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

/**
 * Push services of Chrome and Android, Firefox, Edge and Safari, with their subdomains. Chromium in
 * Linux distributions uses jmt17.google.com.
 */
const service =
  /^https:\/\/(?:jmt17\.google|(?:[a-z0-9-]+\.)*(?:fcm\.googleapis|push\.services\.mozilla|notify\.windows|push\.apple))\.com\//

/**
 * Whether a URL belongs to the push service of a browser. The shop sends requests to the URL, so it
 * must not accept any URL that a visitor sends.
 */
export function isPushService(endpoint: string): boolean {
  return service.test(endpoint)
}
