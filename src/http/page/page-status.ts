import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * Returns the HTTP status of a page that shows an API error. 419 becomes 403, and an invalid status
 * 500.
 */
export function pageStatus(status: number): ContentfulStatusCode {
  // 419 is not a registered status.
  if (status === 419) return 403
  const isPossible = status === 200 || (Number.isInteger(status) && status >= 400 && status <= 599)
  return isPossible ? (status as ContentfulStatusCode) : 500 // Hono's type lists known statuses
}
