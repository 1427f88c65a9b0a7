/** What a browser shows. The service worker reads it: client/service-worker/push.ts. */
export type PushMessage = {
  readonly title: string
  readonly body: string
  /** Path of the page that a press opens. */
  readonly path: string
  /** Of two messages with the same tag, browsers show the later one only. */
  readonly tag: string
}

/** Milliseconds. News about data left is old after a day. */
const shownFor = 86_400_000

/** Inserts a message for every browser of an eSIM. The same key again inserts none. */
export function insertPush(
  db: D1Database,
  { esimHash, dedupeKey, message, endsAt, now }: NewPush,
): D1PreparedStatement {
  const inADay = new Date(now.getTime() + shownFor).toISOString()
  const expiresAt = endsAt !== null && endsAt < inADay ? endsAt : inADay
  const payload: PushMessage = { ...message, tag: dedupeKey }
  return db
    .prepare(
      `INSERT INTO push_messages (subscription_id, dedupe_key, payload, created_at, expires_at)
      SELECT id, ?2, ?3, ?4, ?5 FROM push_subscriptions WHERE esim_hash = ?1
      ON CONFLICT (subscription_id, dedupe_key) DO NOTHING`,
    )
    .bind(esimHash, dedupeKey, JSON.stringify(payload), now.toISOString(), expiresAt)
}

type NewPush = {
  readonly esimHash: string
  readonly dedupeKey: string
  readonly message: Omit<PushMessage, 'tag'>
  /** When the eSIM ends, and the message with it; null: not known yet. */
  readonly endsAt: string | null
  readonly now: Date
}
