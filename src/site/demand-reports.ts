import type { Context } from 'hono'
import { z } from 'zod'
import type { Bindings } from '../context.ts'
import { demandKinds } from '../plans/demand.shared.ts'
import type { UnmetDemand } from '../plans/demand.shared.ts'
import type { AppContext } from './app-env.ts'

/** A header of stored pages, which visitors do not get. */
const header = 'X-Unmet-Demand'
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

/** Records unmet demand in the answer. */
export function reportUnmetDemand(c: AppContext, demands: readonly UnmetDemand[]): void {
  if (demands.length === 0) return
  c.header(header, encodeURIComponent(JSON.stringify(demands.slice(0, mostOfPage))))
}

/** A page from memory is not counted, so pages with unmet demand must not come from there. */
export function hasUnmetDemand(headers: Headers): boolean {
  return headers.has(header)
}

/**
 * Passes the unmet demand of responses to the counter, and removes it from the responses. Pages of
 * the page cache count too.
 */
export function withDemandCounter(fetch: AppFetch, count: DemandCounter): AppFetch {
  return async (request, bindings, context) => {
    const response = await fetch(request, bindings, context)
    const reported = response.headers.get(header)
    if (reported === null) return response
    response.headers.delete(header)
    if (request.method !== 'HEAD' && !isRobot(request))
      count(demandList.parse(JSON.parse(decodeURIComponent(reported))), {
        request,
        bindings,
        context,
      })
    return response
  }
}

/** Search engines open the page of every country. */
function isRobot({ headers }: Request): boolean {
  return /bot|crawl|spider|slurp|preview|headless/i.test(headers.get('User-Agent') ?? '')
}
