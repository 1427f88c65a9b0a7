import { useSite } from './site.tsx'

/** The map of a plan's coverage, and the countries nearby that are not covered. */
export type Coverage = {
  /** URL of the map. */
  readonly src: string
  /** Titles of the countries nearby that are not covered. */
  readonly others: readonly string[]
}

type Props = {
  readonly coverage: Coverage
  /** The coverage in words: a country, or a number of countries. */
  readonly covered: string
  /** Whether the map is on the first screen. */
  readonly isEager?: boolean
}

export function CoverageMap({ coverage, covered, isEager = false }: Props) {
  const { words } = useSite()
  const others = coverage.others.join(', ')
  return (
    <figure className="map">
      <img
        src={coverage.src}
        width={660}
        height={440}
        alt={words('coverage.map')}
        loading={isEager ? undefined : 'lazy'}
      />
      <figcaption>
        <p>{words('coverage.works', { countries: covered })}</p>
        {others !== '' && (
          <p className="hatched">{words('coverage.doesNotWork', { countries: others })}</p>
        )}
      </figcaption>
    </figure>
  )
}
