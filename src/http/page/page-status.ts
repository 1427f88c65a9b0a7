import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** HTTP status of a page that shows an API error: 419 becomes 403, an invalid status 500. */
export function pageStatus(status: number): ContentfulStatusCode {
  // 419 is registered nowhere.
  if (status === 419) return 403
  const isPossible = status === 200 || (Number.isInteger(status) && status >= 400 && status <= 599)
  return isPossible ? (status as ContentfulStatusCode) : 500 // Hono's type lists known statuses
}
