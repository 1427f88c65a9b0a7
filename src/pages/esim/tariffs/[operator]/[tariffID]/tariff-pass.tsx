import type { TariffDetails } from '../../../../../contract/tariffs.ts'
import { pricesIn } from '../../../../../domain/money.ts'
import { formatMoney } from '../../../../../locale/formats.ts'
import type { Locale } from '../../../../../locale/locales.ts'
import { href } from '../../../../../locale/paths.ts'
import { fairUseText, shownPrice, tariffName } from '../../../../../locale/tariff-words.ts'
import { EntryStamp } from '../../../../../ui/entry-stamp.tsx'
import { Flag } from '../../../../../ui/flag.tsx'
import { useSite } from '../../../../../ui/site.tsx'

export function TariffPass({ tariff }: { tariff: TariffDetails }) {
  const site = useSite()
  const { locale, words } = site
  const main = shownPrice(site, tariff.prices)
  const others = pricesIn(site.currencies, tariff.prices)
    .filter(({ currency }) => currency !== main.currency)
    .map((price) => formatMoney(locale, price))
  return (
    <article className="pass large">
      <div className="pass-main">
        <p className="eyebrow">{words(`tariffCard.kinds.${tariff.kind}`)}</p>
        <h1>{tariffName(site, tariff)}</h1>
        {tariff.trafficMb === null && <p className="soft">{fairUseText(site, tariff.fairUse)}</p>}
        <p className="route">
          <span className="flags">
            {tariff.countryCodes.slice(0, 6).map((code) => (
              <Flag key={code} country={code} />
            ))}
          </span>
          <span>
            {tariff.kind === 'multi'
              ? words('units.countries', { count: tariff.countryCodes.length })
              : tariff.operator.title}
          </span>
        </p>
        {tariff.kind !== 'multi' && (
          <EntryStamp country={tariff.countryCodes[0] ?? ''} place="on-pass" />
        )}
      </div>
      <div className="pass-stub">
        {tariff.inStock ? (
          <>
            <p className="price">
              {formatMoney(locale, main)}
              {others.length > 0 && (
                <small>{words('tariff.or', { price: others.join(' / ') })}</small>
              )}
            </p>
            <a
              className="button"
              href={href(locale, 'order', null, { tariffID: tariff.tariffID })}
              data-dialog="activation"
            >
              {words('tariff.buy', { price: formatMoney(locale, main) })}
            </a>
          </>
        ) : (
          <>
            <p className="soft">{words('errors.outOfStock')}</p>
            <a className="button quiet" href={otherPlansHref(locale, tariff)}>
              {words('order.change')}
            </a>
          </>
        )}
      </div>
    </article>
  )
}

function otherPlansHref(locale: Locale, { kind, countryCodes }: TariffDetails): string {
  const [country = ''] = countryCodes
  return kind === 'multi' ? href(locale, 'worldRegion') : href(locale, 'country', { country })
}
