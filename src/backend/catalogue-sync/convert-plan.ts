import { supplierWindowDays } from '../../domain/activation-window.ts'
import { compareText } from '../../domain/compare-text.ts'
import type { Prices } from '../../domain/money.ts'
import type { CataloguePlan } from '../catalogue-changes/catalogue-plan.ts'
import { worldRegionOf } from './world-region-of.ts'
import type { SupplierPlan } from '../suppliers/supplier-plan.ts'

/** Returns the reason why the shop cannot sell a supplier's plan, or null. */
export function planProblem(plan: SupplierPlan) {
  const { coverage, trafficMb, validityDays, cost, activationWindowDays } = plan
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
    tariffID,
    operator: operatorIdentOf(plan),
    countries,
    region: null,
    worldRegion: worldRegionOf(countries),
    market: 'travel',
    trafficMb: plan.trafficMb,
    fairUseThresholdMb: plan.fairUse?.thresholdMb || null,
    fairUseSpeedKbps: plan.fairUse?.speedKbps || null,
    validityDays: plan.validityDays,
    prices,
    minutes: plan.minutes,
    sms: plan.sms,
    unlimitedApps: [],
    networks: plan.coverage.flatMap(({ countryCode: country, networks }) =>
      networks.map(({ title, generations }) => ({
        country,
        title,
        generations: generationsOf(generations),
      })),
    ),
    hotspot: plan.hotspot,
    topUp: plan.canTopUp,
    kyc: plan.needsIdentity,
    apn: plan.apn,
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
export function planName(plan: SupplierPlan): string {
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
