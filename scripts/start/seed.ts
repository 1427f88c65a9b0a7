import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { secretID } from '../../src/kit/tokens.shared.ts'
import type { Money } from '../../src/kit/money.shared.ts'
import { unrestricted } from '../../src/orders/promo-code.ts'
import type { PromoCode } from '../../src/orders/promo-code.ts'
import { insertRows } from '../database/insert-rows.ts'
import { baseCurrency } from '../shop/settings.ts'
import { readCatalogue } from '../../src/plans/read-catalogue.ts'
import { catalogueStatements } from '../../src/plans/catalogue-difference.ts'
import { compareStock, readStockTable, stockBatches } from '../../src/plans/read-stock.ts'
import { describeProblem } from '../../src/plans/read-csv.ts'
import type { Problem, SourceFile } from '../../src/plans/read-csv.ts'
import { chargedPaymentSql } from '../../src/payments/test-bank.ts'
import { promoCodeSql } from '../../src/orders/promo-codes.ts'
import { sampleSettings } from './sample-settings.ts'

const catalogueFiles = ['countries', 'regions', 'operators', 'plans'].map(
  (name) => `catalogue/${name}.csv`,
)
const stockFile = 'catalogue/stock.csv'

export const sampleEmail = 'sample@meridian.example'
const samplePlan = 'tr-turkcell-10gb-30d'

/** A code that visitors of the sample shop can try. */
const samplePromoCode: PromoCode = {
  code: 'WELCOME10',
  reduction: { kind: 'percent', hundredths: 1000 },
  ...unrestricted,
}

/** Returns statements for a new shop: sample catalogue, sample stock and one eSIM in use. */
export async function sampleShop(
  db: D1Database,
  now: Date,
  selection: Selection = 'all',
): Promise<{ statements: D1PreparedStatement[]; sampleHash: string }> {
  const { base, catalogue, stock } = await readSamples(selection)
  const code = stock.find(({ tariffID }) => tariffID === samplePlan)
  const plan = catalogue.plans?.find(({ tariffID }) => tariffID === samplePlan)
  if (!code || !plan)
    throw new Error(
      `catalogue/ needs the plan ${samplePlan} of the sample eSIM, and ${stockFile} needs a code for it.`,
    )
  const sampleHash = secretID()
  return {
    statements: [
      ...catalogueStatements(db, catalogue),
      ...stockBatches(db, stock).flat(),
      ...promoCodeSql(samplePromoCode, now).map((sql) => db.prepare(sql)),
      ...sampleEsim(db, {
        hash: sampleHash,
        iccid: code.iccid,
        price: { minor: plan.prices[base] ?? 0, currency: base },
        now,
      }),
    ],
    sampleHash,
  }
}

/** Returns statements for a preview: sample plans with their stock. */
export async function previewShop(db: D1Database): Promise<D1PreparedStatement[]> {
  const { catalogue, stock } = await readSamples('popular')
  return [...catalogueStatements(db, catalogue), ...stockBatches(db, stock).flat()]
}

/**
 * The sample plans to import. `few` are plans of Türkiye. `popular` are plans of popular countries,
 * and of several countries. D1 writes about 50 rows for a plan, and Cloudflare's free plan allows
 * 100,000 rows a day.
 */
type Selection = 'all' | 'popular' | 'few'

async function readSamples(selection: Selection) {
  const files = await Promise.all(catalogueFiles.map(readSource))
  const none = { countries: new Set(''), regions: new Set(''), operators: new Set('') }
  const base = baseCurrency(process.env['SHOP_SETTINGS'] === 'sample' ? sampleSettings : undefined)
  const { catalogue, problems } = readCatalogue(files, none, base)
  const tariffs = new Set(catalogue.plans?.map(({ tariffID }) => tariffID))
  const stock = compareStock(readStockTable(await readSource(stockFile)), {
    plans: tariffs,
    codes: [],
  })
  refuse([...problems, ...stock.problems])
  const { plans, countries } = catalogue
  const popular = countries.flatMap(({ code, popularity }) => (popularity === null ? [] : code))
  const chosen = (plans ?? []).filter((plan) => {
    if (selection === 'few') return plan.countries.join() === 'tr'
    const isRegional = plan.countries.length > 1
    return (
      selection === 'all' || isRegional || plan.countries.every((each) => popular.includes(each))
    )
  })
  const ids = new Set(chosen.map(({ tariffID }) => tariffID))
  return {
    base,
    catalogue: { ...catalogue, plans: chosen },
    stock: stock.added.filter(({ tariffID }) => ids.has(tariffID)),
  }
}

async function readSource(path: string): Promise<SourceFile> {
  return { name: basename(path), text: await readFile(path, 'utf8') }
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0)
    throw new Error(
      `The sample catalogue cannot be imported. Correct the files in catalogue/:\n${problems.map(describeProblem).join('\n')}`,
    )
}

type SampleEsim = {
  readonly hash: string
  readonly iccid: string
  readonly price: Money
  readonly now: Date
}

function sampleEsim(
  db: D1Database,
  { hash, iccid, price, now }: SampleEsim,
): D1PreparedStatement[] {
  const order = secretID()
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
  return [
    ...sampleOrder(db, order, price, new Date(at(-9))),
    db
      .prepare('UPDATE stock SET order_id = ?, line_position = 1 WHERE iccid = ?')
      .bind(order, iccid),
    ...insertRows(db, 'esims', [
      {
        esim_hash: hash,
        order_id: order,
        line_position: 1,
        iccid,
        plan_id: samplePlan,
        email: sampleEmail,
        purchased_at: at(-9),
        activate_by: at(80),
        first_used_at: at(-6),
        valid_until: at(24),
        data_used_mb: 3891,
        usage_as_of: at(-0.1),
      },
    ]),
  ]
}

/** A paid order. The charge is also stored at the test bank, so that staff can refund the order. */
function sampleOrder(
  db: D1Database,
  invoiceID: string,
  amount: Money,
  at: Date,
): D1PreparedStatement[] {
  const charge = { kind: 'charged', id: 'sample', reference: 'sample' } as const
  const { minor, currency } = amount
  const time = at.toISOString()
  return [
    ...insertRows(db, 'orders', [
      {
        id: invoiceID,
        idempotency_key: secretID(),
        email: sampleEmail,
        lang: 'en',
        amount_minor: minor,
        currency,
        status: 'success',
        created_at: time,
        paid_at: time,
      },
    ]),
    ...insertRows(db, 'order_lines', [
      { order_id: invoiceID, position: 1, plan_id: samplePlan, amount_minor: minor },
    ]),
    ...insertRows(db, 'payment_facts', [
      {
        provider: 'test',
        ...charge,
        order_id: invoiceID,
        amount_minor: minor,
        currency,
        at: time,
        received_at: time,
      },
    ]),
    ...chargedPaymentSql({ ...charge, invoiceID, amount, at }, 'en').map((sql) => db.prepare(sql)),
  ]
}
