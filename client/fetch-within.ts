/** Rejects, or ends the answer's body with an error, after the given milliseconds. */
export async function fetchWithin(
  milliseconds: number,
  url: string,
  init?: RequestInit,
): Promise<Response> {
  const abort = new AbortController()
  setTimeout(() => abort.abort(), milliseconds)
  return fetch(url, { ...init, signal: abort.signal })
}
