/** What a browser shows. The service worker reads it: client/service-worker/push.ts. */
export type PushMessage = {
  readonly title: string
  readonly body: string
  /** Path of the page that a press opens. */
  readonly path: string
}

/** Inserts a message for every browser of an eSIM. The same key again inserts none. */
export function insertPush(
  db: D1Database,
  { esimHash, dedupeKey, message, now }: NewPush,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO push_messages (subscription_id, dedupe_key, payload, created_at)
      SELECT id, ?2, ?3, ?4 FROM push_subscriptions WHERE esim_hash = ?1
      ON CONFLICT (subscription_id, dedupe_key) DO NOTHING`,
    )
    .bind(esimHash, dedupeKey, JSON.stringify(message), now.toISOString())
}

type NewPush = {
  readonly esimHash: string
  readonly dedupeKey: string
  readonly message: PushMessage
  readonly now: Date
}
