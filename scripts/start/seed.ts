import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { secretID } from '../../src/kit/tokens.shared.ts'
import type { Money } from '../../src/kit/money.shared.ts'
import { unrestricted } from '../../src/orders/promo-code.ts'
import type { PromoCode } from '../../src/orders/promo-code.ts'
import { baseCurrency } from '../import/base-currency.ts'
import { readCatalogue } from '../../src/plans/read-catalogue.ts'
import { catalogueSql } from '../../src/plans/catalogue-difference.ts'
import { insertRows } from '../../src/kit/sql-text.ts'
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
const sampleTariff = 'tr-turkcell-10gb-30d'

/** A code that visitors of the sample shop can try. */
const samplePromoCode: PromoCode = {
  code: 'WELCOME10',
  reduction: { kind: 'percent', hundredths: 1000 },
  ...unrestricted,
}

/** Returns statements for a new shop: sample catalogue, sample stock and one eSIM in use. */
export async function sampleShopSql(
  now: Date,
  selection: Selection = 'all',
): Promise<{ statements: string[]; sampleHash: string }> {
  const { base, catalogue, stock } = await readSamples(selection)
  const code = stock.find(({ tariffID }) => tariffID === sampleTariff)
  const plan = catalogue.plans?.find(({ tariffID }) => tariffID === sampleTariff)
  if (!code || !plan)
    throw new Error(
      `catalogue/ needs the plan ${sampleTariff} of the sample eSIM, and ${stockFile} needs a code for it.`,
    )
  const sampleHash = secretID()
  return {
    statements: [
      ...catalogueSql(catalogue),
      ...stockBatches(stock).flat(),
      ...promoCodeSql(samplePromoCode, now),
      ...sampleEsim(sampleHash, code.iccid, { minor: plan.prices[base] ?? 0, currency: base }, now),
    ],
    sampleHash,
  }
}

/** Returns statements for a preview: sample plans with their stock. */
export async function previewSql(): Promise<readonly string[]> {
  const { catalogue, stock } = await readSamples('popular')
  return [...catalogueSql(catalogue), ...stockBatches(stock).flat()]
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
  const stock = compareStock(readStockTable(await readSource(stockFile)), { tariffs, codes: [] })
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

function sampleEsim(hash: string, iccid: string, { minor, currency }: Money, now: Date): string[] {
  const invoice = secretID()
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
  const [email, tariffID] = [sampleEmail, sampleTariff]
  return [
    ...insertRows(
      'invoices',
      'id idempotency_key email lang amount_minor currency status created_at paid_at'.split(' '),
      [[invoice, secretID(), email, 'en', minor, currency, 'success', at(-9), at(-9)]],
    ),
    ...insertRows(
      'invoice_lines',
      ['invoice_id', 'position', 'tariff_id', 'amount_minor'],
      [[invoice, 1, tariffID, minor]],
    ),
    ...sampleCharge(invoice, { minor, currency }, new Date(at(-9))),
    `UPDATE stock SET invoice_id = '${invoice}', line_position = 1 WHERE iccid = '${iccid}';`,
    ...insertRows(
      'esims',
      'esim_hash invoice_id line_position iccid tariff_id email purchased_at activate_by first_used_at valid_until data_used_mb usage_as_of'.split(
        ' ',
      ),
      [[hash, invoice, 1, iccid, tariffID, email, at(-9), at(80), at(-6), at(24), 3891, at(-0.1)]],
    ),
  ]
}

/** The charge is also stored at the test bank, so that staff can refund the order. */
function sampleCharge(invoiceID: string, amount: Money, at: Date): string[] {
  const charge = { kind: 'charged', id: 'sample', reference: 'sample' } as const
  const { minor, currency } = amount
  const time = at.toISOString()
  return [
    ...insertRows(
      'payment_facts',
      'provider kind id reference invoice_id amount_minor currency at received_at'.split(' '),
      [['test', ...Object.values(charge), invoiceID, minor, currency, time, time]],
    ),
    ...chargedPaymentSql({ ...charge, invoiceID, amount, at }, 'en'),
  ]
}
