import { boundsOf } from '../kit/time.shared.ts'
import type { CalendarMonth } from '../kit/time.shared.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import { prepareQuery, runBatch } from '../kit/db.ts'
import type { BackendContext } from '../context.ts'

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
  { db }: Pick<BackendContext, 'db'>,
  month: CalendarMonth,
): Promise<MonthCampaigns> {
  const [sales, accounts] = await runBatch(db, [
    prepareQuery<SalesRow>(db, salesSql, ...boundsOf(month)),
    prepareQuery<CampaignAccounts>(db, accountsSql, ...boundsOf(month)),
  ])
  return {
    sales: sales.results.map(({ minor, currency, ...row }) => ({
      ...row,
      amount: { minor, currency },
    })),
    accounts: accounts.results,
  }
}

const valueOf = (name: string) => `coalesce(utm ->> 'utm_${name}', '')`
const names = `${valueOf('source')} AS source, ${valueOf('medium')} AS medium,
  ${valueOf('campaign')} AS campaign`

const salesSql = `SELECT ${names}, currency, count(*) AS orders, sum(amount_minor) AS minor
  FROM orders
  WHERE paid_at >= ?1 AND paid_at < ?2 AND status NOT IN ('refunded', 'lost') AND utm <> '{}'
  GROUP BY source, medium, campaign, currency
  ORDER BY orders DESC, minor DESC, source, medium, campaign LIMIT ${mostCampaigns}`

const accountsSql = `SELECT ${names}, sum(is_customer) AS customers, sum(1 - is_customer) AS partners
  FROM (
    SELECT utm, 1 AS is_customer FROM customers
    WHERE created_at >= ?1 AND created_at < ?2 AND utm <> '{}'
    UNION ALL
    SELECT utm, 0 FROM partners WHERE created_at >= ?1 AND created_at < ?2 AND utm <> '{}'
  )
  GROUP BY source, medium, campaign
  ORDER BY count(*) DESC, source, medium, campaign LIMIT ${mostCampaigns}`
