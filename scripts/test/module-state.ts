/**
 * Modules that store state of a shop, a request or a visitor. Caches of pure functions are not
 * listed, because they are the same in every shop.
 */
const stateful = [
  'office/access-token.ts',
  'messages/unproven-webhooks.ts',
  'api/batched-reads.ts',
  'readiness.ts',
  'app.ts',
  'worker.ts',
  'site/to-in-process.ts',
]

/**
 * Returns whether several test files may share a module of `src/`, provided that they may share its
 * imports.
 */
export function isStateless(path: string): boolean {
  return path.includes('/src/') && !stateful.some((name) => path.endsWith(`/src/${name}`))
}
