import type { Bindings } from '../bindings.ts'

type InProcessBindings = Bindings & { readonly isInProcess: true }
/** The origin of requests to the embedded backend. They do not leave the worker. */
export const inProcessOrigin = 'https://backend.invalid'

const inProcessBindings = new WeakMap<Bindings, InProcessBindings>()

/**
 * Returns bindings for a call from the storefront to the embedded backend. They are the same object
 * for every request of an isolate, so that the backend parses its settings once.
 */
export function toInProcess(bindings: Bindings): InProcessBindings {
  const known = inProcessBindings.get(bindings) ?? { ...bindings, isInProcess: true }
  inProcessBindings.set(bindings, known)
  return known
}
