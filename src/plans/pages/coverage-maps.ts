import type { Next } from 'hono'
import { z } from 'zod'
import { paths } from '../../words/paths.shared.ts'
import { cacheControl } from '../../kit/http.ts'
import { mapContent, mapHref } from './coverage.ts'
import type { ParamsContext } from '../../site/page-input.ts'

/** Codes of countries in one word, such as `grtr.svg`. No other name matches the route. */
export const mapPath = `${paths.coverageMap}{(?:[a-z]{2}){1,249}\\.svg}` as const

export const mapParams = z.object({
  version: z.string(),
  file: z.string().transform((file) => file.replace('.svg', '')),
})

/**
 * A URL with another version redirects to the current map, which is stored. Drawing it there would
 * let a visitor draw a map with every request.
 */
export async function mapSvg(
  c: ParamsContext<typeof mapParams>,
  next: Next,
): Promise<Response | void> {
  const { version, file: name } = c.req.valid('param')
  const content = await mapContent(c, await c.var.dictionaries.countryLists(), name)
  if (content === null) return next()
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
