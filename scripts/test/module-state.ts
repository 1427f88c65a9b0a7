/**
 * Modules that store state of a shop, a request or a visitor. Caches of pure functions are not
 * listed, because they are the same in every shop.
 */
const stateful = [
  'admin/sign-in/access-token.ts',
  'backend/alerts/unproven-webhooks.ts',
  'backend/catalogue/batched-reads.ts',
  'backend/routing/readiness.ts',
  'app.ts',
  'worker.ts',
  'worker/to-in-process.ts',
]

/**
 * Returns whether several test files may share a module of `src/`, provided that they may share its
 * imports.
 */
export function isStateless(path: string): boolean {
  return path.includes('/src/') && !stateful.some((name) => path.endsWith(`/src/${name}`))
}
