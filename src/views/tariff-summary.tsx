import type { Tariff } from '../contract/catalogue.ts'
import { Facts } from '../shared/ui/facts.tsx'
import { Flag } from '../shared/ui/flag.tsx'
import { useSite } from '../shared/ui/site.tsx'
import { priceText, sizeText } from '../shared/locale/tariff-words.ts'

/** The plan in five lines, beside a form or a result. */
export function TariffSummary({ tariff }: { tariff: Tariff }) {
  const site = useSite()
  const { locale, words } = site
  const place = (
    <span className="with-flag">
      {tariff.kind !== 'multi' && <Flag country={tariff.countryCodes[0] ?? ''} eager />}
      {tariff.placeTitle}
    </span>
  )
  return (
    <div className="sheet">
      <Facts
        facts={[
          [words('plan.covers'), place],
          [words('tariff.data'), sizeText(site, tariff)],
          [words('plan.valid'), words('units.days', { count: tariff.validityDays })],
          [words('plan.network'), tariff.operator.title],
          [words('tariff.price'), priceText(locale, tariff.prices)],
        ]}
      />
    </div>
  )
}
