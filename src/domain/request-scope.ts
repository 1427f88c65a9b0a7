/** Data of one request, in any runtime. */
export type RequestScope = {
  /** The id that every log line of the request contains. */
  readonly requestId: string
  /** The number of D1 calls and of rounds. Calls at the same time are one round. */
  readonly d1: { calls: number; rounds: number; roundsDone: number }
}

let readScope: () => RequestScope | undefined = () => undefined

/**
 * Sets the function that returns the current request, for runtimes with asynchronous contexts.
 * Returns the previous function.
 */
export function provideScopes(read: typeof readScope): typeof readScope {
  const previous = readScope
  readScope = read
  return previous
}

/**
 * Returns the current request, or undefined outside of requests and in runtimes without
 * asynchronous contexts.
 */
export function currentScope(): RequestScope | undefined {
  return readScope()
}

export function newScope(requestId: string): RequestScope {
  return { requestId, d1: { calls: 0, rounds: 0, roundsDone: 0 } }
}
