import { z } from 'zod'
import { minorDigits, type Currency, type Money } from '../kit/money.shared.ts'
import { parseEach, unknownIn } from './supplier-call.ts'
import type { SuppliedCoverage, SupplierPlan, SupplierTopUp } from './supplier.ts'
import { appliedBundles, currentOrganisation, type EsimGoApi } from './esim-go-api.ts'
import { esimGo } from './supplier-facts.ts'
import { megabytesInGigabyte } from '../kit/plan-sizes.shared.ts'

const pageSize = 100
/**
 * More than the catalogue's number of pages. Ends the loop if the API never returns a short page.
 */
const maxPages = 200
const operator = { code: esimGo.id, title: 'eSIM Go' }

const country = z.object({ iso: z.string() })

const catalogueBundle = z.object({
  name: z.string().min(1),
  description: z.string().nullish(),
  countries: z.array(country),
  roamingEnabled: z.array(country).nullish(),
  /** MB of 1,000 kB. */
  dataAmount: z.number(),
  duration: z.int().positive(),
  durationUnit: z.string().nullish(),
  /** Whether the days begin with the first connection. */
  autostart: z.boolean().nullish(),
  unlimited: z.boolean().nullish(),
  /** In units of the organisation's currency. */
  price: z.number().nonnegative(),
  allowances: z
    .array(z.object({ type: z.string(), amount: z.number(), unlimited: z.boolean().nullish() }))
    .nullish(),
})
type CatalogueBundle = z.output<typeof catalogueBundle>

/** A page. The documentation shows a list, but the API wraps it. */
const cataloguePage = z.union([
  z.array(z.unknown()).transform((bundles) => ({ bundles })),
  z.object({ bundles: z.array(z.unknown()) }),
])

const countryNetworks = z.object({
  countryNetworks: z.array(
    z.object({
      /** The country code, two letters. */
      name: z.string(),
      networks: z.array(
        z.object({
          name: z.string(),
          brandName: z.string().nullish(),
          speed: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

type Networks = ReadonlyMap<string, SuppliedCoverage['networks']>

/** Yields every bundle, page by page. Prices are in the organisation's currency. */
export async function* listPlans(api: EsimGoApi): AsyncGenerator<readonly SupplierPlan[]> {
  const [{ currency }, networks] = await Promise.all([
    api.read('/organisation', {}, currentOrganisation),
    readNetworks(api),
  ])
  for await (const page of bundlePages(api, {}))
    yield page.flatMap((bundle) => toPlan(bundle, currency, networks) ?? [])
}

/** Returns bundles for the same countries as the bundles of the eSIM. */
export async function listTopUps(api: EsimGoApi, iccid: string): Promise<SupplierTopUp[]> {
  const path = `/esims/${encodeURIComponent(iccid)}/bundles`
  const [{ currency }, { bundles }] = await Promise.all([
    api.read('/organisation', {}, currentOrganisation),
    api.read(path, { includeUsed: 'true' }, appliedBundles),
  ])
  const name = bundles.at(0)?.name
  if (name === undefined) return []
  const bundlePath = `/catalogue/bundle/${encodeURIComponent(name)}`
  const own = await api.read(bundlePath, {}, catalogueBundle)
  const found: SupplierTopUp[] = []
  for await (const page of bundlePages(api, { countries: countriesOf(own) }))
    for (const bundle of page)
      if (countriesOf(bundle) === countriesOf(own) && unknownOf(bundle).length === 0)
        found.push(toTopUp(bundle, currency))
  return found
}

async function* bundlePages(
  api: EsimGoApi,
  filter: { readonly [name: string]: string },
): AsyncGenerator<CatalogueBundle[]> {
  for (let page = 1; page <= maxPages; page += 1) {
    const query = { page: String(page), perPage: String(pageSize), ...filter }
    // oxlint-disable-next-line no-await-in-loop -- each page shows whether there is a next page
    const { bundles } = await api.read('/catalogue', query, cataloguePage)
    yield parseEach(esimGo.id, catalogueBundle, bundles)
    if (bundles.length < pageSize) return
  }
}

/** Returns the networks by country. */
async function readNetworks(api: EsimGoApi): Promise<Networks> {
  const answer = await api.read('/networks', { returnAll: 'true' }, countryNetworks)
  return new Map(
    answer.countryNetworks.map(({ name: country, networks }) => [
      country.toLowerCase(),
      networks.map(({ name, brandName, speed }) => ({
        title: brandName || name,
        generations: speed ?? [],
      })),
    ]),
  )
}

function toPlan(
  bundle: CatalogueBundle,
  currency: Currency,
  networks: Networks,
): SupplierPlan | null {
  const countries = [...bundle.countries, ...(bundle.roamingEnabled ?? [])]
  const codes = [...new Set(countries.map(({ iso }) => iso.toLowerCase()))]
  const coverage = codes
    .filter((code) => /^[a-z]{2}$/.test(code))
    .map((code) => ({ countryCode: code, networks: networks.get(code) ?? [] }))
  if (coverage.length === 0) return null
  const topUp = toTopUp(bundle, currency)
  const { title } = topUp
  return {
    ...topUp,
    operator,
    coverage,
    terms: {
      // "Bundles start when the eSIM first connects."
      starts: 'connection',
      // No field has the threshold and the speed that descriptions of unlimited bundles mention.
      fairUseNote: /[km]bps/i.test(title) ? title : null,
      minutes: allowanceOf(bundle, 'VOICE'),
      sms: allowanceOf(bundle, 'SMS'),
      // The supplier checks the bundle when a top-up is ordered.
      topUp: true,
    },
    unknown: unknownOf(bundle),
    activationWindowDays: null,
  }
}

function unknownOf({ durationUnit, autostart }: CatalogueBundle): string[] {
  return [
    ...unknownIn('durationUnit', durationUnit?.toLowerCase(), ['day', 'days', 'month', 'months']),
    ...unknownIn('autostart', autostart, [true]),
  ]
}

function toTopUp(bundle: CatalogueBundle, currency: Currency): SupplierTopUp {
  const isUnlimited = bundle.unlimited === true || bundle.dataAmount <= 0
  return {
    code: bundle.name,
    title: bundle.description || bundle.name,
    trafficMb: isUnlimited ? null : megabytesOf(bundle.dataAmount * 1e6),
    validityDays: bundle.duration * (/^month/i.test(bundle.durationUnit ?? '') ? 30 : 1),
    cost: costOf(bundle.price, currency),
    minimumPrice: null,
  }
}

/**
 * Converts bytes to MB. eSIM Go counts 1,000 MB per GB and the shop counts 1,024, but a bundle of
 * "1GB" must be 1 GB on every page of the shop.
 */
export function megabytesOf(bytes: number): number {
  return Math.round((bytes / 1e9) * megabytesInGigabyte)
}

/**
 * Rounds up, because a cost must not look lower than it is. 2.28 is 228, although 2.28 × 100 is
 * not.
 */
export function costOf(price: number, currency: Currency): Money {
  const digits = minorDigits(currency)
  return { minor: Math.ceil(Number((price * 10 ** digits).toFixed(4))), currency }
}

function allowanceOf({ allowances }: CatalogueBundle, type: string): number | null {
  const found = allowances?.find((each) => each.type.toUpperCase() === type)
  return found && !found.unlimited ? found.amount : null
}

/** Returns the countries of a bundle in a fixed order: `AT,DE`. */
function countriesOf({ countries }: CatalogueBundle): string {
  return countries
    .map(({ iso }) => iso)
    .toSorted()
    .join(',')
}
