import { z } from 'zod'
import type { AlertKind } from '../messages/alerts.ts'
import type { DatabaseContext } from '../context.ts'
import { cursorPageOf, rowsAfter, rowsToRead } from '../kit/paging.ts'
import { everywhere } from '../plans/placements.ts'
import { raw, readRow, readRows, sql } from '../kit/sql.ts'

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
const openColumns = sql`id, kind, subject, order_id AS invoiceID, detail, since`

/** Returns the open alerts of an order, newest first. */
export async function openAlertsOf(
  { db }: DatabaseContext,
  invoiceID: string,
): Promise<OpenAlert[]> {
  return readRows<OpenAlert>(db)`SELECT ${openColumns} FROM alerts
    WHERE ended_at IS NULL AND order_id = ${invoiceID}
    ORDER BY since DESC, kind`
}

/**
 * Returns the newest open alerts, those about stock after all others: a busy day brings many of
 * them, and they would hide an overcharged customer.
 */
export async function urgentAlerts({ db }: DatabaseContext, limit: number): Promise<OpenAlert[]> {
  return readRows<OpenAlert>(db)`SELECT ${openColumns} FROM alerts
    WHERE ended_at IS NULL
    ORDER BY kind = 'low-stock', since DESC, id DESC LIMIT ${limit}`
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
export async function openAlerts({ db }: DatabaseContext, after: string): Promise<AlertPage> {
  const id = sql`CAST(${after} AS INTEGER)`
  const results = await readRows<OpenAlert>(db)`SELECT ${openColumns} FROM alerts a
    WHERE a.ended_at IS NULL AND ${rowsAfter(newestAlerts, id)} LIMIT ${raw(rowsToRead)}`
  const { items: alerts, next } = cursorPageOf(results, ({ id }) => id)
  return { alerts, next }
}

export async function countOpenAlerts({ db }: DatabaseContext): Promise<number> {
  const count = await readRow<{ open: number }>(db)`SELECT count(*) AS open FROM alerts
    WHERE ended_at IS NULL`
  return count?.open ?? 0
}

const counts = z.object({ withdrawals: z.int(), reviews: z.int() })
/** Withdrawals and reviews that staff must decide about. */
export type OpenDecisions = z.output<typeof counts>

export async function countOpenDecisions({ db }: DatabaseContext): Promise<OpenDecisions> {
  const row = await readRow(db)`SELECT (SELECT count(*) FROM partner_transactions
      WHERE type = 'withdrawal' AND paid_at IS NULL AND rejected_at IS NULL) AS withdrawals,
    (SELECT count(*) FROM reviews WHERE status = 'new') AS reviews`
  return counts.parse(row)
}

/** Whether visitors can buy at least one plan. */
export async function isSelling({ db }: DatabaseContext): Promise<boolean> {
  const found = await readRow(db)`SELECT 1 FROM placements
    WHERE place = ${everywhere} AND in_stock = 1 LIMIT 1`
  return found !== null
}
