import { dayMs, isoAfter } from '../../domain/time-units.ts'

/** Payload of a push message. `client/service-worker/push-events.ts` reads it. */
export type PushMessage = {
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
  /** End of the eSIM. The message expires at this time at the latest. Null while it is unknown. */
  readonly endsAt: string | null
  readonly now: Date
}
