import type { AppContext } from '../app-env.ts'
import { cacheControl } from '../../domain/cache-control.ts'

/** 503 for crawlers and feed readers: they keep the list they have and retry after ten minutes. */
export function retryLater(c: AppContext): Response {
  return c.text(c.var.words('errors.listFailed'), 503, {
    'Cache-Control': cacheControl.none,
    'Retry-After': '600',
  })
}
