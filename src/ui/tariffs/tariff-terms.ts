import type { TariffDetails } from '../../contract/tariffs.ts'
import { fairUseText } from '../../locale/tariff-words.ts'
import type { Site } from '../site.tsx'

/**
 * Returns the terms that operators state only for some plans. A term that is not stated is null. A
 * missing APN is not such a term: there is none to enter.
 */
export function termsOf(
  site: Pick<Site, 'locale' | 'words'>,
  { fairUse, hotspot, topUp, kyc, apn }: TariffDetails,
) {
  const { words } = site
  return [
    ['fairUse', fairUse && fairUseText(site, fairUse)],
    ['hotspot', hotspot === 'unknown' ? null : words(`tariff.hotspots.${hotspot}`)],
    ['topUp', topUp === null ? null : words(topUp ? 'tariff.topUpYes' : 'tariff.topUpNo')],
    ['kyc', kyc === null ? null : words(kyc ? 'tariff.kycYes' : 'tariff.kycNo')],
    ...(apn === null ? [] : [['apn', apn] as const]),
  ] as const
}
