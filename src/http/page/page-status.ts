const known = [200, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504] as const

/** HTTP status for a page that shows an API error: 419 becomes 403, unknown ones 500. */
export function pageStatus(status: number): (typeof known)[number] {
  return known.find((each) => each === status) ?? (status === 419 ? 403 : 500)
}
