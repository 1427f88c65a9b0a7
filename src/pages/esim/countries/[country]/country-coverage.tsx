import type { PlaceTexts } from '../../../../contract/place-texts.ts'
import { href } from '../../../../locale/paths.ts'
import { CoverageMap } from '../../../../ui/coverage-map.tsx'
import type { Coverage } from '../../../../ui/coverage-map.tsx'
import { EntryStamp } from '../../../../ui/entry-stamp.tsx'
import { useSite } from '../../../../ui/site.tsx'
import { PlaceAdvice } from '../place-texts-section.tsx'

type Props = {
  readonly code: string
  readonly title: string
  readonly coverage: Coverage
  readonly texts: PlaceTexts | null
}

export function CountryCoverage({ code, title, coverage, texts }: Props) {
  const { locale, words } = useSite()
  return (
    <section className="mapped">
      <div>
        <EntryStamp country={code} place="on-map" />
        <h2>{words('coverage.title')}</h2>
        <p>{words('coverage.oneCountry')}</p>
        <p>
          <a href={href(locale, 'trip')}>{words('coverage.severalCountries')}</a>
        </p>
      </div>
      <CoverageMap coverage={coverage} covered={title} />
      <PlaceAdvice texts={texts} />
    </section>
  )
}
