import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { prepare } from '../../src/kit/sql.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import type { Money } from '../../src/kit/money.shared.ts'
import { unrestricted, type PromoCode } from '../../src/orders/promo-code.ts'
import { priceBook } from '../../src/plans/price-book.ts'
import { chargingShop } from '../shop/settings.ts'
import { readCatalogue } from '../../src/plans/read-catalogue.ts'
import { catalogueStatements } from '../../src/plans/catalogue-difference.ts'
import { compareStock, readStockTable, stockBatches } from '../../src/plans/read-stock.ts'
import { describeProblem, type Problem, type SourceFile } from '../../src/plans/read-csv.ts'
import { insertCharge } from '../../src/payments/test-bank.ts'
import { insertPromoCode } from '../../src/orders/promo-codes.ts'
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
      ...insertPromoCode(db, samplePromoCode, now),
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
  const isSample = process.env['SHOP_SETTINGS'] === 'sample'
  const shop = chargingShop(isSample ? sampleSettings : undefined)
  const { catalogue, problems } = readCatalogue(files, none, priceBook(shop, [], []))
  const tariffs = new Set(catalogue.plans?.map(({ tariffID }) => tariffID))
  const codes = readStockTable(await readSource(stockFile))
  const stock = compareStock(codes, { plans: tariffs, codes: [] })
  refuse([...problems, ...stock.problems])
  const { plans, countries } = catalogue
  const popular = countries.flatMap(({ code, popularity }) => (popularity === null ? [] : code))
  const chosen = (plans ?? []).filter(({ countries: [first = '', ...others] }) => {
    if (selection === 'few') return first === 'tr' && others.length === 0
    return selection === 'all' || others.length > 0 || popular.includes(first)
  })
  const ids = new Set(chosen.map(({ tariffID }) => tariffID))
  return {
    base: catalogue.base,
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

function sampleEsim(db: D1Database, { hash, iccid, price, now }: SampleEsim) {
  const order = secretID()
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
  return [
    ...sampleOrder(db, order, price, new Date(at(-9))),
    prepare(db)`UPDATE stock SET order_id = ${order}, line_position = 1 WHERE iccid = ${iccid}`,
    prepare(db)`INSERT INTO esims (esim_hash, order_id, line_position, iccid, plan_id, email,
        purchased_at, activate_by, first_used_at, valid_until, data_used_mb, usage_as_of)
      VALUES (${hash}, ${order}, 1, ${iccid}, ${samplePlan}, ${sampleEmail},
        ${at(-9)}, ${at(80)}, ${at(-6)}, ${at(24)}, 3891, ${at(-0.1)})`,
  ]
}

/** A paid order. The charge is also stored at the test bank, so that staff can refund the order. */
function sampleOrder(db: D1Database, invoiceID: string, amount: Money, at: Date) {
  const charge = { kind: 'charged', id: 'sample', reference: 'sample' } as const
  const { minor, currency } = amount
  return [
    prepare(db)`INSERT INTO orders (id, idempotency_key, email, lang, amount_minor, currency,
        status, created_at, paid_at)
      VALUES (${invoiceID}, ${secretID()}, ${sampleEmail}, 'en', ${minor}, ${currency}, 'success',
        ${at}, ${at})`,
    prepare(db)`INSERT INTO order_lines (order_id, position, plan_id, amount_minor)
      VALUES (${invoiceID}, 1, ${samplePlan}, ${minor})`,
    prepare(db)`INSERT INTO payment_facts (provider, kind, id, reference, order_id, amount_minor,
        currency, at, received_at)
      VALUES ('test', 'charged', 'sample', 'sample', ${invoiceID}, ${minor}, ${currency}, ${at}, ${at})`,
    ...insertCharge(db, { ...charge, invoiceID, amount, at }, 'en'),
  ]
}
