import type { TariffDetails } from '../../../../../contract/tariffs.ts'
import { href } from '../../../../../locale/paths.ts'
import { priceText, sizeText } from '../../../../../locale/tariff-words.ts'
import { useSite } from '../../../../../ui/site.tsx'

/**
 * Shows price and button at the bottom of a phone. CSS shows it after the pass has scrolled out of
 * view.
 */
export function BuyBar({ tariff }: { tariff: TariffDetails }) {
  const site = useSite()
  const { locale, words } = site
  if (!tariff.inStock) return null
  const price = priceText(site, tariff.prices)
  return (
    <p className="buy-bar">
      <span>
        <b>{sizeText(site, tariff)}</b> {words('units.days', { count: tariff.validityDays })}
      </span>
      <a
        className="button"
        href={href(locale, 'order', null, { tariffID: tariff.tariffID })}
        data-dialog="activation"
      >
        {words('tariff.buy', { price })}
      </a>
    </p>
  )
}
