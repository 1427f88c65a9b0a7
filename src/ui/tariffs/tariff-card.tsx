import type { Tariff } from '../../contract/tariffs.ts'
import { dataAmount } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { Flag } from '../flag.tsx'
import { useSite } from '../site.tsx'
import { priceText, sizeText, tariffName, unitPriceText } from '../../locale/tariff-words.ts'

type Props = {
  readonly tariff: Tariff
  readonly isBest?: boolean
  readonly withPlace?: boolean
}

export function TariffCard({ tariff, isBest = false, withPlace = false }: Props) {
  const { words } = useSite()
  const hasPlace = withPlace || tariff.kind !== 'country'
  return (
    <li>
      <article className={tariff.inStock ? 'pass' : 'pass sold-out'}>
        <div className="pass-main">
          {hasPlace && (
            <p className="pass-place">
              {tariff.kind === 'country' && <Flag country={tariff.countryCodes[0] ?? ''} />}
              {tariff.placeTitle}
            </p>
          )}
          {isBest && <p className="stamp">{words('tariffCard.bestUnit')}</p>}
          {tariff.market === 'russia' && (
            <p className="stamp">{words('tariffCard.russianMarket')}</p>
          )}
          <PassSize tariff={tariff} />
          <PassFacts tariff={tariff} />
        </div>
        <PassStub tariff={tariff} />
      </article>
    </li>
  )
}

function PassFacts({ tariff }: { tariff: Tariff }) {
  const { words } = useSite()
  return (
    <dl className="pass-facts">
      <div>
        <dt>{words('tariffCard.valid')}</dt>
        <dd>{words('units.days', { count: tariff.validityDays })}</dd>
      </div>
      {tariff.kind === 'multi' ? (
        <div>
          <dt>{words('tariffCard.covers')}</dt>
          <dd>{words('units.countries', { count: tariff.countryCodes.length })}</dd>
        </div>
      ) : (
        <div>
          <dt>{words('tariffCard.network')}</dt>
          <dd>{tariff.operator.title}</dd>
        </div>
      )}
    </dl>
  )
}

function PassStub({ tariff }: { tariff: Tariff }) {
  const site = useSite()
  const { locale, words } = site
  const url = href(locale, 'tariff', { operator: tariff.operator.ident, tariffID: tariff.tariffID })
  return (
    <div className="pass-stub">
      {tariff.inStock ? (
        <p className="price">
          {priceText(site, tariff.prices)}
          <small>{unitPriceText(site, tariff)}</small>
        </p>
      ) : (
        <p className="soft">{words('errors.outOfStock')}</p>
      )}
      <a
        className={tariff.inStock ? 'button' : 'button quiet'}
        href={url}
        aria-label={words(tariff.inStock ? 'tariffCard.buyOf' : 'tariffCard.detailsOf', {
          plan: tariffName(site, tariff),
        })}
      >
        {words(tariff.inStock ? 'tariffCard.buy' : 'tariffCard.details')}
      </a>
    </div>
  )
}

function PassSize({ tariff }: { tariff: Tariff }) {
  const site = useSite()
  if (tariff.trafficMb === null) {
    return (
      <p className="size">
        <span aria-hidden="true">∞</span>
        <small>{sizeText(site, tariff)}</small>
      </p>
    )
  }
  const [amount, unit] = dataAmount(site.locale, tariff.trafficMb)
  return (
    <p className="size">
      {amount}
      <small>{site.words(`units.${unit}`)}</small>
    </p>
  )
}
