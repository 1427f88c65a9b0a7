import { minorDigits } from '../kit/money.shared.ts'
import type { Money } from '../kit/money.shared.ts'
import { logEvent } from '../kit/log.ts'
import type { SuppliedCoverage, SupplierPlan, SupplierTopUp } from './supplier.ts'
import { dataPackage, packageList } from './esim-access-api.ts'
import type { EsimAccessApi, DataPackage } from './esim-access-api.ts'
import { esimAccess } from './supplier-facts.ts'
import { bytesInMegabyte } from './esim-access-usage.ts'

const pageSize = 200
const operator = { code: esimAccess.id, title: 'eSIM Access' }

/**
 * `dataType`: a total amount, a daily limit with lower speed after it, a daily limit that ends
 * data, or unlimited.
 */
const dataTypes = { total: 1, slowsDown: 2, cutsOff: 3, unlimited: 4 }

/** Yields every plan. The API returns all plans in one response. */
export async function* listPlans(api: EsimAccessApi): AsyncGenerator<readonly SupplierPlan[]> {
  const plans = (await packagesOf(api, { type: 'BASE' })).flatMap((each) => toPlan(each) ?? [])
  for (let start = 0; start < plans.length; start += pageSize)
    yield plans.slice(start, start + pageSize)
}

export async function listTopUps(api: EsimAccessApi, iccid: string): Promise<SupplierTopUp[]> {
  const packages = await packagesOf(api, { type: 'TOPUP', iccid })
  return packages.map((each) => ({
    code: each.packageCode,
    title: each.name,
    trafficMb: trafficOf(each),
    validityDays: each.duration,
    cost: costOf(each),
    minimumPrice: null,
  }))
}

async function packagesOf(
  api: EsimAccessApi,
  filter: { readonly type: string; readonly iccid?: string },
): Promise<DataPackage[]> {
  const body = { locationCode: '', slug: '', packageCode: '', iccid: '', ...filter }
  const { packageList: packages } = await api.read('package/list', body, packageList)
  return packages.flatMap((each) => {
    const parsed = dataPackage.safeParse(each)
    if (parsed.success) return isSellable(parsed.data) ? [parsed.data] : []
    const [issue] = parsed.error.issues
    logEvent({
      event: 'supplier-plan-skipped',
      supplier: esimAccess.id,
      field: issue?.path.join('.'),
    })
    return []
  })
}

/** A tariff of the shop cannot express that data ends at a daily limit. */
function isSellable({ dataType, durationUnit, duration }: DataPackage): boolean {
  return dataType !== dataTypes.cutsOff && (durationUnit ?? 'DAY') === 'DAY' && duration > 0
}

function toPlan(each: DataPackage): SupplierPlan | null {
  const coverage = coverageOf(each)
  if (coverage.length === 0) return null
  return {
    code: each.packageCode,
    title: each.name,
    operator,
    coverage,
    trafficMb: trafficOf(each),
    fairUse:
      each.dataType === dataTypes.slowsDown
        ? {
            thresholdMb: Math.round(each.volume / bytesInMegabyte),
            speedKbps: speedOf(each.fupPolicy ?? ''),
          }
        : null,
    validityDays: each.duration,
    minutes: null,
    sms: null,
    cost: costOf(each),
    minimumPrice: null,
    canTopUp: each.supportTopUpType == null ? null : each.supportTopUpType > 1,
    needsIdentity: null,
    hotspot: 'unknown',
    apn: null,
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

/** Returns 128 for `128 Kbps`, 1024 for `1 Mbps`. */
function speedOf(policy: string): number | null {
  const [, number, unit] = /(\d+(?:\.\d+)?)\s*([km])bps/i.exec(policy) ?? []
  if (number === undefined || unit === undefined) return null
  return Math.round(Number(number) * (unit.toLowerCase() === 'm' ? 1024 : 1))
}
