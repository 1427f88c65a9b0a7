import { z } from 'zod'
import type { AlertKind } from '../messages/alerts.ts'
import type { BackendContext } from '../context.ts'
import { cursorPageOf, rowsAfter, rowsToRead } from '../kit/paging.ts'
import { everywhere } from '../plans/placements.ts'

export type OpenAlert = {
  readonly id: number
  readonly kind: AlertKind
  readonly subject: string
  /** Null when the subject is not an order. */
  readonly invoiceID: string | null
  readonly detail: string
  readonly since: string
}

const newestAlerts = { table: 'alerts', alias: 'a', time: 'since', first: 'newest' } as const
const openColumns = 'id, kind, subject, order_id AS invoiceID, detail, since'

/** Returns the open alerts of an order, newest first. */
export async function openAlertsOf(
  { db }: Pick<BackendContext, 'db'>,
  invoiceID: string,
): Promise<OpenAlert[]> {
  const { results } = await db
    .prepare(
      `SELECT ${openColumns} FROM alerts WHERE ended_at IS NULL AND order_id = ?
      ORDER BY since DESC, kind`,
    )
    .bind(invoiceID)
    .all<OpenAlert>()
  return results
}

/**
 * Returns the newest open alerts, those about stock after all others: a busy day brings many of
 * them, and they would hide an overcharged customer.
 */
export async function urgentAlerts(
  { db }: Pick<BackendContext, 'db'>,
  limit: number,
): Promise<OpenAlert[]> {
  const { results } = await db
    .prepare(
      `SELECT ${openColumns} FROM alerts WHERE ended_at IS NULL
      ORDER BY kind = 'low-stock', since DESC, id DESC LIMIT ?`,
    )
    .bind(limit)
    .all<OpenAlert>()
  return results
}

type AlertPage = {
  readonly alerts: readonly OpenAlert[]
  /** The cursor of the next page. Null on the last page. */
  readonly next: string | null
}

/**
 * Returns a page of open alerts, newest first.
 * @param after the last alert of the previous page, or '' for the first page
 */
export async function openAlerts(
  { db }: Pick<BackendContext, 'db'>,
  after: string,
): Promise<AlertPage> {
  const { results } = await db
    .prepare(
      `SELECT ${openColumns} FROM alerts a
      WHERE a.ended_at IS NULL
        AND ${rowsAfter(newestAlerts, 'CAST(?1 AS INTEGER)')} LIMIT ${rowsToRead}`,
    )
    .bind(after)
    .all<OpenAlert>()
  const { items: alerts, next } = cursorPageOf(results, ({ id }) => id)
  return { alerts, next }
}

export async function countOpenAlerts({ db }: Pick<BackendContext, 'db'>): Promise<number> {
  const count = await db
    .prepare('SELECT count(*) AS open FROM alerts WHERE ended_at IS NULL')
    .first<number>('open')
  return count ?? 0
}

const counts = z.object({ withdrawals: z.int(), reviews: z.int() })
/** Withdrawals and reviews that staff must decide about. */
export type OpenDecisions = z.output<typeof counts>

export async function countOpenDecisions({
  db,
}: Pick<BackendContext, 'db'>): Promise<OpenDecisions> {
  const row = await db
    .prepare(
      `SELECT (SELECT count(*) FROM partner_transactions
          WHERE type = 'withdrawal' AND paid_at IS NULL AND rejected_at IS NULL) AS withdrawals,
        (SELECT count(*) FROM reviews WHERE status = 'new') AS reviews`,
    )
    .first()
  return counts.parse(row)
}

/** Whether visitors can buy at least one plan. */
export async function isSelling({ db }: Pick<BackendContext, 'db'>): Promise<boolean> {
  const found = await db
    .prepare('SELECT 1 AS found FROM placements WHERE place = ? AND in_stock = 1 LIMIT 1')
    .bind(everywhere)
    .first('found')
  return found !== null
}
