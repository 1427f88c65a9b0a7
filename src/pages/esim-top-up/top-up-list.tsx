import type { EsimTopUps } from '../../contract/top-ups.ts'
import { href } from '../../locale/paths.ts'
import { priceText, sizeText, tariffName } from '../../locale/tariff-words.ts'
import { Masthead } from '../../ui/layout/masthead.tsx'
import { useSite } from '../../ui/site.tsx'

export function TopUpMasthead({ esim: { tariff, topUps } }: { readonly esim: EsimTopUps }) {
  const site = useSite()
  const { words } = site
  return (
    <Masthead
      eyebrow={tariffName(site, tariff)}
      heading={words('topUp.title')}
      lead={topUps.length > 0 ? words('topUp.lead') : undefined}
    />
  )
}

/** Lists the top-ups for an eSIM as links to their order forms. */
export function TopUpList({ esim, notice }: { esim: EsimTopUps; notice: string }) {
  const { locale, words } = useSite()
  const { hash, tariff, topUps } = esim
  return (
    <section>
      {notice !== '' && (
        <p className="notice" role="alert">
          {notice}
        </p>
      )}
      <TopUpChoice esim={esim} />
      <p className="actions">
        {topUps.length === 0 && (
          <a className="button" href={href(locale, 'order', null, { tariffID: tariff.tariffID })}>
            {words('balance.again')}
          </a>
        )}
        <a className="button quiet" href={href(locale, 'operatorInfo', null, { hash })}>
          {words('topUp.open')}
        </a>
      </p>
    </section>
  )
}

function TopUpChoice({ esim: { hash, topUps } }: { readonly esim: EsimTopUps }) {
  const site = useSite()
  const { locale, words } = site
  if (topUps.length === 0) return <p className="notice">{words('topUp.none')}</p>
  return (
    <>
      <h2>{words('topUp.choose')}</h2>
      <ul className="options">
        {topUps.map(({ code, trafficMb, validityDays, prices }) => (
          <li key={code}>
            <a className="option" href={href(locale, 'topUp', null, { hash, code })}>
              <span>
                <b>{sizeText(site, { trafficMb })}</b>
                <small>{words('units.days', { count: validityDays })}</small>
              </span>
              <span className="price">{priceText(site, prices)}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
