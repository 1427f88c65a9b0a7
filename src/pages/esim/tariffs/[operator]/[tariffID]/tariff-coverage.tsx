import type { TariffDetails } from '../../../../../contract/tariffs.ts'
import { href } from '../../../../../locale/paths.ts'
import { CoverageMap } from '../../../../../ui/coverage-map.tsx'
import type { Coverage } from '../../../../../ui/coverage-map.tsx'
import { Flag } from '../../../../../ui/flag.tsx'
import { useSite } from '../../../../../ui/site.tsx'

type Props = {
  readonly tariff: TariffDetails
  /** Null when there is no map. */
  readonly coverage: Coverage | null
}

export function TariffCoverage({ tariff, coverage }: Props) {
  const { locale, words } = useSite()
  return (
    <section>
      <h2>{words('tariff.coverageTitle')}</h2>
      {tariff.kind === 'multi' && <p className="soft">{words('tariff.coverageText')}</p>}
      <div className={tariff.kind === 'multi' ? undefined : 'mapped'}>
        {coverage && <CoverageMap coverage={coverage} covered={coveredText()} />}
        <ul className="coverage">
          {tariff.networks.map(({ countryCode2Letters, countryTitle, networks }) => (
            <li key={countryCode2Letters}>
              <Flag country={countryCode2Letters} />
              {tariff.regionIdent === null ? (
                <a href={href(locale, 'country', { country: countryCode2Letters })}>
                  {countryTitle}
                </a>
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
      </div>
    </section>
  )

  function coveredText(): string {
    const { kind, countryCodes: codes, networks } = tariff
    if (kind === 'multi') return words('units.countries', { count: codes.length })
    return networks.find((each) => codes.includes(each.countryCode2Letters))?.countryTitle ?? ''
  }
}
