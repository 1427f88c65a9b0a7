import { boundsOf, type CalendarMonth } from '../kit/time.shared.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import type { DatabaseContext } from '../context.ts'

/** What happened to the vouchers of a currency in a month. */
export type MonthVouchers = {
  readonly issued: Money
  readonly used: Money
  readonly returned: Money
  /** What the shop owes no longer, because the vouchers are withdrawn. */
  readonly withdrawn: Money
  /** What the shop owes at the end of the month. */
  readonly open: Money
}

type SumsRow = Record<'issued' | 'used' | 'returned' | 'before' | 'open', number> & {
  readonly currency: Currency
}

const inMonth = `f.received_at >= ?1 AND f.received_at < ?2`

/** SQL: what the shop owes for a voucher at a time. */
const owedAt = (time: string) => `iif(v.created_at < ${time}
  AND coalesce(v.withdrawn_at >= ${time}, TRUE), v.amount_minor - coalesce(sum(
    iif(f.kind = 'charged', f.amount_minor, -f.amount_minor))
    FILTER (WHERE f.received_at < ${time}), 0), 0)`

const sumsSql = `SELECT currency, sum(issued) AS issued, sum(used) AS used,
    sum(returned) AS returned, sum(before) AS before, sum(owed) AS open
  FROM (
    SELECT v.currency, iif(v.created_at >= ?1, v.amount_minor, 0) AS issued,
      coalesce(sum(f.amount_minor) FILTER (WHERE f.kind = 'charged' AND ${inMonth}), 0) AS used,
      coalesce(sum(f.amount_minor) FILTER (WHERE f.kind = 'refunded' AND ${inMonth}), 0) AS returned,
      ${owedAt('?1')} AS before, ${owedAt('?2')} AS owed
    FROM vouchers v LEFT JOIN payment_facts f INDEXED BY payment_facts_by_reference
      ON f.provider = 'voucher' AND f.reference = v.id
    WHERE v.created_at < ?2 GROUP BY v.id)
  GROUP BY currency
  HAVING sum(issued) + sum(used) + sum(returned) + sum(before) + sum(owed) > 0
  ORDER BY currency`

/** Adds up the vouchers of a month by currency. Orders that are not paid do not count. */
export async function monthVouchers(
  { db }: DatabaseContext,
  month: CalendarMonth,
): Promise<MonthVouchers[]> {
  const { results } = await db
    .prepare(sumsSql)
    .bind(...boundsOf(month))
    .all<SumsRow>()
  return results.map(({ currency, issued, used, returned, before, open }) => {
    const money = (minor: number) => ({ minor, currency })
    return {
      issued: money(issued),
      used: money(used),
      returned: money(returned),
      withdrawn: money(before + issued - used + returned - open),
      open: money(open),
    }
  })
}
