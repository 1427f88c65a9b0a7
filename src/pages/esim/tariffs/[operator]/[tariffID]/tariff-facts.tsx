import type { TariffDetails } from '../../../../../contract/tariffs.ts'
import { sizeText, speedText, unitPriceText } from '../../../../../locale/tariff-words.ts'
import { Fact, Facts } from '../../../../../ui/facts.tsx'
import { useSite } from '../../../../../ui/site.tsx'

export function TariffFacts({ tariff }: { tariff: TariffDetails }) {
  const site = useSite()
  const { words } = site
  const { fairUse, minutes, sms, unlimitedApps, market } = tariff
  const stated = (value: string | null) => value ?? words('tariff.hotspots.unknown')
  const yesOrNo = (value: boolean | null, yes: string, no: string) =>
    stated(value === null ? null : value ? yes : no)
  const days = words('units.days', { count: tariff.validityDays })
  return (
    <Facts>
      <Fact label={words('tariff.data')}>{sizeText(site, tariff)}</Fact>
      {fairUse && (
        <Fact label={words('tariff.fairUse')}>
          {words('tariff.fairUseText', {
            size: sizeText(site, { trafficMb: fairUse.thresholdMb }),
            speed: speedText(site, fairUse.speedKbps),
          })}
        </Fact>
      )}
      <Fact label={words('tariff.valid')}>{words('tariff.validText', { days })}</Fact>
      <Fact label={words('tariff.perUnit')}>{unitPriceText(site, tariff)}</Fact>
      <Fact label={words('tariff.minutes')}>
        {minutes === null ? words('tariff.noNumber') : words('units.minutes', { count: minutes })}
      </Fact>
      {sms !== null && (
        <Fact label={words('tariff.sms')}>{words('units.sms', { count: sms })}</Fact>
      )}
      {unlimitedApps.length > 0 && (
        <Fact label={words('tariff.unlimitedApps')}>{unlimitedApps.join(', ')}</Fact>
      )}
      <Fact label={words('tariff.hotspot')}>{words(`tariff.hotspots.${tariff.hotspot}`)}</Fact>
      <Fact label={words('tariff.topUp')}>
        {yesOrNo(tariff.topUp, words('tariff.topUpYes'), words('tariff.topUpNo'))}
      </Fact>
      <Fact label={words('tariff.kyc')}>
        {yesOrNo(tariff.kyc, words('tariff.kycYes'), words('tariff.kycNo'))}
      </Fact>
      <Fact label={words('tariff.apn')}>{stated(tariff.apn)}</Fact>
      <Fact label={words('tariff.activation')}>
        {words(market === 'russia' ? 'tariff.activationRussia' : 'tariff.activationTravel')}
      </Fact>
    </Facts>
  )
}
