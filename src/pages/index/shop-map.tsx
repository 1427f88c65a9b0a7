import { drawShopMap } from '../../coverage-map/shop-map.ts'
import { useSite } from '../../ui/site.tsx'

type Props = {
  /** Codes of the countries on the map. */
  readonly covered: readonly string[]
  /** `220 countries` */
  readonly countries: string
}

/**
 * Wide screens show the map, and `hero.css` hides it on others. It is in the page, because a
 * separate picture would arrive one round trip after the text.
 */
export function ShopMap({ covered, countries }: Props) {
  const { words } = useSite()
  const map = drawShopMap(covered)
  return (
    <svg
      className="shop-map dots"
      viewBox={`0 0 ${map.width} ${map.height}`}
      role="img"
      aria-label={words('coverage.shopMap', { countries })}
    >
      <pattern id="hatch" width="1" height="1" patternUnits="userSpaceOnUse">
        <path d="M0 1L1 0" />
      </pattern>
      {/* The middle of a dot is half a unit from its edges. */}
      <path className="hatched" transform="translate(0 .5)" d={map.others} />
      <path className="covered" transform="translate(.5 .5)" d={map.covered} />
    </svg>
  )
}
