import { logEvent } from '../domain/log-event.ts'
import type { RequestScope } from '../domain/request-scope.ts'
import { routeOf } from '../locale/route-of.ts'

type Observation = {
  readonly isDevelopment: boolean
  /** Receives a data point for each request, if the operator has bound it. */
  readonly dataset: AnalyticsEngineDataset | undefined
  readonly scope: RequestScope
  readonly now?: () => number
}

/**
 * Serves a request and writes one line of JSON about it, without personal data: no address, no
 * query, and only the pattern of the path. In development the browser gets the time instead.
 */
export async function observeRequest(
  request: Request,
  serve: () => Promise<Response>,
  { isDevelopment, dataset, scope, now = Date.now }: Observation,
): Promise<Response> {
  const start = now()
  const response = await serve()
  // In production the clock stops while code runs: this is the time spent waiting for stores.
  const ms = now() - start
  if (isDevelopment) return withTiming(response, ms)
  const { method } = request
  const { status, headers } = response
  const route = routeOf(new URL(request.url).pathname)
  const age = headers.get('Age')
  const cache = age === null ? 'none' : Number(age) > 0 ? 'hit' : 'fresh'
  const { requestId } = scope
  const { calls, rounds } = scope.d1
  const line = { event: 'request', requestId, method, route, status, ms, cache }
  logEvent({ ...line, d1Calls: calls, d1Rounds: rounds }, 'info')
  dataset?.writeDataPoint({
    indexes: [route],
    blobs: [method, route, cache],
    doubles: [status, ms, calls, rounds],
  })
  return response
}

function withTiming(response: Response, ms: number): Response {
  // A response from a cache cannot be changed.
  const timed = new Response(response.body, response)
  timed.headers.set('Server-Timing', `total;dur=${ms}`)
  return timed
}
