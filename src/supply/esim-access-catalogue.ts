import { z } from 'zod'
import { currencyPattern, minorDigits, type Money } from '../kit/money.shared.ts'
import { parseEach, unknownIn } from './supplier-call.ts'
import type { PlanTerms, SuppliedCoverage, SupplierPlan, SupplierTopUp } from './supplier.ts'
import { bytesInMegabyte, integer, type EsimAccessApi } from './esim-access-api.ts'
import { esimAccess } from './supplier-facts.ts'

const pageSize = 200
const operator = { code: esimAccess.id, title: 'eSIM Access' }

/**
 * `dataType`: a total amount, a daily limit with lower speed after it, a daily limit that ends
 * data, or unlimited.
 */
const dataTypes = { total: 1, slowsDown: 2, cutsOff: 3, unlimited: 4 }

/** What the days begin with. */
const activeTypes = { installation: 1, connection: 2 }

/** Packages are parsed one by one, so that a malformed package does not hide the others. */
const packageList = z.object({ packageList: z.array(z.unknown()) })

const networkList = z.array(
  z.object({
    locationCode: z.string().nullish(),
    operatorList: z
      .array(z.object({ operatorName: z.string(), networkType: z.string().nullish() }))
      .nullish(),
  }),
)

const dataPackage = z.object({
  packageCode: z.string().min(1),
  name: z.string().min(1),
  /** Currency units × 10,000. */
  price: integer,
  currencyCode: z.string().regex(currencyPattern),
  /** In bytes; per day if `dataType` is not 1. */
  volume: integer,
  dataType: integer.default(1),
  duration: integer,
  durationUnit: z.string().nullish(),
  /** Country codes of two letters, separated by commas. */
  location: z.string(),
  locationNetworkList: networkList.nullish(),
  /** `128 Kbps`: the speed after the daily limit, or of a plan without limit. */
  fupPolicy: z.string().nullish(),
  /** 1 to 3, where 1 means that the plan has no top-ups. */
  supportTopUpType: integer.nullish(),
  /** The days begin with: 1, the installation; 2, the first connection. */
  activeType: integer.nullish(),
  /** Days. */
  unusedValidTime: integer.nullish(),
})
type DataPackage = z.output<typeof dataPackage>

/** Yields every plan. The API returns all plans in one response. */
export async function* listPlans(api: EsimAccessApi): AsyncGenerator<readonly SupplierPlan[]> {
  const plans = (await packagesOf(api, { type: 'BASE' })).flatMap((each) => toPlan(each) ?? [])
  for (let start = 0; start < plans.length; start += pageSize)
    yield plans.slice(start, start + pageSize)
}

export async function listTopUps(api: EsimAccessApi, iccid: string): Promise<SupplierTopUp[]> {
  const packages = await packagesOf(api, { type: 'TOPUP', iccid })
  return packages.flatMap((each) => (unknownOf(each).length > 0 ? [] : toTopUp(each)))
}

function toTopUp(each: DataPackage): SupplierTopUp {
  return {
    code: each.packageCode,
    title: each.name,
    trafficMb: trafficOf(each),
    validityDays: each.duration,
    cost: costOf(each),
    minimumPrice: null,
  }
}

async function packagesOf(
  api: EsimAccessApi,
  filter: { readonly type: string; readonly iccid?: string },
): Promise<DataPackage[]> {
  const body = { locationCode: '', slug: '', packageCode: '', iccid: '', ...filter }
  const { packageList: packages } = await api.read('package/list', body, packageList)
  return parseEach(esimAccess.id, dataPackage, packages).filter(isSellable)
}

/** A plan of the shop cannot express that data ends at a daily limit. */
function isSellable({ dataType }: DataPackage): boolean {
  return dataType !== dataTypes.cutsOff
}

function unknownOf(each: DataPackage): string[] {
  return [
    ...unknownIn('dataType', each.dataType, Object.values(dataTypes)),
    ...unknownIn('activeType', each.activeType, Object.values(activeTypes)),
    ...unknownIn('durationUnit', each.durationUnit, ['DAY']),
    ...unknownIn('supportTopUpType', each.supportTopUpType, [1, 2, 3]),
  ]
}

function toPlan(each: DataPackage): SupplierPlan | null {
  const coverage = coverageOf(each)
  if (coverage.length === 0) return null
  return {
    ...toTopUp(each),
    operator,
    coverage,
    terms: {
      starts: each.activeType === activeTypes.installation ? 'installation' : 'connection',
      ...fairUseOf(each),
      topUp: each.supportTopUpType == null ? null : each.supportTopUpType > 1,
    },
    unknown: unknownOf(each),
    activationWindowDays: each.unusedValidTime ?? null,
  }
}

function coverageOf({ location, locationNetworkList }: DataPackage): SuppliedCoverage[] {
  const codes = location.split(',').map((code) => code.trim())
  return codes
    .filter((code) => /^[A-Z]{2}$/.test(code))
    .map((code) => {
      const listed = locationNetworkList?.find(({ locationCode }) => locationCode === code)
      const networks = (listed?.operatorList ?? []).map(({ operatorName, networkType }) => ({
        title: operatorName,
        generations: (networkType ?? '').match(/[2-5]G|LTE/g) ?? [],
      }))
      return { countryCode: code.toLowerCase(), networks }
    })
}

function trafficOf({ dataType, volume }: DataPackage): number | null {
  return dataType === dataTypes.total ? Math.round(volume / bytesInMegabyte) : null
}

/**
 * Converts units × 10,000 to minor units. Rounds up, because a cost must not look lower than it is.
 */
function costOf({ price, currencyCode: currency }: DataPackage): Money {
  return { minor: Math.ceil((price * 10 ** minorDigits(currency)) / 10_000), currency }
}

/**
 * The speed is 128 for `128 Kbps`, and 1024 for `1 Mbps`. Without a limit it applies from the first
 * MB. The buyer reads another policy as it is.
 */
function fairUseOf({ dataType, volume, fupPolicy }: DataPackage): Partial<PlanTerms> {
  const policy = fupPolicy?.trim() || null
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*([km])bps$/i.exec(policy ?? '') ?? []
  const factor = unit?.toLowerCase() === 'm' ? 1024 : 1
  const speed = number === undefined ? null : Math.round(Number(number) * factor)
  if (dataType === dataTypes.slowsDown)
    return { fairUseThresholdMb: Math.round(volume / bytesInMegabyte), fairUseSpeedKbps: speed }
  return dataType === dataTypes.unlimited && speed !== null
    ? { fairUseThresholdMb: 0, fairUseSpeedKbps: speed }
    : { fairUseNote: policy }
}
