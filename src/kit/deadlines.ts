/**
 * Waits for work that another request may have started. When `workerd` ends that request, its work
 * never settles and its timers never fire, so each request that waits needs its own timer.
 * Returns undefined after `milliseconds`.
 */
export async function awaitInTime<T>(work: Promise<T>, milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  return Promise.race([work, end]).finally(() => clearTimeout(timer))
}

/**
 * Sends a request, and aborts it when `signal` does. Node garbage-collects a signal that nothing
 * references, so that a call without an answer would never end (seen with Node 24).
 */
export async function fetchUntil(
  signal: AbortSignal,
  fetch: (request: Request) => Promise<Response>,
  request: Request,
): Promise<Response> {
  const limited = new Request(request, { signal })
  const response = await fetch(limited)
  limited.signal.throwIfAborted()
  return response
}

export async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

/**
 * Rejects with `late()` if the signal aborts before the call settles. The call itself continues,
 * and its outcome is unknown.
 */
export async function settleBefore<T>(end: AbortSignal, call: Promise<T>, late: () => Error) {
  const timeout = new Promise<never>((_, reject) =>
    end.addEventListener('abort', () => reject(late()), { once: true }),
  )
  return Promise.race([call, timeout])
}

/** Returns a `fetch` that calls a local server in place of the one in the URL, unless it is null. */
export function fetchFrom(server: string | null): typeof fetch {
  return async (input, init) => {
    if (server === null) return fetch(input, init)
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    return fetch(new Request(server + pathname + search, request))
  }
}
