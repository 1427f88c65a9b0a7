/** Values of Cache-Control. Seconds come from the design: pages a minute, dictionaries ten. */
export const cacheControl = {
  /** Public pages: fresh for a minute, served stale while caches refresh or the shop is down. */
  page: 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
  /** Lists made from a dictionary, which is itself refreshed every 10 minutes. */
  dictionary: 'public, max-age=600, stale-while-revalidate=86400, stale-if-error=86400',
  hour: 'public, max-age=3600',
  day: 'public, max-age=86400',
  revalidate: 'private, no-cache',
  private: 'private, no-store',
  none: 'no-store',
} as const
