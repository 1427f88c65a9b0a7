import type { Referrer } from '../../contract/referrer.ts'
import { minimumWithdrawal } from '../../domain/withdrawal.ts'
import { found, unauthorized } from '../context.ts'
import type { Reply, SignedCall } from '../context.ts'

type Sums = { balance: number; purchased: number }
type MonthRow = { month: string; amount: number }

const monthsShown = 12

/** The cabinet of the partner who calls. */
export async function referrerAccount(call: SignedCall): Promise<Reply<{ data: Referrer }>> {
  const { db, config, words, caller, now } = call
  const id = caller.subjectID
  const months = lastMonths(now)
  const [who, sums, byMonth] = await db.batch([
    db.prepare('SELECT phone, code FROM referrers WHERE id = ?').bind(id),
    db
      .prepare(
        `SELECT coalesce(sum(amount_minor), 0) AS balance,
          coalesce(sum(CASE WHEN type = 'reward' THEN CASE WHEN id LIKE 'reversal:%' THEN -1 ELSE 1 END ELSE 0 END), 0) AS purchased
        FROM referrer_transactions WHERE referrer_id = ?`,
      )
      .bind(id),
    db
      .prepare(
        `SELECT substr(created_at, 1, 7) AS month, sum(amount_minor) AS amount FROM referrer_transactions
        WHERE referrer_id = ? AND type = 'reward' AND created_at >= ? GROUP BY month`,
      )
      .bind(id, `${months[0]}-01`),
  ])
  const [partner] = (who?.results ?? []) as { phone: string; code: string }[]
  const [{ balance, purchased } = { balance: 0, purchased: 0 }] = (sums?.results ?? []) as Sums[]
  const earned = new Map(
    ((byMonth?.results ?? []) as MonthRow[]).map(({ month, amount }) => [month, amount]),
  )
  if (!partner) return unauthorized(words('api.signIn'))
  return found({
    data: {
      phone: hideMiddle(partner.phone),
      esimsPurchased: purchased,
      balance: { minor: balance, currency: 'USD' },
      referralLink: `${config.SITE_ORIGIN}/?refid=${partner.code}`,
      rewardPercent: config.REWARD_PERCENT,
      minimumWithdrawal,
      withdrawalsOpen: config.WITHDRAWALS_OPEN,
      earnings: months.map((month) => ({
        month,
        amount: { minor: earned.get(month) ?? 0, currency: 'USD' },
      })),
    },
  })
}

/** `2025-12` … `2026-11`. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: monthsShown }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsShown + 1 + index, 1))
      .toISOString()
      .slice(0, 7),
  )
}

function hideMiddle(phone: string): string {
  return phone.slice(0, 3) + '•'.repeat(phone.length - 7) + phone.slice(-4)
}
