import type { PlaceTexts } from '../../../../contract/place-texts.ts'
import { href } from '../../../../locale/paths.ts'
import { CoverageMap } from '../../../../ui/coverage-map.tsx'
import type { Coverage } from '../../../../ui/coverage-map.tsx'
import { EntryStamp } from '../../../../ui/entry-stamp.tsx'
import { useSite } from '../../../../ui/site.tsx'
import { PlaceAdvice } from '../place-texts-section.tsx'

type Props = {
  readonly code: string
  /** Where the plans work: the country, or a number of countries. */
  readonly covered: string
  readonly text: string
  readonly coverage: Coverage
  readonly texts: PlaceTexts | null
}

export function CountryCoverage({ code, covered, text, coverage, texts }: Props) {
  const { locale, words } = useSite()
  return (
    <section className="mapped">
      <div>
        <EntryStamp country={code} place="on-map" />
        <h2>{words('coverage.title')}</h2>
        <p>{text}</p>
        <p>
          <a href={href(locale, 'trip')}>{words('coverage.severalCountries')}</a>
        </p>
      </div>
      <CoverageMap coverage={coverage} covered={covered} />
      <PlaceAdvice texts={texts} />
    </section>
  )
}
