/** Data of one request, in any runtime. */
export type RequestScope = {
  /** The id in every log line of the request. */
  readonly requestId: string
  /** D1 calls, and how many of them waited for another: calls at the same time are one round. */
  readonly d1: { calls: number; rounds: number; roundsDone: number }
}

let readScope: () => RequestScope | undefined = () => undefined

/**
 * Sets the function that returns the request being served, for runtimes with asynchronous contexts.
 * Returns the previous one.
 */
export function provideScopes(read: typeof readScope): typeof readScope {
  const before = readScope
  readScope = read
  return before
}

/**
 * The request being served; undefined outside of requests, and in runtimes without asynchronous
 * contexts.
 */
export function currentScope(): RequestScope | undefined {
  return readScope()
}

export function newScope(requestId: string): RequestScope {
  return { requestId, d1: { calls: 0, rounds: 0, roundsDone: 0 } }
}
