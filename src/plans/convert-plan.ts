import { supplierWindowDays } from '../kit/activation-window.shared.ts'
import { compareText } from '../kit/text.shared.ts'
import type { Prices } from '../kit/money.shared.ts'
import { unstatedDetails, type CataloguePlan } from './columns.ts'
import { readKnownPlans, type PlanDatabase } from './plan-changes.ts'
import type { SupplierPlan } from '../supply/supplier.ts'
import { worldRegion, type WorldRegion } from './operations.ts'

/** Begins the reason of a plan with a value that the shop does not know. The sync raises an alert. */
export const unknownTerm = 'unknown'

/** Returns the reason why the shop cannot sell a supplier's plan, or null. */
export function planProblem(plan: SupplierPlan) {
  const { coverage, trafficMb, validityDays, unknown, cost, activationWindowDays } = plan
  if (unknown.length > 0) return `${unknownTerm}: ${unknown.join(', ')}`
  if (coverage.length === 0) return 'no country'
  if (trafficMb !== null && trafficMb <= 0) return 'no data'
  if (validityDays < 1) return 'no validity'
  // The shop promises its customers 89 days for the activation, to the end of the last one.
  if (activationWindowDays !== null && activationWindowDays < supplierWindowDays)
    return `activation within fewer than ${supplierWindowDays} days`
  return cost.minor > 0 ? null : 'no cost'
}

/** Converts a supplier's plan. */
export function convertPlan(
  plan: SupplierPlan,
  { tariffID, prices }: { readonly tariffID: string; readonly prices: Prices },
): CataloguePlan {
  const countries = countriesOf(plan)
  return {
    ...unstatedDetails,
    ...plan.terms,
    tariffID,
    operator: operatorIdentOf(plan),
    countries,
    region: null,
    worldRegion: worldRegionOf(countries),
    trafficMb: plan.trafficMb,
    validityDays: plan.validityDays,
    prices,
    networks: plan.coverage.flatMap(({ countryCode: country, networks }) =>
      networks.map(({ title, generations }) => ({
        country,
        title,
        generations: generationsOf(generations),
      })),
    ),
  }
}

/** Codes that suppliers use for ISO 3166-1 codes. */
const aliases: { readonly [code: string]: string } = { uk: 'gb', el: 'gr', ko: 'kr' }

/**
 * Returns the plan with ISO codes of countries, and the codes that are no country: groups such as
 * `eu`, and withdrawn codes such as `an`.
 */
export function withCountryCodes(plan: SupplierPlan): {
  readonly plan: SupplierPlan
  readonly unknown: readonly string[]
} {
  const coverage = plan.coverage.map(({ countryCode: code, networks }) => ({
    countryCode: aliases[code] ?? code,
    networks,
  }))
  const isCountry = (code: string) => regionOf.has(code)
  return {
    plan: { ...plan, coverage: coverage.filter(({ countryCode }) => isCountry(countryCode)) },
    unknown: coverage.flatMap(({ countryCode }) => (isCountry(countryCode) ? [] : countryCode)),
  }
}

/** Sorts the countries, so that a catalogue in another order changes no plan. */
export function countriesOf({ coverage }: SupplierPlan): string[] {
  return [...new Set(coverage.map(({ countryCode }) => countryCode))].toSorted(compareText)
}

/** Replaces `LTE` with `4G`. Omits values other than 2G to 5G. */
function generationsOf(names: readonly string[]): string[] {
  const known = names.map((name) => (name === 'LTE' ? '4G' : name))
  return [...new Set(known)].filter((name) => /^[2-5]G$/.test(name)).toSorted()
}

function operatorIdentOf({ operator }: SupplierPlan): string {
  return slug(operator.title, 64) || slug(operator.code, 64) || 'operator'
}

/** Returns the readable part of a plan's id: `tr-merhaba-1gb-7d`. */
function planName(plan: SupplierPlan): string {
  const countries = countriesOf(plan)
  const place = worldRegionOf(countries) ?? countries[0]
  const days = `${plan.validityDays}d`
  return [place, slug(operatorIdentOf(plan), 30), sizeName(plan.trafficMb), days].join('-')
}

function sizeName(trafficMb: number | null): string {
  if (trafficMb === null) return 'unlimited'
  return trafficMb % 1024 === 0 ? `${trafficMb / 1024}gb` : `${trafficMb}mb`
}

/** Returns lower-case letters without accents, digits and single dashes. */
function slug(text: string, length: number): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, length)
    .replaceAll(/^-|-$/g, '')
}

/**
 * Returns ids of new plans by the supplier's codes. An id is readable, and ends with a hash of the
 * supplier and its code. It does not depend on other plans, nor on the order of the catalogue, so a
 * new database gets the same ids. Customers see ids, so the name of the supplier is not in them.
 * @param taken ids of other plans in the same sync. The function adds the new ids
 */
export async function newPlanIDs(
  db: PlanDatabase,
  supplier: string,
  plans: readonly SupplierPlan[],
  taken: Set<string>,
): Promise<Map<string, string>> {
  const ids = plans.flatMap((plan) => candidates(supplier, plan))
  const known = await readKnownPlans(db, ids)
  const isFree = (id: string) => !known.has(id) && !taken.has(id)
  return new Map(
    plans.flatMap((plan) => {
      const id = candidates(supplier, plan).find(isFree)
      if (id === undefined) return []
      taken.add(id)
      return [[plan.code, id]]
    }),
  )
}

/** Returns the id of a plan: `tr-merhaba-1gb-7d-1x8c9f2`. */
export function planID(supplier: string, plan: SupplierPlan): string {
  return `${planName(plan)}-${hashOf(`${supplier} ${plan.code}`)}`
}

/** The second id is for a plan whose name and hash equal those of another plan. */
function candidates(supplier: string, plan: SupplierPlan): readonly [string, string] {
  const id = planID(supplier, plan)
  return [id, `${id}-${hashOf(`${plan.code} ${supplier}`)}`]
}

/** FNV-1a with 32 bits. Deterministic, so that every run returns the same suffix. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** Countries by world region, based on the United Nations' subregions. */
const countriesByRegion: { readonly [region in Exclude<WorldRegion, 'global'>]: string } = {
  europe:
    'ad al at ax ba be bg ch cy cz de dk ee es fi fo fr gb gg gi gr hr hu ie im is it je li lt lu lv mc me mk mt nl no pl pt ro rs se si sj sk sm ua va xk',
  asia: 'af bd bn bt cn hk id in jp kh kp kr la lk mm mn mo mv my np ph pk sg th tl tw vn',
  'middle-east': 'ae bh eg il iq ir jo kw lb om ps qa sa sy tr ye',
  africa:
    'ao bf bi bj bw cd cf cg ci cm cv dj dz eh er et ga gh gm gn gq gw ke km lr ls ly ma mg ml mr mu mw mz na ne ng re rw sc sd sh sl sn so ss st sz td tg tn tz ug yt za zm zw',
  'north-america': 'bm ca gl mx pm us',
  'latin-america':
    'ag ai ar aw bb bl bo bq br bs bz cl co cr cu cw dm do ec fk gd gf gp gt gy hn ht jm kn ky lc mf mq ms ni pa pe pr py sr sv sx tc tt uy vc ve vg vi',
  oceania: 'as au cc ck cx fj fm gu ki mh mp nc nf nr nu nz pf pg pn pw sb tk to tv vu wf ws',
  cis: 'am az by ge kg kz md ru tj tm uz',
}

/**
 * Minimum share of a plan's countries in its region. "Europe" often includes Türkiye or Morocco.
 */
const mostCountries = 0.7

const regionOf = new Map(
  Object.entries(countriesByRegion).flatMap(([region, codes]) =>
    codes.split(' ').map((code) => [code, worldRegion.parse(region)] as const),
  ),
)

/** Returns the world region of a plan for several countries, for suppliers that do not name it. */
function worldRegionOf(countryCodes: readonly string[]): WorldRegion | null {
  if (countryCodes.length < 2) return null
  const counts = Map.groupBy(countryCodes, (code) => regionOf.get(code))
  for (const [region, codes] of counts)
    if (region !== undefined && codes.length >= countryCodes.length * mostCountries) return region
  return 'global'
}
