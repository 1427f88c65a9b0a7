import { decimalOf, pricesIn } from '../kit/money.shared.ts'
import type { PromoCode, PromoReduction } from './promo-code.ts'
import { err, ok } from '../kit/result.shared.ts'
import { promoCodeSql, promoCodeColumns, toPromoCode } from './promo-codes.ts'
import type { PromoCodeRow } from './promo-codes.ts'
import { performAction, versionOf } from '../api/perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'
import type { BackendContext } from '../context.ts'
import { isUnpaid } from './lines.ts'

type CodeInput = ActionInput & { readonly code: string }

/** Adds a code. Refuses every code that exists, even if it has ended. */
export async function addPromoCode(
  context: ActionContext,
  staff: StaffMember,
  { promo, idempotencyKey }: Pick<ActionInput, 'idempotencyKey'> & { readonly promo: PromoCode },
): Promise<ActionResult> {
  const { db, now } = context
  const { code } = promo
  const subject = { kind: 'promo-code', id: code } as const
  // The form of a new code sends no version.
  const version = (await versionOf(db, subject)) ?? 0
  const action = 'add-promo-code'
  const request = { action, subject, idempotencyKey, version, input: promo } as const
  return performAction(context, staff, request, async () => {
    if (promo.endsAt !== null && promo.endsAt <= now)
      return err({ code: 'refused', reason: 'code-ends-early' })
    if ((await findMissing(db, 'promo_codes', 'code', [code])).length === 0)
      return err({ code: 'refused', reason: 'code-exists' })
    if ((await findMissing(db, 'plans', 'id', promo.tariffIDs)).length > 0)
      return err({ code: 'refused', reason: 'unknown-plan' })
    if ((await findMissing(db, 'places', 'place', promo.countryCodes)).length > 0)
      return err({ code: 'refused', reason: 'unknown-country' })
    return ok({
      details: {
        reduction: reductionText(promo.reduction),
        startsAt: promo.startsAt?.toISOString() ?? null,
        endsAt: promo.endsAt?.toISOString() ?? null,
        limit: promo.totalLimit,
        perCustomer: promo.customerLimit,
        plans: promo.tariffIDs.join(', ') || null,
        countries: promo.countryCodes.join(', ') || null,
      },
      condition: {
        sql: 'NOT EXISTS (SELECT 1 FROM promo_codes WHERE code = ?)',
        params: [code],
      },
      effects: () => promoCodeSql(promo, now).map((sql) => db.prepare(sql)),
    })
  })
}

type CodeChange = Pick<PromoCode, 'endsAt' | 'totalLimit'>

/**
 * Changes the end and the limit of a code that has not ended. Orders with the code keep their
 * price, and count as uses.
 */
export async function changePromoCode(
  context: ActionContext,
  staff: StaffMember,
  { code, change, ...input }: CodeInput & { readonly change: CodeChange },
): Promise<ActionResult> {
  const { db, now } = context
  const subject = { kind: 'promo-code', id: code } as const
  const request = { ...input, action: 'change-promo-code', subject, input: change } as const
  return performAction(context, staff, request, async () => {
    const row = await readTimes(db, code)
    if (!row) return err({ code: 'not-found' })
    if (hasEnded(row, now)) return err({ code: 'refused', reason: 'code-ended' })
    const end = change.endsAt?.toISOString() ?? null
    if (end !== null && (end <= now.toISOString() || end <= (row.starts_at ?? '')))
      return err({ code: 'refused', reason: 'code-ends-early' })
    return ok({
      details: { endsAt: end, limit: change.totalLimit },
      effects: () => [
        db
          .prepare('UPDATE promo_codes SET ends_at = ?, total_limit = ? WHERE code = ?')
          .bind(end, change.totalLimit, code),
      ],
    })
  })
}

/** Ends a code now. Orders with the code keep their price. */
export async function stopPromoCode(
  context: ActionContext,
  staff: StaffMember,
  { code, ...input }: CodeInput,
): Promise<ActionResult> {
  const { db, now } = context
  const end = now.toISOString()
  const subject = { kind: 'promo-code', id: code } as const
  const request = { ...input, action: 'stop-promo-code', subject, input: {} } as const
  return performAction(context, staff, request, async () => {
    const row = await readTimes(db, code)
    if (!row) return err({ code: 'not-found' })
    if (hasEnded(row, now)) return err({ code: 'refused', reason: 'code-ended' })
    return ok({
      details: { endsAt: end },
      effects: () => [
        db.prepare('UPDATE promo_codes SET ends_at = ? WHERE code = ?').bind(end, code),
      ],
    })
  })
}

type CodeTimes = { starts_at: string | null; ends_at: string | null }

async function readTimes(db: D1Database, code: string): Promise<CodeTimes | null> {
  return db
    .prepare('SELECT starts_at, ends_at FROM promo_codes WHERE code = ?')
    .bind(code)
    .first<CodeTimes>()
}

function hasEnded({ ends_at: end }: CodeTimes, now: Date): boolean {
  return end !== null && end <= now.toISOString()
}

/** `10%`, or `5.00 USD, 450.00 RUB`. */
function reductionText(reduction: PromoReduction): string {
  if (reduction.kind === 'percent') return `${reduction.hundredths / 100}%`
  return pricesIn(Object.keys(reduction.amounts), reduction.amounts)
    .map((money) => `${decimalOf(money)} ${money.currency}`)
    .join(', ')
}

async function findMissing(
  db: D1Database,
  table: 'promo_codes' | 'plans' | 'places',
  column: 'code' | 'id' | 'place',
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0) return []
  const { results } = await db
    .prepare(
      `SELECT ${column} AS name FROM ${table}
      WHERE ${column} IN (SELECT value FROM json_each(?))`,
    )
    .bind(JSON.stringify(names))
    .all<{ name: string }>()
  const known = new Set(results.map(({ name }) => name))
  return names.filter((name) => !known.has(name))
}

export type ListedPromoCode = {
  readonly promo: PromoCode
  readonly version: number
  /** Paid orders, counted up to `mostCountedUses`. `unpaid` has the same limit. */
  readonly paid: number
  readonly unpaid: number
}

/** Limit of orders to count, because D1 reads a row for each order. */
export const mostCountedUses = 10_000
const mostListedCodes = 200

type ListedRow = PromoCodeRow & { version: number; paid: number; unpaid: number }

/** Returns the newest 200 codes, or the first 200 codes with the given prefix. */
export async function listPromoCodes(
  { db }: Pick<BackendContext, 'db'>,
  start = '',
): Promise<ListedPromoCode[]> {
  const ordersWhere = (condition: string) => `(SELECT count(*) FROM (
    SELECT 1 FROM promo_uses u JOIN orders i ON i.id = u.order_id
    WHERE u.code = p.code AND ${condition} LIMIT ${mostCountedUses}))`
  const which = start === '' ? '?1 IS NOT NULL' : `code >= ?1 AND code < ?1 || '~'`
  const order = start === '' ? 'created_at DESC, code' : 'code'
  const { results } = await db
    .prepare(
      `SELECT ${promoCodeColumns}, (SELECT count(*) FROM audit a
          WHERE a.subject_kind = 'promo-code' AND a.subject_id = p.code) AS version,
        ${ordersWhere(isUnpaid)} AS unpaid,
        ${ordersWhere(`NOT (${isUnpaid}) AND i.status <> 'expired'`)} AS paid
      FROM promo_codes p WHERE ${which} ORDER BY ${order} LIMIT ${mostListedCodes}`,
    )
    .bind(start.toUpperCase())
    .all<ListedRow>()
  return results.map((row) => ({
    promo: toPromoCode(row),
    version: row.version,
    paid: row.paid,
    unpaid: row.unpaid,
  }))
}
