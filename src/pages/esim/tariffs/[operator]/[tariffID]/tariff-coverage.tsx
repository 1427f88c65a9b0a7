import type { TariffDetails } from '../../../../../contract/tariffs.ts'
import { href } from '../../../../../locale/paths.ts'
import { Flag } from '../../../../../ui/flag.tsx'
import { useSite } from '../../../../../ui/site.tsx'

export function TariffCoverage({ tariff }: { tariff: TariffDetails }) {
  const { locale, words } = useSite()
  return (
    <section>
      <h2>{words('tariff.coverageTitle')}</h2>
      {tariff.kind === 'multi' && <p className="soft">{words('tariff.coverageText')}</p>}
      <ul className="coverage">
        {tariff.networks.map(({ countryCode2Letters, countryTitle, networks }) => (
          <li key={countryCode2Letters}>
            <Flag country={countryCode2Letters} />
            {tariff.regionIdent === null ? (
              <a href={href(locale, 'country', { country: countryCode2Letters })}>{countryTitle}</a>
            ) : (
              <a
                href={href(locale, 'countryRegion', {
                  country: countryCode2Letters,
                  region: tariff.regionIdent,
                })}
              >
                {tariff.placeTitle}
              </a>
            )}
            <small>
              {networks
                .map(({ title, generations }) => [title, ...generations.slice(-1)].join(' '))
                .join(', ')}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
