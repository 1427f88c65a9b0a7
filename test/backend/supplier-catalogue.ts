import { env } from 'cloudflare:workers'
import { syncCatalogue } from '../../scripts/shop/sync-catalogue.ts'
import { planID } from '../../src/plans/convert-plan.ts'
import type { PlanDatabase } from '../../src/plans/plan-changes.ts'
import type { Supplier } from '../../src/supply/supplier.ts'
import type { SupplierPlan } from '../../src/supply/supplier.ts'
import { clock, run, usd } from '../support/small-shop.ts'
import { member } from '../support/staff.ts'

const cheap = usd(300)
export const shop = {
  CURRENCIES: ['USD', 'RUB'],
  PAYMENT_PROVIDERS: [],
  STRIPE_CURRENCIES: null,
} as const

export function supplierPlan(code: string, change: Partial<SupplierPlan> = {}): SupplierPlan {
  return {
    code,
    title: `Merhaba ${code}`,
    operator: { code: '17', title: 'Merhaba' },
    coverage: [
      { countryCode: 'tr', networks: [{ title: 'Turkcell', generations: ['LTE', '5G'] }] },
    ],
    trafficMb: 1024,
    validityDays: 7,
    terms: { topUp: true, kyc: false, hotspot: 'yes', apn: 'internet' },
    unknown: [],
    cost: cheap,
    minimumPrice: null,
    activationWindowDays: null,
    ...change,
  }
}

/** Returns the id of the plan in the shop. */
export function idOf(code: string, change: Partial<SupplierPlan> = {}): string {
  return planID('airalo', supplierPlan(code, change))
}

export function catalogueOf(plans: readonly SupplierPlan[]): Pick<Supplier, 'id' | 'catalogue'> {
  return {
    id: 'airalo',
    async *catalogue() {
      for (let start = 0; start < plans.length; start += 2) yield plans.slice(start, start + 2)
    },
  }
}

type SyncOptions = { readonly isConfirmed?: boolean; readonly isDryRun?: boolean }

/**
 * Syncs as the command does. `written` is the number of rows that D1 bills, including index
 * entries.
 */
export async function sync(
  plans: readonly SupplierPlan[],
  { isConfirmed = false, isDryRun = false }: SyncOptions = {},
) {
  const counted = countingDatabase()
  const result = await syncCatalogue(counted.db, catalogueOf(plans), {
    shop,
    now: clock.now,
    staff: member(),
    isDryRun,
    isConfirmed,
  })
  return { ...result, written: counted.written() }
}

function countingDatabase(): { readonly db: PlanDatabase; readonly written: () => number } {
  let written = 0
  return {
    written: () => written,
    db: {
      prepare: (sql) => env.DB.prepare(sql),
      batch: async <T>(statements: D1PreparedStatement[]) => {
        const answers = await env.DB.batch<T>(statements)
        for (const { meta } of answers) written += meta.rows_written
        return answers
      },
    },
  }
}

/**
 * Adds a price rule for USD: cost plus 50 %, at least one dollar of profit, prices such as 4.90.
 */
export async function openPricedShop(): Promise<void> {
  await run(
    `INSERT INTO price_rules (currency, markup_hundredths, minimum_profit, step, ending)
    VALUES ('USD', 5000, 100, 100, 90)`,
    `INSERT INTO suppliers (id, is_on) VALUES ('airalo', 1)`,
  )
}
