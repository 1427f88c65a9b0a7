import { decimalOf, pricesIn } from '../kit/money.shared.ts'
import type { PromoCode, PromoReduction } from './promo-code.ts'
import { err, ok } from '../kit/result.shared.ts'
import { insertPromoCode, promoCodeColumns, toPromoCode, type PromoCodeRow } from './promo-codes.ts'
import { defineStaffAction, performAction, refused, versionOf } from '../api/perform-action.ts'
import type {
  ActionContext,
  ActionInput,
  ActionOutcome,
  ActionResult,
  PlannedAction,
} from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'
import type { DatabaseContext } from '../context.ts'
import { isUnpaid } from './lines.ts'
import { prepare, raw, readRow, readRows, sql } from '../kit/sql.ts'

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
    if (promo.endsAt !== null && promo.endsAt <= now) return refused('code-ends-early')
    if ((await findMissing(db, 'promo_codes', 'code', [code])).length === 0)
      return refused('code-exists')
    if ((await findMissing(db, 'plans', 'id', promo.tariffIDs)).length > 0)
      return refused('unknown-plan')
    if ((await findMissing(db, 'places', 'place', promo.countryCodes)).length > 0)
      return refused('unknown-country')
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
      condition: sql`NOT EXISTS (SELECT 1 FROM promo_codes WHERE code = ${code})`,
      effects: () => insertPromoCode(db, promo, now),
    })
  })
}

type CodeInput<Input> = Input & { readonly code: string }
type CodeChange = Pick<PromoCode, 'endsAt' | 'totalLimit'>

/**
 * Changes the end and the limit of a code that has not ended. Orders with the code keep their
 * price, and count as uses.
 */
export const changePromoCode = actionOnCode<{ readonly change: CodeChange }>(
  'change-promo-code',
  async ({ context: { db, now }, input: { code, change } }, { starts_at: start }) => {
    const end = change.endsAt?.toISOString() ?? null
    if (end !== null && (end <= now.toISOString() || end <= (start ?? '')))
      return refused('code-ends-early')
    return ok({
      details: { endsAt: end, limit: change.totalLimit },
      effects: () => [
        prepare(db)`UPDATE promo_codes SET ends_at = ${end}, total_limit = ${change.totalLimit}
          WHERE code = ${code}`,
      ],
    })
  },
)

/** Ends a code now. Orders with the code keep their price. */
export const stopPromoCode = actionOnCode(
  'stop-promo-code',
  async ({ context: { db, now }, input: { code } }) => {
    const endsAt = now.toISOString()
    return ok({
      details: { endsAt },
      effects: () => [prepare(db)`UPDATE promo_codes SET ends_at = ${endsAt} WHERE code = ${code}`],
    })
  },
)

type CodeTimes = { starts_at: string | null; ends_at: string | null }

/** Defines an action on a code that has not ended. */
function actionOnCode<Input extends object>(
  action: 'change-promo-code' | 'stop-promo-code',
  plan: (planned: PlannedAction<CodeInput<Input>>, times: CodeTimes) => Promise<ActionOutcome>,
) {
  return defineStaffAction<CodeInput<Input>>({
    action,
    subject: ({ code: id }) => ({ kind: 'promo-code', id }),
    async plan(planned) {
      const { context, input } = planned
      const times = await readRow<CodeTimes>(context.db)`SELECT starts_at, ends_at
        FROM promo_codes WHERE code = ${input.code}`
      if (!times) return err({ code: 'not-found' })
      const hasEnded = times.ends_at !== null && times.ends_at <= context.now.toISOString()
      return hasEnded ? refused('code-ended') : plan(planned, times)
    },
  })
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
  const results = await readRows<{ name: string }>(db)`SELECT ${raw(column)} AS name
    FROM ${raw(table)}
    WHERE ${raw(column)} IN (SELECT value FROM json_each(${JSON.stringify(names)}))`
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
  { db }: DatabaseContext,
  start = '',
): Promise<ListedPromoCode[]> {
  const first = start.toUpperCase()
  const which = start === '' ? sql`true` : sql`code >= ${first} AND code < ${`${first}~`}`
  const order = raw(start === '' ? 'created_at DESC, code' : 'code')
  const [unpaid, most] = [raw(isUnpaid), raw(mostCountedUses)]
  const results = await readRows<ListedRow>(db)`SELECT ${raw(promoCodeColumns)},
      (SELECT count(*) FROM audit a
        WHERE a.subject_kind = 'promo-code' AND a.subject_id = p.code) AS version,
      (SELECT count(*) FROM (SELECT 1 FROM orders own INDEXED BY orders_unpaid_with_code
        WHERE own.${unpaid} AND own.promocode = p.code LIMIT ${most})) AS unpaid,
      (SELECT count(*) FROM (SELECT 1 FROM promo_uses u JOIN orders i ON i.id = u.order_id
        WHERE u.code = p.code AND NOT (${unpaid}) AND i.status <> 'expired' LIMIT ${most})) AS paid
    FROM promo_codes p WHERE ${which} ORDER BY ${order} LIMIT ${raw(mostListedCodes)}`
  return results.map((row) => ({
    promo: toPromoCode(row),
    version: row.version,
    paid: row.paid,
    unpaid: row.unpaid,
  }))
}
