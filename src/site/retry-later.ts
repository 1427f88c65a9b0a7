import type { AppContext } from './app-env.ts'
import { cacheControl } from '../kit/http.ts'

/** Answers 503 to crawlers and feed readers. They keep their list and retry after ten minutes. */
export function retryLater(c: AppContext): Response {
  return c.text(c.var.words('errors.listFailed'), 503, {
    'Cache-Control': cacheControl.none,
    'Retry-After': '600',
  })
}
