import type { Partner } from './operations.ts'
import { maskPhone } from '../kit/masks.shared.ts'
import { ok } from '../kit/result.shared.ts'
import {
  minimumWithdrawal,
  partnerMoney,
  availableFrom,
  availableSql,
  firstOnHoldSql,
  holdStart,
} from './available-balance.ts'
import type { SessionContext } from '../context.ts'
import { refuse, type OperationResult } from '../api/operation-result.ts'
import { prepare, runBatch, sql } from '../kit/sql.ts'

type AccountRow = { phone: string; code: string }
type TotalsRow = {
  balance: number
  available: number
  requested: number
  purchased: number
  onHold: string | null
}
type MonthRow = { month: string; amount: number }

const noTransactions: TotalsRow = {
  balance: 0,
  available: 0,
  requested: 0,
  purchased: 0,
  onHold: null,
}
const chartMonths = 12

export async function partnerAccount(
  context: SessionContext,
): Promise<OperationResult<{ data: Partner }>> {
  const { db, config, words, caller, now } = context
  const id = caller.subjectID
  const months = lastMonths(now)
  const [accounts, totals, byMonth] = await runBatch(
    db,
    accountQueries(db, id, months, holdStart(config, now)),
  )
  const [account] = accounts.results
  if (!account) return refuse('unauthorized', words('api.signIn'))
  const [total = noTransactions] = totals.results
  const earnings = new Map(byMonth.results.map(({ month, amount }) => [month, amount]))
  return ok({
    data: {
      phone: maskPhone(account.phone),
      esimsPurchased: total.purchased,
      balance: partnerMoney(total.balance),
      available: partnerMoney(total.available),
      availableFrom: total.onHold === null ? null : availableFrom(config, total.onHold),
      requested: partnerMoney(total.requested),
      rewardHoldDays: config.REWARD_HOLD_DAYS,
      referralLink: `${config.SITE_ORIGIN}/?refid=${account.code}`,
      rewardPercent: config.REWARD_PERCENT,
      minimumWithdrawal,
      withdrawalsOpen: config.WITHDRAWALS_OPEN,
      earnings: months.map((month) => ({ month, amount: partnerMoney(earnings.get(month) ?? 0) })),
    },
  })
}

function accountQueries(db: D1Database, id: string, months: readonly string[], onHold: string) {
  // A replaced eSIM counts once, and top-ups do not count.
  const purchased = sql`(SELECT count(*) FROM (
      SELECT order_id FROM partner_transactions
      WHERE partner_id = ${id} AND type IN ('reward', 'reversal') AND order_id IS NOT NULL
      GROUP BY order_id HAVING sum(CASE type WHEN 'reward' THEN 1 ELSE -1 END) > 0) rewarded
    JOIN line_states l ON l.order_id = rewarded.order_id
    WHERE l.kind = 'plan' AND NOT l.is_returned)`
  return [
    prepare<AccountRow>(db)`SELECT phone, code FROM partners WHERE id = ${id}`,
    prepare<TotalsRow>(db)`SELECT coalesce(sum(amount_minor), 0) AS balance,
        (${availableSql(id, onHold)}) AS available,
        (${firstOnHoldSql(id, onHold)}) AS onHold,
        -coalesce(sum(amount_minor) FILTER (WHERE type = 'withdrawal'
          AND paid_at IS NULL AND rejected_at IS NULL), 0) AS requested,
        ${purchased} AS purchased
      FROM partner_transactions WHERE partner_id = ${id}`,
    prepare<MonthRow>(db)`SELECT substr(created_at, 1, 7) AS month, sum(amount_minor) AS amount
      FROM partner_transactions
      WHERE partner_id = ${id} AND type IN ('reward', 'reversal')
        AND created_at >= ${`${months[0]}-01`}
      GROUP BY month`,
  ] as const
}

/** Returns the last twelve months in UTC, oldest first, from `2025-12` to `2026-11` for example. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: chartMonths }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - chartMonths + 1 + index, 1))
      .toISOString()
      .slice(0, 7),
  )
}
