const known = [200, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504] as const

/** The status of a page that shows what the API said: its own where HTTP knows it, 403 for an expired form (419), else 500. */
export function pageStatus(status: number): (typeof known)[number] {
  return known.find((each) => each === status) ?? (status === 419 ? 403 : 500)
}
