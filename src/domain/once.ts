/** Creates a value at its first use, because everything that modules create delays each isolate. */
export function once<T>(create: () => T): () => T {
  let created: { readonly value: T } | undefined
  return () => (created ??= { value: create() }).value
}
