import { z } from 'zod'
import type { PlanTerms, SuppliedCoverage, SupplierPlan } from './supplier.ts'
import { parseEach, unknownIn } from './supplier-call.ts'
import { airaloError, expectValue, type AiraloApi } from './airalo-api.ts'
import { airalo } from './supplier-facts.ts'
import { roundedMinorOf, type Money } from '../kit/money.shared.ts'

/** An amount of money as a number or as text. */
export const decimal = z
  .union([z.number(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^-?\d{1,12}(\.\d+)?$/))

/** The account's pricing: `net_pricing`, or `discount_pricing` with a share of the retail price. */
export const accountPricing = z.object({ discount_percentage: z.number().min(0).max(100) })
type Pricing = z.output<typeof accountPricing>

/** Fields that plans and top-ups share. Prices without a currency are in USD. */
export const offerObject = z.object({
  id: z.string().min(1),
  type: z.string(),
  price: decimal,
  net_price: decimal.nullish(),
  /** In MB; 0 for unlimited packages. */
  amount: z.number().nullable(),
  day: z.int().positive(),
  is_unlimited: z.boolean().nullish(),
  title: z.string(),
  voice: z.number().nullish(),
  text: z.number().nullish(),
  is_fair_usage_policy: z.boolean().nullish(),
  fair_usage_policy: z.string().nullish(),
})
export type Offer = z.output<typeof offerObject>

const accessPoint = z.object({ apn_type: z.string().nullish(), apn_value: z.string().nullish() })

const operatorObject = z.object({
  id: z.union([z.int(), z.string()]),
  title: z.string(),
  rechargeability: z.boolean().nullish(),
  is_kyc_verify: z.boolean().nullish(),
  install_window_days: z.int().nonnegative().nullish(),
  /** `first-usage` or `installation`. */
  activation_policy: z.string().nullish(),
  plan_type: z.string().nullish(),
  ...accessPoint.shape,
  /** What phones of a system set. Some set it themselves, although others cannot. */
  apn: z.object({ ios: accessPoint.nullish(), android: accessPoint.nullish() }).nullish(),
  /** Sentences for the buyer: lower speeds, places without coverage, registration, renewal. */
  warning: z.string().nullish(),
  other_info: z.string().nullish(),
  coverages: z
    .array(
      z.object({
        name: z.string(),
        code: z.string().optional(),
        networks: z.array(z.object({ name: z.string(), types: z.array(z.string()) })).default([]),
      }),
    )
    .nullish(),
  countries: z.array(z.object({ country_code: z.string() })).nullish(),
  packages: z.array(z.unknown()),
})
type PackageOperator = z.output<typeof operatorObject>

/** From the second page on, `data` is an object whose property names are positions. */
const packagePage = z.object({
  pricing: accountPricing.optional(),
  data: z.preprocess(
    (data) => (isRecord(data) ? Object.values(data) : data),
    z.array(z.object({ operators: z.array(z.unknown()) })),
  ),
  meta: z.object({ last_page: z.int(), total: z.int() }),
})

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Countries and regions per page. A package is large: it has prices in 18 currencies and two long
 * guides.
 */
const pageSize = 20

/**
 * Yields every plan on sale, page by page. A regional plan can be on several pages, but is returned
 * once. Throws when destinations change during the read, because a plan could then be missing.
 */
export async function* listPlans(api: AiraloApi): AsyncGenerator<readonly SupplierPlan[]> {
  const seen = new Set<string>()
  let total: number | null = null
  for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
    const path = `/v2/packages?limit=${pageSize}&page=${page}`
    const { data, pricing, meta } = expectValue(await api.get(path, packagePage))
    total ??= meta.total
    if (meta.total !== total)
      throw airaloError('not-executed', 'the catalogue changed while it was read. Sync it again.')
    lastPage = meta.last_page
    const operators = data.flatMap((destination) => destination.operators)
    const plans = parseEach(airalo.id, operatorObject, operators).flatMap((operator) =>
      parseEach(airalo.id, offerObject, operator.packages)
        .filter(({ type }) => type === 'sim')
        .map((offer) => planOf(operator, offer, pricing)),
    )
    yield plans.filter(({ code }) => !seen.has(code) && seen.add(code))
  }
}

function planOf(
  operator: PackageOperator,
  offer: Offer,
  pricing: Pricing | undefined,
): SupplierPlan {
  return {
    code: offer.id,
    title: offer.title,
    operator: { code: String(operator.id), title: operator.title },
    coverage: coverageOf(operator),
    trafficMb: trafficOf(offer),
    validityDays: offer.day,
    terms: {
      starts: operator.activation_policy === 'installation' ? 'installation' : 'connection',
      ...fairUseOf(offer),
      minutes: offer.voice ?? null,
      sms: offer.text ?? null,
      topUp: operator.rechargeability ?? null,
      kyc: operator.is_kyc_verify ?? null,
      apn: apnOf(operator),
      conditions: conditionsOf(operator),
    },
    unknown: unknownOf(operator, offer),
    cost: costOf(offer, pricing),
    minimumPrice: minimumPriceOf(offer),
    activationWindowDays: operator.install_window_days || null,
  }
}

/** https://developers.partners.airalo.com, "Attribute descriptions". */
function unknownOf(operator: PackageOperator, offer: Offer): string[] {
  return [
    ...unknownIn('activation_policy', operator.activation_policy, ['first-usage', 'installation']),
    ...unknownIn('plan_type', operator.plan_type, ['data', 'data-voice', 'data-voice-text']),
    ...accessPointsOf(operator).flatMap(({ apn_type: type }) =>
      unknownIn('apn_type', type, ['automatic', 'manual']),
    ),
    ...unknownSizeOf(offer),
  ]
}

/** A plan without a size is unlimited only if nothing says the opposite. */
export function unknownSizeOf({ amount, is_unlimited: isUnlimited }: Offer): string[] {
  const isKnown = isUnlimited === true || (amount !== null && (amount > 0 || isUnlimited !== false))
  return isKnown ? [] : [`amount ${amount}`]
}

function accessPointsOf({ apn, apn_type, apn_value }: PackageOperator) {
  return [apn?.ios, apn?.android, { apn_type, apn_value }].filter((each) => each != null)
}

/** Returns what some phones do not set themselves. */
function apnOf(operator: PackageOperator): string | null {
  const manual = accessPointsOf(operator).filter(({ apn_type: type }) => type === 'manual')
  return manual.find(({ apn_value: value }) => value)?.apn_value ?? null
}

function conditionsOf({ warning, other_info: info }: PackageOperator): string | null {
  const texts = [warning, info].map((text) => text?.replaceAll(/\s+/g, ' ').trim())
  return texts.filter(Boolean).join(' ') || null
}

/** Countries with their networks. Countries without networks come from `countries`. */
function coverageOf({ coverages, countries }: PackageOperator): SuppliedCoverage[] {
  const covered = new Map<string, SuppliedCoverage>()
  for (const { name, code = name, networks } of coverages ?? [])
    covered.set(code, {
      countryCode: code.toLowerCase(),
      networks: networks.map((network) => ({
        title: network.name,
        generations: [...new Set(network.types.flatMap(generationOf))].toSorted(),
      })),
    })
  for (const { country_code: code } of countries ?? [])
    if (!covered.has(code)) covered.set(code, { countryCode: code.toLowerCase(), networks: [] })
  // Skips the codes of parts of countries.
  return [...covered.values()].filter(({ countryCode }) => /^[a-z]{2}$/.test(countryCode))
}

function generationOf(type: string): string[] {
  const name = type.toUpperCase()
  return name === 'LTE' ? ['4G'] : /^[2-5]G$/.test(name) ? [name] : []
}

/** `price` and `net_price` are in USD. `prices` has both in other currencies. */
const currency = 'USD'

/**
 * Returns the net price. An account with `discount_pricing` pays the retail price less its
 * discount. A fraction of a cent is rounded up.
 */
export function costOf({ price, net_price: netPrice }: Offer, pricing?: Pricing): Money {
  if (netPrice !== undefined && netPrice !== null)
    return { minor: roundedMinorOf(netPrice, currency, 'up'), currency }
  const retail = roundedMinorOf(price, currency, 'up')
  const share = 100 - (pricing?.discount_percentage ?? 0)
  return { minor: Math.ceil((retail * share) / 100), currency }
}

/**
 * "The retail price … represents the minimum selling price for you":
 * https://developers.partners.airalo.com/faq-752238m0
 */
export function minimumPriceOf({ price }: Offer): Money {
  return { minor: roundedMinorOf(price, currency, 'up'), currency }
}

/** `amount` is in MB of 1,024 to a GB: 3 GB is 3072 in the examples. */
export function trafficOf({ amount, is_unlimited: isUnlimited }: Offer): number | null {
  return isUnlimited === true || amount === null || amount === 0 ? null : Math.round(amount)
}

const perGb = 1024
const threshold = /after\s+(\d+(?:\.\d+)?)\s*([MG])B/i
const speed = /(\d+(?:\.\d+)?)\s*([KM])bps/i
const perDay = /per day|a day|daily|\/\s*day/i

/**
 * Parses "Lower speed rate of 1 Mbps after 3 GB usage per day." Without a limit per day, the buyer
 * reads the sentence of Airalo.
 */
export function fairUseOf(offer: Offer): Partial<PlanTerms> {
  if (offer.is_fair_usage_policy !== true) return {}
  const text = (offer.fair_usage_policy ?? '').trim()
  const thresholdMb = perDay.test(text) ? numberIn(text, threshold, 'G', perGb) : null
  const speedKbps = numberIn(text, speed, 'M', 1000)
  return thresholdMb !== null && speedKbps !== null
    ? { fairUseThresholdMb: thresholdMb, fairUseSpeedKbps: speedKbps }
    : { fairUseNote: text || null }
}

function numberIn(text: string, pattern: RegExp, large: string, factor: number): number | null {
  const [, number, unit = ''] = pattern.exec(text) ?? []
  if (number === undefined) return null
  return Math.round(Number(number) * (unit.toUpperCase() === large ? factor : 1))
}
