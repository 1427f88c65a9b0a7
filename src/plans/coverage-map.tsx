import { useSite } from '../ui/site.tsx'

/** The map of a plan's coverage, and the countries nearby that are not covered. */
export type Coverage = (CoverageImage | CoveragePicture) & {
  /** Titles of the countries nearby that are not covered. */
  readonly others: readonly string[]
}

type CoverageImage = {
  /** URL of the map. */
  readonly src: string
}

type CoveragePicture = {
  /** The map itself, in units of dots, with the elements inside `<svg>`. */
  readonly drawing: {
    readonly width: number
    readonly height: number
    readonly fontSize: number
    readonly markup: string
  }
}

type Props = {
  readonly coverage: Coverage
  /** The coverage in words: a country, or a number of countries. */
  readonly covered: string
}

export function CoverageMap({ coverage, covered }: Props) {
  const { words } = useSite()
  const others = coverage.others.join(', ')
  const label = words('coverage.map')
  return (
    <figure className="map">
      {'drawing' in coverage ? (
        <Drawing {...coverage} label={label} />
      ) : (
        <img src={coverage.src} width={660} height={440} alt={label} loading="lazy" />
      )}
      <figcaption>
        <p>{words('coverage.works', { countries: covered })}</p>
        {others !== '' && (
          <p className="hatched">{words('coverage.doesNotWork', { countries: others })}</p>
        )}
      </figcaption>
    </figure>
  )
}

function Drawing({ drawing, label }: CoveragePicture & { readonly label: string }) {
  const { width, height, fontSize, markup } = drawing
  return (
    <svg
      className="dots"
      viewBox={`0 0 ${width} ${height}`}
      fontSize={fontSize}
      role="img"
      aria-label={label}
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  )
}
