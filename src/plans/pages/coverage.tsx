import type { Next } from 'hono'
import { z } from 'zod'
import type { CountryLists } from '../../site/api/dictionaries.ts'
import { toBase64url, sha256 } from '../../kit/tokens.shared.ts'
import { BoundedMap } from '../../kit/bounded-map.shared.ts'
import { uncoveredCountries } from '../uncovered-countries.ts'
import { href, paths } from '../../words/paths.shared.ts'
import type { MapPicture } from '../map/draw-map.ts'
import type { AppContext } from '../../site/app-env.ts'
import { cacheControl } from '../../kit/http.ts'
import type { ParamsContext } from '../../site/page-input.ts'
import { useSite } from '../../ui/site.tsx'

/** Long enough to distinguish versions: a collision has a probability of 1 in 2^48. */
const versionBytes = 6

/** The content of a coverage map, and its version. */
type MapContent = {
  readonly covered: readonly string[]
  readonly named: readonly (readonly [country: string, title: string])[]
  readonly version: string
}

/**
 * Returns the coverage, or null when the list of countries is unavailable.
 * @param lists load them with the first calls of a page, because a later call would be another
 * round trip
 * @param covered country codes
 */
export async function coverageOf(c: AppContext, lists: CountryLists, covered: readonly string[]) {
  const name = covered.toSorted().join('')
  const content = await mapContent(c, lists, name)
  const others = content?.named.map(([, title]) => title) ?? []
  return content && { src: mapHref(c, name, content), others }
}

/**
 * Like `coverageOf`, with the drawing itself, for a map on the first screen: a file would arrive a
 * round trip after the page.
 */
export async function drawnCoverageOf(
  c: AppContext,
  lists: CountryLists,
  covered: readonly string[],
): Promise<Coverage | null> {
  if (covered.length > mostDrawn) return coverageOf(c, lists, covered)
  const content = await mapContent(c, lists, covered.toSorted().join(''))
  if (content === null) return null
  return { drawing: await drawingOf(content), others: content.named.map(([, title]) => title) }
}

/** The page lists the countries too. With more countries it has no bytes left for a drawing. */
const mostDrawn = 60

async function drawingOf(content: MapContent): Promise<MapPicture> {
  const known = drawings.get(content.version)
  if (known) return known
  // Only maps need the land data, so it is not loaded when the worker starts.
  const { drawMap } = await import('../map/draw-map.ts')
  const drawing = drawMap(content)
  drawings.set(content.version, drawing)
  return drawing
}

/** Drawings by version. A drawing takes 10 ms of CPU time. */
const drawings = new BoundedMap<string, MapPicture>(20)

/**
 * Returns the content of a map. Returns null for an unknown country, or when the list of countries
 * is unavailable.
 * @param name codes of countries in one word
 */
async function mapContent(c: AppContext, lists: CountryLists, name: string) {
  const { contents } = listedMaps(lists)
  const known = contents.get(name)
  if (known) return known
  const content = await createContent(c, lists, name)
  if (content) contents.set(name, content)
  return content
}

async function createContent(c: AppContext, lists: CountryLists, name: string) {
  const { all, popular } = lists
  const { titles } = listedMaps(lists)
  const covered = name.match(/../g) ?? []
  if (all.hasFailed || !covered.every((code) => titles.has(code))) return null
  const popularCodes = popular.list.map((country) => country.countryCode2Letters)
  const others = uncoveredCountries(covered, [...titles.keys()], popularCodes)
  const named = others.map((code) => [code, titles.get(code) ?? code] as const)
  return { covered, named, version: await versionOf(c, [covered, named]) }
}

/** Draws a trip through countries, with their names and a line in the order of the visits. */
export async function drawnRouteOf(
  stops: readonly { readonly countryCode2Letters: string; readonly title: string }[],
): Promise<MapPicture> {
  const named = stops.map(({ countryCode2Letters: code, title }) => [code, title] as const)
  const route = named.map(([code]) => code)
  const key = named.flat().join()
  const { drawMap } = await import('../map/draw-map.ts')
  const drawing = drawings.get(key) ?? drawMap({ covered: route, named, route })
  drawings.set(key, drawing)
  return drawing
}

export function RouteMap({ map, label }: { readonly map: MapPicture; readonly label: string }) {
  return (
    <figure className="map route">
      <Drawing drawing={map} label={label} />
    </figure>
  )
}

type ListedMaps = {
  readonly popular: CountryLists['popular']['list']
  /** Titles of all countries by code. */
  readonly titles: ReadonlyMap<string, string>
  /** Contents by name. Without them, a fresh page of a plan takes 10% more CPU time. */
  readonly contents: Map<string, MapContent>
}

/** By the list of all countries, which is a different object for each locale and version. */
const mapsOfLists = new WeakMap<CountryLists['all']['list'], ListedMaps>()
const maxContents = 500

function listedMaps({ all, popular }: CountryLists): ListedMaps {
  const known = mapsOfLists.get(all.list)
  if (known?.popular === popular.list) return known
  const titles = new Map(all.list.map((each) => [each.countryCode2Letters, each.title]))
  const maps: ListedMaps = { popular: popular.list, titles, contents: new BoundedMap(maxContents) }
  mapsOfLists.set(all.list, maps)
  return maps
}

/**
 * Returns a string that changes with the release, which includes the drawing, and with the content.
 */
async function versionOf(c: AppContext, content: unknown): Promise<string> {
  const digest = await sha256(c.env.RELEASE.id + JSON.stringify(content))
  return toBase64url(digest.slice(0, versionBytes))
}

function mapHref(c: AppContext, name: string, { version }: MapContent): string {
  return href(c.get('locale'), 'coverageMap', { version, file: `${name}.svg` })
}

/** Codes of countries in one word, such as `grtr.svg`. No other name matches the route. */
export const mapPath = `${paths.coverageMap}{(?:[a-z]{2}){1,249}\\.svg}` as const

export const mapParams = z.object({
  version: z.string(),
  file: z.string().transform((file) => file.replace('.svg', '')),
})

/**
 * A URL with another version redirects to the current map, which is stored. Only pages know the
 * versions of maps of several countries, so nobody can have a map of any set of countries drawn.
 */
export async function mapSvg(
  c: ParamsContext<typeof mapParams>,
  next: Next,
): Promise<Response | void> {
  const { version, file: name } = c.req.valid('param')
  const lists = await c.var.dictionaries.countryLists()
  const known = listedMaps(lists).contents.get(name)
  const content = known ?? (await createContent(c, lists, name))
  const isKnown = known !== undefined || name.length === 2
  if (content === null || (version !== content.version && !isKnown)) return next()
  if (version !== content.version) {
    c.header('Cache-Control', cacheControl.revalidate)
    return c.redirect(mapHref(c, name, content), 302)
  }
  // Only maps need the land data, so it is not loaded when the worker starts.
  const { mapFile } = await import('../map/draw-map.ts')
  return c.body(mapFile(content), 200, {
    'Content-Type': 'image/svg+xml',
    'Cache-Control': cacheControl.immutable,
  })
}

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
  readonly drawing: MapPicture
}

type CoverageMapProps = {
  readonly coverage: Coverage
  /** The coverage in words: a country, or a number of countries. */
  readonly covered: string
}

export function CoverageMap({ coverage, covered }: CoverageMapProps) {
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

function Drawing({ drawing, label }: { readonly drawing: MapPicture; readonly label: string }) {
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
