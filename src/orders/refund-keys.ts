/** Bounds of the ids of a key's refunds, which are `key/1` to `key/9`. */
export function idsOf(key: string): readonly [first: string, last: string] {
  return [`${key}/0`, `${key}/9`]
}

/** Returns the idempotency key of a refund's request. */
export function keyOf(id: string): string {
  return id.slice(0, id.lastIndexOf('/'))
}
