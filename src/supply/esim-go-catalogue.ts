import { logEvent } from '../kit/log.ts'
import { minorDigits } from '../kit/money.shared.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import type { SuppliedCoverage, SupplierPlan, SupplierTopUp } from './supplier.ts'
import {
  appliedBundles,
  catalogueBundle,
  cataloguePage,
  countryNetworks,
  currentOrganisation,
} from './esim-go-api.ts'
import type { EsimGoApi, CatalogueBundle, CountryNetworks } from './esim-go-api.ts'
import { esimGo } from './supplier-facts.ts'
import { megabytesOf } from './esim-go-usage.ts'

const pageSize = 100
/**
 * More than the catalogue's number of pages. Ends the loop if the API never returns a short page.
 */
const maxPages = 200
const operator = { code: esimGo.id, title: 'eSIM Go' }

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
      if (countriesOf(bundle) === countriesOf(own)) found.push(toTopUp(bundle, currency))
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
    yield bundles.flatMap((bundle) => parseBundle(bundle) ?? [])
    if (bundles.length < pageSize) return
  }
}

/** Bundles are parsed one by one, so that a malformed bundle does not hide the others. */
function parseBundle(bundle: unknown): CatalogueBundle | null {
  const parsed = catalogueBundle.safeParse(bundle)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  logEvent({ event: 'supplier-plan-skipped', supplier: esimGo.id, field: issue?.path.join('.') })
  return null
}

async function readNetworks(api: EsimGoApi): Promise<Networks> {
  const answer = await api.read('/networks', { returnAll: 'true' }, countryNetworks)
  return new Map(answer.countryNetworks.map(networksOf))
}

function networksOf({
  name,
  networks,
}: CountryNetworks['countryNetworks'][number]): [string, SuppliedCoverage['networks']] {
  const list = networks.map(({ name: network, brandName, speed }) => ({
    title: brandName ? brandName : network,
    generations: speed ?? [],
  }))
  return [name.toLowerCase(), list]
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
  return {
    ...toTopUp(bundle, currency),
    operator,
    coverage,
    // Descriptions of unlimited bundles mention a threshold, but no field has it.
    fairUse: null,
    minutes: allowanceOf(bundle, 'VOICE'),
    sms: allowanceOf(bundle, 'SMS'),
    // The supplier checks the bundle when a top-up is ordered.
    canTopUp: true,
    needsIdentity: null,
    hotspot: 'unknown',
    apn: null,
    activationWindowDays: null,
  }
}

function toTopUp(bundle: CatalogueBundle, currency: Currency): SupplierTopUp {
  const isUnlimited = bundle.unlimited === true || bundle.dataAmount <= 0
  return {
    code: bundle.name,
    title: bundle.description ? bundle.description : bundle.name,
    trafficMb: isUnlimited ? null : megabytesOf(bundle.dataAmount * 1e6),
    validityDays: bundle.duration * (/^month/i.test(bundle.durationUnit ?? '') ? 30 : 1),
    cost: costOf(bundle.price, currency),
    minimumPrice: null,
  }
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
