import { logEvent, type RequestScope } from '../kit/log.ts'
import { pathAndQuery } from '../kit/redirect-target.ts'
import { routeOf } from '../words/page-table.ts'
import { pageEnds } from './page-parts.ts'

type Observation = {
  readonly isDevelopment: boolean
  /** Receives a data point for each request, if the operator has bound it. */
  readonly dataset: AnalyticsEngineDataset | undefined
  readonly scope: RequestScope
  readonly now?: () => number
}

/**
 * Serves a request and writes one line of JSON about it, unless it is routine. The line has no
 * personal data: no address, no query, and only the pattern of the path. In development the browser
 * gets the time instead.
 */
export async function observeRequest(
  request: Request,
  serve: () => Promise<Response>,
  { isDevelopment, dataset, scope, now = Date.now }: Observation,
): Promise<Response> {
  const start = now()
  const response = await serve()
  // In production the clock stops while code runs, so this is the time spent waiting for stores.
  if (isDevelopment) return withTiming(response, now() - start)
  const end = pageEnds.get(request)
  if (end) void end.then(({ isComplete }) => observe(isComplete && response.status === 200))
  else observe(isRoutine(response))
  return response

  function observe(isExpected: boolean): void {
    const ms = now() - start
    const isLogged = ms >= slowMs || !isExpected
    if (!isLogged && !dataset) return
    const { requestId, d1 } = scope
    const { cache, ...about } = summaryOf(request, response)
    const summary = { ...about, ms, cache, d1Calls: d1.calls, d1Rounds: d1.rounds }
    if (isLogged) logEvent({ event: 'request', requestId, ...summary }, 'info')
    if (dataset) writePoint(dataset, summary)
  }
}

/** Milliseconds of waiting for stores after which even a routine page gets a line. */
const slowMs = 1000

/** Whether a response is a public page or file without a problem. Cloudflare logs it anyway. */
function isRoutine({ status, headers }: Response): boolean {
  const isFound = status === 200 || status === 304
  return isFound && headers.get('Cache-Control')?.startsWith('public') === true
}

/** Counts a page from memory. Cloudflare's own log has a line about it. */
export function countPage(request: Request, page: Response, dataset: Observation['dataset']): void {
  if (dataset) writePoint(dataset, { ...summaryOf(request, page), ms: 0, d1Calls: 0, d1Rounds: 0 })
}

type Summary = ReturnType<typeof summaryOf> & {
  readonly ms: number
  readonly d1Calls: number
  readonly d1Rounds: number
}

function summaryOf({ method, url }: Request, { status, headers }: Response) {
  const age = headers.get('Age')
  const cache = age === null ? 'none' : Number(age) > 0 ? 'hit' : 'fresh'
  return { method, route: routeOf(pathAndQuery(url).pathname), status, cache }
}

function writePoint(dataset: AnalyticsEngineDataset, summary: Summary): void {
  const { method, route, status, cache, ms, d1Calls, d1Rounds } = summary
  dataset.writeDataPoint({
    indexes: [route],
    blobs: [method, route, cache],
    doubles: [status, ms, d1Calls, d1Rounds],
  })
}

function withTiming(response: Response, ms: number): Response {
  // A response from a cache cannot be changed.
  const timed = new Response(response.body, response)
  timed.headers.set('Server-Timing', `total;dur=${ms}`)
  return timed
}
