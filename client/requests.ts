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

/**
 * Parses a page of the shop. Its policy allows only the styles of the current page and those of
 * forms, and browsers report the others as errors, so it is parsed without the others.
 */
export function parsePage(html: string): Document {
  const allowed = html.replaceAll(/<style>.*?<\/style>/gs, '')
  return new DOMParser().parseFromString(allowed, 'text/html')
}
