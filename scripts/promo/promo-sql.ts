import { z } from 'zod'
import { decimalOf } from '../../src/domain/money.ts'
import type { PromoCode } from '../../src/domain/promo-code.ts'
import type { Database } from '../import/d1.ts'
import { insertRows, literal } from '../../src/backend/sql-text.ts'

const storedCode = z.object({
  code: z.string(),
  percent: z.number().nullable(),
  amounts: z.string().nullable(),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  totalLimit: z.number().nullable(),
  customerLimit: z.number().nullable(),
  tariffIDs: z.string(),
  countryCodes: z.string(),
  paid: z.number(),
  unpaid: z.number(),
})
type StoredCode = z.output<typeof storedCode>

const text = z.array(z.string())
const minorByCurrency = z.record(z.string(), z.number())

/** Inserts a code. Throws an error that names what the database does not have. */
export async function addCode(database: Database, promo: PromoCode, now: Date): Promise<void> {
  const { query, execute } = database
  const name = z.object({ name: z.string() })
  const missing = async (column: string, table: string, wanted: readonly string[]) => {
    if (wanted.length === 0) return []
    const list = wanted.map(literal).join(', ')
    const rows = await query(
      `SELECT ${column} AS name FROM ${table} WHERE ${column} IN (${list})`,
      name,
    )
    return wanted.filter((each) => !rows.some((row) => row.name === each))
  }
  if ((await missing('code', 'promo_codes', [promo.code])).length === 0)
    throw new Error(`${promo.code} exists already. Choose another code.`)
  const plans = await missing('id', 'tariffs', promo.tariffIDs)
  if (plans.length > 0) throw new Error(`--plans: unknown plan ${plans.join(', ')}`)
  const countries = await missing('code', 'countries', promo.countryCodes)
  if (countries.length > 0) throw new Error(`--countries: unknown country ${countries.join(', ')}`)
  await execute(promoCodeSql(promo, now))
}

export function promoCodeSql(promo: PromoCode, now: Date): string[] {
  const { reduction } = promo
  const row = {
    code: promo.code,
    percent_hundredths: reduction.kind === 'percent' ? reduction.hundredths : null,
    amounts: reduction.kind === 'amount' ? JSON.stringify(reduction.amounts) : null,
    starts_at: promo.startsAt?.toISOString() ?? null,
    ends_at: promo.endsAt?.toISOString() ?? null,
    total_limit: promo.totalLimit,
    customer_limit: promo.customerLimit,
    tariff_ids: JSON.stringify(promo.tariffIDs),
    country_codes: JSON.stringify(promo.countryCodes),
    created_at: now.toISOString(),
  }
  return insertRows('promo_codes', Object.keys(row), [Object.values(row)])
}

/** Ends a code now. Orders that have it keep their price. Throws an error if there is none. */
export async function stopCode({ query, execute }: Database, code: string, now: Date) {
  const rows = await query(
    `SELECT ends_at AS endsAt FROM promo_codes WHERE code = ${literal(code)}`,
    storedCode.pick({ endsAt: true }),
  )
  const [known] = rows
  if (!known) throw new Error(`There is no promo code ${code}.`)
  const end = now.toISOString()
  if (known.endsAt !== null && known.endsAt <= end) return
  await execute([`UPDATE promo_codes SET ends_at = ${literal(end)} WHERE code = ${literal(code)};`])
}

/** One line per code, the newest first: what it takes off, when it is valid, and its orders. */
export async function listCodes({ query }: Database, now: Date): Promise<string[]> {
  const isUnpaid = `i.status IN ('processing', 'failed')`
  const usesWhere = (condition: string) =>
    `(SELECT COUNT(*) FROM promo_uses u JOIN invoices i ON i.id = u.invoice_id
      WHERE u.code = p.code AND ${condition})`
  const codes = await query(
    `SELECT code, percent_hundredths AS percent, amounts, starts_at AS startsAt, ends_at AS endsAt,
      total_limit AS totalLimit, customer_limit AS customerLimit, tariff_ids AS tariffIDs,
      country_codes AS countryCodes, ${usesWhere(isUnpaid)} AS unpaid,
      ${usesWhere(`NOT (${isUnpaid}) AND i.status <> 'expired'`)} AS paid
    FROM promo_codes p ORDER BY created_at DESC, code`,
    storedCode,
  )
  return codes.map((each) => describeCode(each, now))
}

function describeCode(promo: StoredCode, now: Date): string {
  const places = [
    ...text.parse(JSON.parse(promo.tariffIDs)),
    ...text.parse(JSON.parse(promo.countryCodes)),
  ]
  const most = promo.totalLimit === null ? '' : ` of ${promo.totalLimit}`
  const perCustomer = promo.customerLimit === null ? [] : [`${promo.customerLimit} per customer`]
  return [
    promo.code,
    reductionText(promo),
    validityText(promo, now),
    ...(places.length === 0 ? [] : [`only ${places.join(' ')}`]),
    ...perCustomer,
    `${promo.paid + promo.unpaid}${most} used (${promo.unpaid} unpaid)`,
  ].join('  ')
}

function reductionText({ percent, amounts }: StoredCode): string {
  if (percent !== null) return `${percent / 100} %`
  return Object.entries(minorByCurrency.parse(JSON.parse(amounts ?? '{}')))
    .map(([currency, minor]) => `${decimalOf({ minor, currency })} ${currency}`)
    .join(', ')
}

function validityText({ startsAt, endsAt }: StoredCode, now: Date): string {
  const time = now.toISOString()
  if (endsAt !== null && endsAt <= time) return `ended ${endsAt}`
  const from = startsAt !== null && startsAt > time ? `from ${startsAt} ` : ''
  return `${from}${endsAt === null ? 'without an end' : `until ${endsAt}`}`
}
