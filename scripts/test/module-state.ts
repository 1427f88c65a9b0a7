/**
 * Modules of the rooms below that store state of a shop, a request or a visitor. Caches of pure
 * functions are not listed, because they are the same in every shop.
 */
const stateful = [
  'backend/alerts/unproven-webhooks.ts',
  'backend/catalogue/content-version.ts',
  'backend/counted-d1.ts',
  'backend/routing/readiness.ts',
  'domain/request-scope.ts',
  'requests/limited-body.ts',
]

/** Rooms whose other modules have no state. */
const rooms = [
  'backend',
  'config',
  'contract',
  'domain',
  'forms',
  'locale',
  'png',
  'requests',
  'ui',
]

const inRooms = new RegExp(`/src/(${rooms.join('|')})/`)

/**
 * Returns whether several test files may share a module of `src/`, provided that they may share its
 * imports.
 */
export function isStateless(path: string): boolean {
  return inRooms.test(path) && !stateful.some((name) => path.endsWith(`/src/${name}`))
}
