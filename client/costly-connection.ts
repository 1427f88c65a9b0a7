const slowConnections = ['slow-2g', '2g']

type NetworkConnection = { readonly saveData?: boolean; readonly effectiveType?: string }

/**
 * Whether the visitor saves data, or the connection is so slow that 10 kB take a second. Pages then
 * load nothing that they can do without.
 */
export function isCostly(): boolean {
  // Only Chromium has this API, and TypeScript's library does not declare it.
  const { connection } = navigator as { readonly connection?: NetworkConnection }
  return connection?.saveData === true || slowConnections.includes(connection?.effectiveType ?? '')
}
