import type { Handler } from 'hono'
import { paths } from '../../locale/paths.ts'
import type { AppEnv } from '../app-env.ts'
import { cacheControl } from '../../domain/cache-control.ts'
import { loadMapPlaces, mapContent } from '../page/coverage.ts'

/** `shop.svg`, or the codes of countries. Other names match no route. */
export const mapPath = `${paths.coverageMap}{(?:shop|(?:[a-z]{2}){1,249})\\.svg}` as const

/** An address with another version gets the current map, which is not stored. */
export const mapSvg: Handler<AppEnv> = async (c, next) => {
  const { version, file = '' } = c.req.param()
  const content = await mapContent(c, await loadMapPlaces(c), file.replace('.svg', ''))
  if (content === null) return next()
  // Only maps need the land, so it is not loaded when the worker starts.
  const { drawMap } = await import('../../coverage-map/draw-map.ts')
  return c.body(drawMap(content), 200, {
    'Content-Type': 'image/svg+xml',
    'Cache-Control': version === content.version ? cacheControl.immutable : cacheControl.revalidate,
  })
}
