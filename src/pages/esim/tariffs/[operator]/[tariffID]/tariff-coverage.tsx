import type { TariffDetails } from '../../../../../contract/tariffs.ts'
import { titleOrder } from '../../../../../locale/formats.ts'
import { href } from '../../../../../locale/paths.ts'
import { CoverageMap } from '../../../../../ui/coverage-map.tsx'
import type { Coverage } from '../../../../../ui/coverage-map.tsx'
import { Flag } from '../../../../../ui/flag.tsx'
import { OperatorContacts } from '../../../../../ui/operator-contacts.tsx'
import { useSite } from '../../../../../ui/site.tsx'
import type { Site } from '../../../../../ui/site.tsx'
import { networksText } from '../../../../../ui/tariffs/networks-text.ts'

type Props = {
  readonly tariff: TariffDetails
  /** Null if there is no map. */
  readonly coverage: Coverage | null
}

/** Shows where a plan works and on which networks, with the contacts of its operator. */
export function TariffCoverage({ tariff, coverage }: Props) {
  const site = useSite()
  const { words } = site
  const map = coverage && <CoverageMap coverage={coverage} covered={coveredText(site, tariff)} />
  const operator = (
    <>
      <h2>{words('balance.contactsTitle', { operator: tariff.operator.title })}</h2>
      <OperatorContacts operator={tariff.operator} />
    </>
  )
  // Without a map, the list needs no second column.
  if (tariff.kind === 'multi' || map === null)
    return (
      <>
        <section id="coverage">
          <h2>{words('tariff.coverageTitle')}</h2>
          {tariff.kind === 'multi' && <p className="soft">{words('tariff.coverageText')}</p>}
          {map}
          <CoverageList tariff={tariff} />
        </section>
        <section>{operator}</section>
      </>
    )
  return (
    <section>
      <h2>{words('tariff.coverageTitle')}</h2>
      <div className="mapped">
        {map}
        <div>
          <CoverageList tariff={tariff} />
          {operator}
        </div>
      </div>
    </section>
  )
}

function coveredText({ words }: Site, { kind, countryCodes: codes, networks }: TariffDetails) {
  if (kind === 'multi') return words('units.countries', { count: codes.length })
  return networks.find((each) => codes.includes(each.countryCode2Letters))?.countryTitle ?? ''
}

function CoverageList({
  tariff: { kind, networks, regionIdent, placeTitle },
}: Pick<Props, 'tariff'>) {
  const { locale } = useSite()
  const compare = titleOrder(locale)
  const sorted = networks.toSorted((a, b) => compare(a.countryTitle, b.countryTitle))
  return (
    <ul className="coverage">
      {sorted.map(({ countryCode2Letters: country, countryTitle, networks: names }) => (
        <li key={country}>
          <Flag country={country} isEager={kind !== 'multi'} />
          {regionIdent === null ? (
            <a href={href(locale, 'country', { country })}>{countryTitle}</a>
          ) : (
            <a href={href(locale, 'countryRegion', { country, region: regionIdent })}>
              {placeTitle}
            </a>
          )}
          <small>{networksText(names)}</small>
        </li>
      ))}
    </ul>
  )
}
