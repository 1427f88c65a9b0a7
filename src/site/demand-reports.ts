import type { Context } from 'hono'
import { z } from 'zod'
import type { Bindings } from '../context.ts'
import { cacheControl } from '../kit/http.ts'
import { demandKinds } from '../plans/demand.shared.ts'
import type { UnmetDemand } from '../plans/demand.shared.ts'
import type { AppContext } from './app-env.ts'
import { pageEnds } from './page-parts.ts'

/** A header of stored pages, which visitors do not get. */
export const demandHeader = 'X-Unmet-Demand'
/** Of a page. A trip can name many places. */
const mostOfPage = 3

const demandList = z.array(z.object({ kind: z.enum(demandKinds), subject: z.string() }))

/** Counts unmet demand. */
export type DemandCounter = (
  demands: readonly UnmetDemand[],
  visit: {
    readonly request: Request
    readonly bindings: Bindings
    readonly context: Context['executionCtx']
  },
) => void

type AppFetch = (
  request: Request,
  bindings: Bindings,
  context: Context['executionCtx'],
) => Promise<Response>

/** Records unmet demand for the end of the page. */
export function reportUnmetDemand(c: AppContext, demands: readonly UnmetDemand[]): void {
  if (demands.length > 0) c.set('unmetDemand', demandText(demands))
}

/** Returns the value of the header of unmet demand. */
export function demandText(demands: readonly UnmetDemand[]): string {
  return encodeURIComponent(JSON.stringify(demands.slice(0, mostOfPage)))
}

/** A page from memory is not counted, so pages with unmet demand must not come from there. */
export function hasUnmetDemand(headers: Headers): boolean {
  return headers.has(demandHeader)
}

/**
 * Passes the unmet demand of pages to the counter: of stored pages from their header, and of other
 * pages at their end. Browsers must not store a page before its end is known.
 */
export function withPageEnds(fetch: AppFetch, countDemand: DemandCounter): AppFetch {
  return async (request, bindings, context) => {
    const response = await fetch(request, bindings, context)
    const count = (demand: string | null) => {
      if (demand === null || request.method === 'HEAD' || isRobot(request)) return
      const demands = demandList.parse(JSON.parse(decodeURIComponent(demand)))
      countDemand(demands, { request, bindings, context })
    }
    const { headers } = response
    const end = pageEnds.get(request)
    if (end) {
      context.waitUntil(end.then(({ demand }) => count(demand)))
      if (headers.get('Cache-Control')?.startsWith('public'))
        headers.set('Cache-Control', cacheControl.streamed)
      return response
    }
    if (!headers.has(demandHeader)) return response
    count(headers.get(demandHeader))
    headers.delete(demandHeader)
    return response
  }
}

/** Search engines open the page of every country. */
function isRobot({ headers }: Request): boolean {
  return /bot|crawl|spider|slurp|preview|headless/i.test(headers.get('User-Agent') ?? '')
}
