import type { z } from 'zod'
import { logEvent } from '../../../domain/log-event.ts'
import { SupplierError } from '../supplier-error.ts'
import type { SuppliedCoverage, SupplierPlan } from '../supplier-plan.ts'
import type { AiraloApi } from './airalo-api.ts'
import { airalo } from './airalo-facts.ts'
import { offerObject, operatorObject, packagePage } from './airalo-objects.ts'
import type { Offer, PackageOperator, Pricing } from './airalo-objects.ts'
import { costOf, fairUseOf, minimumPriceOf, trafficOf } from './airalo-offer.ts'
import { expectValue } from './airalo-refusals.ts'

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
      throw new SupplierError(
        airalo.id,
        'not-executed',
        'the catalogue changed while it was read. Sync it again.',
      )
    lastPage = meta.last_page
    const operators = data.flatMap((destination) => destination.operators)
    const plans = operators.flatMap((operator) => plansOf(operator, pricing))
    yield plans.filter(({ code }) => !seen.has(code) && seen.add(code))
  }
}

function plansOf(object: unknown, pricing: Pricing | undefined): SupplierPlan[] {
  return parseOrSkip(operatorObject, object).flatMap((operator) =>
    operator.packages
      .flatMap((each) => parseOrSkip(offerObject, each))
      .flatMap((offer) => (offer.type === 'sim' ? planOf(operator, offer, pricing) : [])),
  )
}

/**
 * Returns one object, or none when its format is unknown. One unknown format must not stop the
 * sync.
 */
function parseOrSkip<T>(schema: z.ZodType<T>, object: unknown): T[] {
  const parsed = schema.safeParse(object)
  if (parsed.success) return [parsed.data]
  const field = parsed.error.issues[0]?.path.join('.')
  logEvent({ event: 'supplier-plan-skipped', supplier: airalo.id, field })
  return []
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
    fairUse: fairUseOf(offer),
    validityDays: offer.day,
    minutes: offer.voice ?? null,
    sms: offer.text ?? null,
    cost: costOf(offer, pricing),
    minimumPrice: minimumPriceOf(offer),
    canTopUp: operator.rechargeability ?? null,
    needsIdentity: operator.is_kyc_verify ?? null,
    hotspot: 'unknown',
    apn: operator.apn_type === 'manual' ? (operator.apn_value ?? null) : null,
    activationWindowDays: operator.install_window_days || null,
  }
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
