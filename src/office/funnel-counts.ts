import { z } from 'zod'
import type { DataContext } from '../context.ts'
import { raw, readRows, sql } from '../kit/sql.ts'
import type { Period } from '../kit/time.shared.ts'

const row = z.object({
  day: z.string(),
  plan: z.string(),
  place: z.string(),
  campaign: z.string(),
  ordered: z.int(),
  paid: z.int(),
  delivered: z.int(),
  installed: z.int(),
  returned: z.int(),
})

/**
 * How far the plans came that were ordered on a day (UTC), of one plan and one campaign ('': none).
 * `installed` counts eSIMs that their travellers ticked as installed, or that were used. `returned`
 * counts paid plans that were refunded. A plan that replaced another one is not ordered again.
 */
export type FunnelRow = Readonly<z.output<typeof row>>

/** From the order to the use of an eSIM, and back. */
export const funnelSteps = ['ordered', 'paid', 'delivered', 'installed', 'returned'] as const

/** Links can have any values, so the list needs a limit. */
const mostRows = 20_000

/** Orders of the period, each by an index. Unpaid ones are deleted after 30 days. */
const ordersSince = (since: string) => sql`(
  SELECT id, created_at, utm, status, paid_at FROM orders INDEXED BY orders_by_payment
    WHERE paid_at >= ${since}
  UNION ALL
  SELECT id, created_at, utm, status, paid_at FROM orders INDEXED BY orders_unpaid
    WHERE status IN ('processing', 'failed') AND created_at >= ${since} AND paid_at IS NULL
  UNION ALL
  SELECT id, created_at, utm, status, paid_at FROM orders INDEXED BY orders_expired
    WHERE status = 'expired' AND expired_at >= ${since} AND paid_at IS NULL)`

/** Counts the plans that were ordered in a period, by day, plan and campaign. */
export async function readFunnel(
  { db }: Pick<DataContext, 'db'>,
  { since }: Period,
): Promise<FunnelRow[]> {
  const start = since.toISOString()
  const isUsed = sql`EXISTS (SELECT 1 FROM esims e WHERE e.order_id = l.order_id
    AND e.line_position = l.position
    AND (e.first_used_at IS NOT NULL OR e.traveller_step <> 'bought'))`
  const found = await readRows(db)`SELECT substr(i.created_at, 1, 10) AS day, l.plan_id AS plan,
      CASE WHEN t.kind = 'multi' THEN coalesce(t.world_region, 'multi')
        ELSE t.country_codes ->> 0 END AS place,
      coalesce(i.utm ->> 'utm_campaign', i.utm ->> 'utm_source', '') AS campaign,
      count(*) AS ordered, count(i.paid_at) AS paid, sum(l.is_delivered) AS delivered,
      sum(${isUsed}) AS installed,
      count(i.paid_at) FILTER (WHERE l.is_returned OR i.status IN ('refunded', 'lost')) AS returned
    FROM ${ordersSince(start)} i CROSS JOIN line_states l ON l.order_id = i.id
    CROSS JOIN plans t ON t.id = l.plan_id
    WHERE i.created_at >= ${start} AND l.kind = 'plan' AND l.replaced_by IS NULL
    GROUP BY 1, 2, 3, 4 ORDER BY ordered DESC, 1, 2, 4 LIMIT ${raw(mostRows)}`
  return z.array(row).parse(found)
}

export type FunnelSum = Pick<FunnelRow, (typeof funnelSteps)[number]> & { readonly name: string }

/** Adds rows up by day, plan, place or campaign, the most ordered first. */
export function funnelBy(
  rows: readonly FunnelRow[],
  key: 'day' | 'plan' | 'place' | 'campaign',
): FunnelSum[] {
  const sums = [...Map.groupBy(rows, (each) => each[key])].map(([name, group]) => {
    const sum = (step: (typeof funnelSteps)[number]) =>
      group.reduce((total, each) => total + each[step], 0)
    return {
      name,
      ordered: sum('ordered'),
      paid: sum('paid'),
      delivered: sum('delivered'),
      installed: sum('installed'),
      returned: sum('returned'),
    }
  })
  return key === 'day'
    ? sums.toSorted((a, b) => b.name.localeCompare(a.name))
    : sums.toSorted((a, b) => b.ordered - a.ordered || a.name.localeCompare(b.name))
}

/** Returns a share in percent with one decimal. Null: there is nothing to divide by. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 1000) / whole) / 10
}
