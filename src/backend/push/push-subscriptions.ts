import type { z } from 'zod'
import type { esimPush } from '../../contract/esims.ts'
import { isPushService } from '../../domain/push-services.ts'
import { secretID } from '../../domain/secret-id.ts'
import { runBatch } from '../batch.ts'
import type { BackendContext } from '../context.ts'
import { done, notFound, refuseFields } from '../operation-result.ts'

/** Maximum number of browsers per eSIM. A further browser replaces the oldest. */
const maxBrowsers = 5

type PushRequest = z.output<typeof esimPush.input>

/** Subscribes a browser to push messages about an eSIM. Null unsubscribes all browsers. */
export async function setPush(
  context: BackendContext,
  { hash: esimHash, subscription }: PushRequest,
) {
  const { db, words, config } = context
  if (subscription === null) return end(context, esimHash)
  const { PUSH_PUBLIC_KEY: key } = config
  if (key === null || !isPushService(subscription.endpoint))
    return refuseFields('invalid-input', { 'subscription.endpoint': [words('api.invalid')] })
  const { endpoint, p256dh, auth } = subscription
  const [, , marked] = await runBatch(db, [
    db
      .prepare(
        `INSERT INTO push_subscriptions
          (id, esim_hash, endpoint, p256dh, auth, created_at, public_key)
        SELECT ?2, esim_hash, ?3, ?4, ?5, ?6, ?7 FROM esims WHERE esim_hash = ?1
        ON CONFLICT (esim_hash, endpoint) DO UPDATE
          SET p256dh = ?4, auth = ?5, created_at = ?6, public_key = ?7`,
      )
      .bind(esimHash, secretID(), endpoint, p256dh, auth, context.now.toISOString(), key),
    db
      .prepare(
        `DELETE FROM push_subscriptions WHERE esim_hash = ?1 AND id NOT IN (
          SELECT id FROM push_subscriptions WHERE esim_hash = ?1
          ORDER BY created_at DESC, id LIMIT ${maxBrowsers})`,
      )
      .bind(esimHash),
    updateHasPush(db, esimHash),
  ])
  return marked.meta.changes === 1 ? done() : notFound(context)
}

async function end(context: BackendContext, esimHash: string) {
  const [, marked] = await runBatch(context.db, endPush(context.db, esimHash))
  return marked.meta.changes === 1 ? done() : notFound(context)
}

/** Returns statements that unsubscribe all browsers from push messages about an eSIM. */
export function endPush(
  db: D1Database,
  esimHash: string,
): readonly [end: D1PreparedStatement, count: D1PreparedStatement] {
  return [
    db.prepare('DELETE FROM push_subscriptions WHERE esim_hash = ?').bind(esimHash),
    updateHasPush(db, esimHash),
  ]
}

function updateHasPush(db: D1Database, esimHash: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE esims SET has_push = EXISTS (
        SELECT 1 FROM push_subscriptions s WHERE s.esim_hash = ?1) WHERE esim_hash = ?1`,
    )
    .bind(esimHash)
}

/** Deletes the subscription of a browser that no longer accepts messages. */
export async function deleteBrowser(
  db: D1Database,
  { id, esimHash }: { readonly id: string; readonly esimHash: string },
): Promise<void> {
  await db.batch([
    db.prepare('DELETE FROM push_subscriptions WHERE id = ?').bind(id),
    updateHasPush(db, esimHash),
  ])
}

/** SQL condition: the browser subscribed with the given public key, or the key was not stored. */
export const hasKey = (key: string) => `public_key IN ('', ${key})`

/** Counts the browsers that get push messages about an eSIM. */
export async function countBrowsers(
  db: D1Database,
  esimHash: string,
  publicKey: string,
): Promise<number> {
  const found = await db
    .prepare(
      `SELECT count(*) AS browsers FROM push_subscriptions
      WHERE esim_hash = ?1 AND ${hasKey('?2')}`,
    )
    .bind(esimHash, publicKey)
    .first<{ browsers: number }>()
  return found?.browsers ?? 0
}
