import type { PlaceTexts } from '../../../../contract/place-texts.ts'
import type { Tariff } from '../../../../contract/tariffs.ts'
import { href } from '../../../../locale/paths.ts'
import { placeAndCountries } from '../../../../locale/tariff-words.ts'
import { CoverageMap } from '../../../../ui/coverage-map.tsx'
import type { Coverage } from '../../../../ui/coverage-map.tsx'
import { EntryStamp } from '../../../../ui/entry-stamp.tsx'
import { useSite } from '../../../../ui/site.tsx'
import { PlaceAdvice } from '../place-texts-section.tsx'

type Props = {
  readonly code: string
  readonly title: string
  /** The country in a sentence, from `placePhrase`. */
  readonly phrase: string
  /** The fare whose countries the map shows, or null if the map shows only this country. */
  readonly shared: Tariff | null
  readonly coverage: Coverage
  readonly texts: PlaceTexts | null
}

export function CountryCoverage({ code, title, phrase, shared, coverage, texts }: Props) {
  const site = useSite()
  const { locale, words } = site
  return (
    <section className="mapped">
      <div>
        <EntryStamp country={code} place="on-map" />
        <h2>{words('coverage.title')}</h2>
        <p>
          {shared
            ? words('coverage.onlySeveral', { country: phrase })
            : words('coverage.oneCountry')}
        </p>
        <p>
          <a href={href(locale, 'trip')}>{words('coverage.severalCountries')}</a>
        </p>
      </div>
      <CoverageMap coverage={coverage} covered={shared ? placeAndCountries(site, shared) : title} />
      <PlaceAdvice texts={texts} />
    </section>
  )
}
