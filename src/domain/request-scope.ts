/** What belongs to one request, whatever serves it. */
export type RequestScope = {
  /** In every line of the log that the request causes. */
  readonly requestId: string
  /** Calls of D1, and how many of them waited for another: calls at the same time are one round. */
  readonly d1: { calls: number; rounds: number; roundsDone: number }
}

let readScope: () => RequestScope | undefined = () => undefined

/**
 * Lets a runtime with asynchronous contexts say which request is being served. Returns what said it
 * before.
 */
export function provideScopes(read: typeof readScope): typeof readScope {
  const before = readScope
  readScope = read
  return before
}

/** The request that is being served; undefined outside of requests, and where nobody provides it. */
export function currentScope(): RequestScope | undefined {
  return readScope()
}

export function newScope(requestId: string): RequestScope {
  return { requestId, d1: { calls: 0, rounds: 0, roundsDone: 0 } }
}
