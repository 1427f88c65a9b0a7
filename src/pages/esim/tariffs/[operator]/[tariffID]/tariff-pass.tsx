import type { TariffDetails } from '../../../../../contract/tariffs.ts'
import { pricesIn } from '../../../../../domain/money.ts'
import { formatMoney } from '../../../../../locale/formats.ts'
import type { Locale } from '../../../../../locale/locales.ts'
import { href } from '../../../../../locale/paths.ts'
import { fairUseText, shownPrice, tariffName } from '../../../../../locale/tariff-words.ts'
import { EntryStamp } from '../../../../../ui/entry-stamp.tsx'
import { Flag } from '../../../../../ui/flag.tsx'
import { useSite } from '../../../../../ui/site.tsx'
import { networksText } from '../../../../../ui/tariffs/networks-text.ts'

export function TariffPass({ tariff }: { tariff: TariffDetails }) {
  return (
    <article className="pass large">
      <PassMain tariff={tariff} />
      <div className="pass-stub">
        {tariff.inStock ? <BuyStub tariff={tariff} /> : <SoldOutStub tariff={tariff} />}
      </div>
    </article>
  )
}

function PassMain({ tariff }: { tariff: TariffDetails }) {
  const site = useSite()
  const { words } = site
  return (
    <div className="pass-main">
      <p className="eyebrow">{words(`tariffCard.kinds.${tariff.kind}`)}</p>
      <h1>{tariffName(site, tariff)}</h1>
      {tariff.trafficMb === null && <p className="soft">{fairUseText(site, tariff.fairUse)}</p>}
      <p className="route">
        <span className="flags">
          {tariff.countryCodes.slice(0, 6).map((code) => (
            <Flag key={code} country={code} isEager={tariff.kind !== 'multi'} />
          ))}
        </span>
        <span>
          {tariff.kind === 'multi'
            ? words('units.countries', { count: tariff.countryCodes.length })
            : networksText(tariff.networks.flatMap(({ networks }) => networks)) ||
              tariff.operator.title}
        </span>
      </p>
      {tariff.kind !== 'multi' && (
        <EntryStamp country={tariff.countryCodes[0] ?? ''} place="on-pass" />
      )}
    </div>
  )
}

function BuyStub({ tariff: { tariffID, prices } }: { tariff: TariffDetails }) {
  const site = useSite()
  const { locale, words } = site
  const main = shownPrice(site, prices)
  const price = formatMoney(locale, main)
  const others = pricesIn(site.currencies, prices)
    .filter(({ currency }) => currency !== main.currency)
    .map((other) => formatMoney(locale, other))
  return (
    <>
      <p className="price">
        {price}
        {others.length > 0 && <small>{words('tariff.or', { price: others.join(' / ') })}</small>}
      </p>
      <a
        className="button"
        href={href(locale, 'order', null, { tariffID })}
        data-dialog="activation"
      >
        {words('tariff.buy', { price })}
      </a>
    </>
  )
}

function SoldOutStub({ tariff }: { tariff: TariffDetails }) {
  const { locale, words } = useSite()
  return (
    <>
      <p className="soft">{words('errors.outOfStock')}</p>
      <a className="button quiet" href={otherPlansHref(locale, tariff)}>
        {words('order.change')}
      </a>
    </>
  )
}

function otherPlansHref(locale: Locale, { kind, countryCodes }: TariffDetails): string {
  const [country = ''] = countryCodes
  return kind === 'multi' ? href(locale, 'worldRegion') : href(locale, 'country', { country })
}
