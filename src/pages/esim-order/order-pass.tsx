import type { TariffDetails } from '../../contract/tariffs.ts'
import { priceText, sizeText } from '../../locale/tariff-words.ts'
import { Flag } from '../../ui/flag.tsx'
import { useSite } from '../../ui/site.tsx'

/** What the form below orders, in two lines, and where it works. */
export function OrderPass({ tariff }: { tariff: TariffDetails }) {
  const site = useSite()
  const { words } = site
  const { kind, placeTitle, countryCodes, validityDays, operator, prices } = tariff
  const facts = [
    sizeText(site, tariff),
    words('units.days', { count: validityDays }),
    kind === 'multi' ? words('units.countries', { count: countryCodes.length }) : operator.title,
  ]
  return (
    <div className="order-pass">
      {kind !== 'multi' && <Flag country={countryCodes[0] ?? ''} />}
      <p>
        <b>{placeTitle}</b>
        <span>{facts.join('\u00A0· ')}</span>
      </p>
      <p className="price">{priceText(site, prices)}</p>
      <p className="soft">
        {kind === 'multi'
          ? words('order.worksInSeveral')
          : words('order.worksIn', { place: placeTitle })}
      </p>
    </div>
  )
}
