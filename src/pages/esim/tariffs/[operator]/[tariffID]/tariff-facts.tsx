import type { TariffDetails } from '../../../../../contract/tariffs.ts'
import { fairUseText, sizeText, unitPriceText } from '../../../../../locale/tariff-words.ts'
import { Fact, Facts } from '../../../../../ui/facts.tsx'
import { useSite } from '../../../../../ui/site.tsx'

export function TariffFacts({ tariff }: { tariff: TariffDetails }) {
  const site = useSite()
  const { words } = site
  const { fairUse, minutes, sms, unlimitedApps, market } = tariff
  const yesOrNo = (value: boolean | null, yes: string, no: string) =>
    value === null ? null : value ? yes : no
  const days = words('units.days', { count: tariff.validityDays })
  const hotspot = tariff.hotspot === 'unknown' ? null : words(`tariff.hotspots.${tariff.hotspot}`)
  const terms = [
    ['fairUse', fairUse && fairUseText(site, fairUse)],
    ['hotspot', hotspot],
    ['topUp', yesOrNo(tariff.topUp, words('tariff.topUpYes'), words('tariff.topUpNo'))],
    ['kyc', yesOrNo(tariff.kyc, words('tariff.kycYes'), words('tariff.kycNo'))],
    ['apn', tariff.apn],
  ] as const
  const unknown = terms
    .filter(([term, value]) => value === null && (term !== 'fairUse' || tariff.trafficMb === null))
    .map(([term]) => words(`tariff.${term}`))
  return (
    <Facts>
      <Fact label={words('tariff.data')}>{sizeText(site, tariff)}</Fact>
      <Fact label={words('tariff.valid')}>{words('tariff.validText', { days })}</Fact>
      {tariff.inStock && (
        <Fact label={words(tariff.trafficMb === null ? 'tariff.perDay' : 'tariff.perGB')}>
          {unitPriceText(site, tariff)}
        </Fact>
      )}
      <Fact label={words('tariff.minutes')}>
        {minutes === null ? words('tariff.noNumber') : words('units.minutes', { count: minutes })}
      </Fact>
      {sms !== null && (
        <Fact label={words('tariff.sms')}>{words('units.sms', { count: sms })}</Fact>
      )}
      {unlimitedApps.length > 0 && (
        <Fact label={words('tariff.unlimitedApps')}>{unlimitedApps.join(', ')}</Fact>
      )}
      {terms.map(
        ([term, value]) =>
          value !== null && (
            <Fact key={term} label={words(`tariff.${term}`)}>
              {value}
            </Fact>
          ),
      )}
      <Fact label={words('tariff.activation')}>
        {words(market === 'russia' ? 'tariff.activationRussia' : 'tariff.activationTravel')}
      </Fact>
      {unknown.length > 0 && (
        <Fact label={words('tariff.notStated')}>
          <span className="soft">{unknown.join(', ')}</span>
        </Fact>
      )}
    </Facts>
  )
}
