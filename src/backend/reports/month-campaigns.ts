import type { CalendarMonth } from '../../domain/month.ts'
import type { Currency, Money } from '../../domain/money.ts'
import type { BackendContext } from '../context.ts'

/** Orders of visitors who came through a link with UTM parameters, in one currency. */
export type CampaignSales = {
  readonly source: string
  readonly medium: string
  readonly campaign: string
  readonly orders: number
  /** The price of the orders. */
  readonly amount: Money
}

type CampaignRow = Omit<CampaignSales, 'amount'> & {
  readonly minor: number
  readonly currency: Currency
}

/** Links can have any values, so the list needs a limit. */
const mostCampaigns = 100

/**
 * Returns the campaigns with the most orders that were paid in a month. Leaves out refunded orders.
 */
export async function monthCampaigns(
  { db }: Pick<BackendContext, 'db'>,
  { since, until }: CalendarMonth,
): Promise<CampaignSales[]> {
  const { results } = await db
    .prepare(
      `SELECT ${valueOf('source')} AS source, ${valueOf('medium')} AS medium,
        ${valueOf('campaign')} AS campaign, i.currency, count(*) AS orders,
        sum(i.amount_minor) AS minor
      FROM invoices i
      WHERE i.paid_at >= ?1 AND i.paid_at < ?2 AND i.status <> 'refunded' AND i.utm <> '{}'
      GROUP BY source, medium, campaign, i.currency
      ORDER BY orders DESC, minor DESC, source, medium, campaign LIMIT ${mostCampaigns}`,
    )
    .bind(since.toISOString(), until.toISOString())
    .all<CampaignRow>()
  return results.map(({ minor, currency, ...row }) => ({ ...row, amount: { minor, currency } }))
}

const valueOf = (name: string) => `coalesce(i.utm ->> 'utm_${name}', '')`
