import { logEvent } from '../kit/log.ts'
import type { renderInOrder } from '../ui/in-order.tsx'
import { routeOf } from '../words/page-table.ts'
import type { AppContext } from './app-env.ts'

/** Renders the page to its end even if nobody reads it any more, so that it can be stored. */
export function streamedPage(complete: ReturnType<typeof renderInOrder>) {
  const encoder = new TextEncoder()
  let isRead = true
  let ended = Promise.resolve()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      ended = complete((html) => {
        if (isRead) controller.enqueue(encoder.encode(html))
      }).then(() => {
        if (isRead) controller.close()
      })
      ended.catch((error: unknown) => controller.error(error))
    },
    cancel() {
      isRead = false
    },
  })
  return { body, ended }
}

export function logPartFailure(c: AppContext, error: unknown): void {
  const { requestId } = c.var
  const stack = error instanceof Error ? error.stack : String(error)
  logEvent({ event: 'unexpected-error', requestId, route: routeOf(c.req.path), error: stack })
}
