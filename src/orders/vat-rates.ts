import { z } from 'zod'
import { countryCode } from '../api/common.ts'
import { defineStaffAction } from '../api/perform-action.ts'
import type { DatabaseContext } from '../context.ts'
import { readState, storeState } from '../kit/db.ts'
import { ok } from '../kit/result.shared.ts'
import { prepare, raw, sql } from '../kit/sql.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'

const vatRates = z.object({
  /** Hundredths of a percent by country: `{ fi: 2550 }`. */
  rates: z.record(countryCode, z.int().min(1).max(9999)),
  /** The day of the list, and where it was published. */
  asOf: z.iso.date(),
  source: z.string(),
})
export type VatRates = Readonly<z.output<typeof vatRates>>

/**
 * A first draft for the owner: the standard rates of the EU. They change, and the shop uses no rate
 * that an owner has not confirmed.
 */
export const draftRates: VatRates = {
  rates: {
    at: 2000,
    be: 2100,
    bg: 2000,
    cy: 1900,
    cz: 2100,
    de: 1900,
    dk: 2500,
    ee: 2400,
    es: 2100,
    fi: 2550,
    fr: 2000,
    gr: 2400,
    hr: 2500,
    hu: 2700,
    ie: 2300,
    it: 2200,
    lt: 2100,
    lu: 1700,
    lv: 2100,
    mt: 1800,
    nl: 2100,
    pl: 2300,
    pt: 2300,
    ro: 2100,
    se: 2500,
    si: 2200,
    sk: 2300,
  },
  asOf: '2025-08-01',
  source: 'https://europa.eu/youreurope/business/taxation/vat/vat-rules-rates/',
}

/** Returns the rates that an owner has confirmed. Null: VAT_PERCENT applies everywhere. */
export async function readVatRates({ db }: DatabaseContext): Promise<VatRates | null> {
  return readState(db, 'vat-rates', vatRates)
}

/** SQL: the confirmed rates. No row: there are none, and the shop stores no countries. */
const confirmed = raw(`FROM state WHERE name = 'vat-rates'`)

/** SQL: a country, if the shop charges VAT by country. */
export const countryForVat = (country: string | null) => sql`(SELECT ${country} ${confirmed})`

/**
 * SQL: the VAT of a row of `orders` when it is first paid. The country of the payment decides, else
 * that of the network. In a country without a rate the VAT of the order form stays.
 */
export const vatAtPayment = sql`coalesce((SELECT value ->> ('$.rates.'
  || coalesce(card_country, network_country)) ${confirmed}), vat_hundredths)`

/**
 * Statements that store the country of the payment's card or billing address. Run them before the
 * order is settled. A paid order has its receipt, so nothing changes.
 */
export function storeCardCountry(
  { db }: DatabaseContext,
  invoiceID: string,
  facts: readonly Pick<PaymentFact, 'kind' | 'country'>[],
): D1PreparedStatement[] {
  const country = facts.find(({ kind, country: known }) => kind === 'charged' && known)?.country
  return country === undefined
    ? []
    : [
        prepare(db)`UPDATE orders SET card_country = ${countryForVat(country)}
          WHERE id = ${invoiceID} AND paid_at IS NULL`,
      ]
}

/** Its version is the number of changes. */
export const vatRatesSubject = { kind: 'vat-rates', id: 'vat-rates' } as const

/** Charges VAT by the customer's country from now on. */
export const setVatRates = defineStaffAction<VatRates>({
  action: 'set-vat-rates',
  subject: () => vatRatesSubject,
  plan: async ({ context: { db }, input: { rates, asOf, source } }) =>
    ok({
      details: { rates: ratesText(rates).replaceAll('\n', ', '), asOf, source },
      effects: () => [storeState(db, 'vat-rates', { rates, asOf, source })],
    }),
})

/** Charges VAT_PERCENT everywhere again. Receipts keep their rate. */
export const clearVatRates = defineStaffAction({
  action: 'clear-vat-rates',
  subject: () => vatRatesSubject,
  plan: async ({ context: { db } }) =>
    ok({ details: {}, effects: () => [prepare(db)`DELETE ${confirmed}`] }),
})

/** Returns a line for each country: `FI 25.5`. */
export function ratesText(rates: VatRates['rates']): string {
  return Object.entries(rates)
    .map(([country, hundredths]) => `${country.toUpperCase()} ${hundredths / 100}`)
    .join('\n')
}

const line = /^([A-Z]{2})[\s:=;]+(\d{1,2}(?:\.\d{1,2})?)\s*%?$/

/** Parses the lines of `ratesText`. Fails for a line that is not clear, and for a country twice. */
export const typedRates = z.string().transform((text, context): VatRates['rates'] => {
  const lines = text
    .toUpperCase()
    .replaceAll(',', '.')
    .split('\n')
    .map((each) => each.trim())
  const typed = lines.filter((each) => each !== '').map((each) => line.exec(each))
  const rates = Object.fromEntries(
    typed.map((found) => [found?.[1]?.toLowerCase(), Math.round(Number(found?.[2]) * 100)]),
  )
  const parsed = vatRates.shape.rates.safeParse(rates)
  if (parsed.success && typed.length > 0 && Object.keys(parsed.data).length === typed.length)
    return parsed.data
  context.addIssue({ code: 'custom' })
  return z.NEVER
})
