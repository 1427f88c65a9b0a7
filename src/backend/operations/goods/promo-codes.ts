import { decimalOf, pricesIn } from '../../../domain/money.ts'
import type { PromoCode, PromoReduction } from '../../../domain/promo-code.ts'
import { err, ok } from '../../../domain/result.ts'
import { promoCodeSql } from '../../promo-codes/promo-code-sql.ts'
import { performAction } from '../perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from '../perform-action.ts'
import type { StaffMember } from '../staff.ts'
import { versionOf } from '../subject-version.ts'

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
    if ((await findMissing(db, 'tariffs', 'id', promo.tariffIDs)).length > 0)
      return err({ code: 'refused', reason: 'unknown-plan' })
    if ((await findMissing(db, 'countries', 'code', promo.countryCodes)).length > 0)
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
export function reductionText(reduction: PromoReduction): string {
  if (reduction.kind === 'percent') return `${reduction.hundredths / 100}%`
  return pricesIn(Object.keys(reduction.amounts), reduction.amounts)
    .map((money) => `${decimalOf(money)} ${money.currency}`)
    .join(', ')
}

async function findMissing(
  db: D1Database,
  table: 'promo_codes' | 'tariffs' | 'countries',
  column: 'code' | 'id',
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
