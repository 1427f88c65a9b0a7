import { boundsOf, type CalendarMonth } from '../kit/time.shared.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import type { DatabaseContext } from '../context.ts'
import { prepare, raw, runBatch, sql } from '../kit/sql.ts'

type Campaign = { readonly source: string; readonly medium: string; readonly campaign: string }

/** Orders of visitors who came through a link with UTM parameters, in one currency. */
export type CampaignSales = Campaign & {
  readonly orders: number
  /** The price of the orders. */
  readonly amount: Money
}

/** New accounts of visitors who came through a link with UTM parameters. */
export type CampaignAccounts = Campaign & { readonly customers: number; readonly partners: number }

export type MonthCampaigns = {
  readonly sales: readonly CampaignSales[]
  readonly accounts: readonly CampaignAccounts[]
}

type SalesRow = Omit<CampaignSales, 'amount'> & {
  readonly minor: number
  readonly currency: Currency
}

/** Links can have any values, so the lists need a limit. */
const mostCampaigns = 100

/**
 * Returns the campaigns with the most orders that were paid in a month, without refunded orders,
 * and those with the most new accounts.
 */
export async function monthCampaigns(
  { db }: DatabaseContext,
  month: CalendarMonth,
): Promise<MonthCampaigns> {
  const [start, end] = boundsOf(month)
  const [sales, accounts] = await runBatch(db, [
    prepare<SalesRow>(db)`SELECT ${names}, currency, count(*) AS orders, sum(amount_minor) AS minor
      FROM orders
      WHERE paid_at >= ${start} AND paid_at < ${end} AND status NOT IN ('refunded', 'lost')
        AND utm <> '{}'
      GROUP BY source, medium, campaign, currency
      ORDER BY orders DESC, minor DESC, source, medium, campaign LIMIT ${raw(mostCampaigns)}`,
    prepare<CampaignAccounts>(db)`SELECT ${names}, sum(is_customer) AS customers,
        sum(1 - is_customer) AS partners
      FROM (
        SELECT utm, 1 AS is_customer FROM customers
        WHERE created_at >= ${start} AND created_at < ${end} AND utm <> '{}'
        UNION ALL
        SELECT utm, 0 FROM partners
        WHERE created_at >= ${start} AND created_at < ${end} AND utm <> '{}'
      )
      GROUP BY source, medium, campaign
      ORDER BY count(*) DESC, source, medium, campaign LIMIT ${raw(mostCampaigns)}`,
  ])
  return {
    sales: sales.results.map(({ minor, currency, ...row }) => ({
      ...row,
      amount: { minor, currency },
    })),
    accounts: accounts.results,
  }
}

const valueOf = (name: string) => sql`coalesce(utm ->> ${`utm_${name}`}, '')`
const names = sql`${valueOf('source')} AS source, ${valueOf('medium')} AS medium,
  ${valueOf('campaign')} AS campaign`
