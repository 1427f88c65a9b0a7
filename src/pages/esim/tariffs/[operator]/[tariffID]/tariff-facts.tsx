import type { TariffDetails } from '../../../../../contract/tariffs.ts'
import { dataUseOf } from '../../../../../domain/data-use.ts'
import { sizeText, unitPriceText } from '../../../../../locale/tariff-words.ts'
import { Fact, Facts } from '../../../../../ui/facts.tsx'
import { useSite } from '../../../../../ui/site.tsx'
import type { Site } from '../../../../../ui/site.tsx'
import { termsOf } from '../../../../../ui/tariffs/tariff-terms.ts'

export function TariffFacts({ tariff }: { tariff: TariffDetails }) {
  const site = useSite()
  const { words } = site
  const { minutes, sms, unlimitedApps, market } = tariff
  const days = words('units.days', { count: tariff.validityDays })
  const unknown = unknownTerms(site, tariff)
  return (
    <Facts>
      <Fact label={words('tariff.data')}>{sizeText(site, tariff)}</Fact>
      <Enough tariff={tariff} />
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
      <Fact label={words('tariff.phones')}>{words('tariff.phonesText')}</Fact>
      <TermFacts tariff={tariff} />
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

/** Shows the use that is possible each day, or nothing if the daily limit is not stated. */
function Enough({ tariff }: { tariff: TariffDetails }) {
  const site = useSite()
  const { words } = site
  const use = dataUseOf(tariff)
  if (use === null) return null
  const amount = sizeText(site, { trafficMb: use.dailyMb })
  const daily = words('tariff.enoughText', { amount, use: words(`tariff.uses.${use.use}`) })
  return (
    <Fact label={words('tariff.enough')}>
      {daily}
      {use.videoHours > 0 && (
        <p className="soft">{words('tariff.videoHours', { count: use.videoHours })}</p>
      )}
    </Fact>
  )
}

function TermFacts({ tariff }: { tariff: TariffDetails }) {
  const site = useSite()
  return termsOf(site, tariff).map(
    ([term, value]) =>
      value !== null && (
        <Fact key={term} label={site.words(`tariff.${term}`)}>
          {value}
        </Fact>
      ),
  )
}

/** Returns the names of the terms that the operator does not state. */
function unknownTerms(site: Site, tariff: TariffDetails): readonly string[] {
  return termsOf(site, tariff)
    .filter(([term, value]) => value === null && (term !== 'fairUse' || tariff.trafficMb === null))
    .map(([term]) => site.words(`tariff.${term}`))
}
