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
