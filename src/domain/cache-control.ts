/**
 * Values of Cache-Control. By design, pages are cached for a minute and dictionaries for ten
 * minutes.
 */
export const cacheControl = {
  /** Public pages. Changes are visible within a minute, so stale copies only replace errors. */
  page: 'public, max-age=60, stale-if-error=86400',
  /** Lists made from a dictionary, which is refreshed every 10 minutes. */
  dictionary: 'public, max-age=600, stale-while-revalidate=86400, stale-if-error=86400',
  /** Files whose URL changes with their content. */
  immutable: 'public, max-age=31536000, immutable',
  hour: 'public, max-age=3600',
  day: 'public, max-age=86400',
  revalidate: 'private, no-cache',
  private: 'private, no-store',
  none: 'no-store',
} as const
