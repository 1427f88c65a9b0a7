import { readinessPath } from '../../src/api/links.ts'

type Trial = {
  /** If false, the backend is another server, and its readiness is not checked. */
  readonly hasBackend: boolean
  /**
   * A new version takes seconds to reach every colo. In a restored database the last round of
   * scheduled jobs is old, and the next round takes up to a minute.
   */
  readonly tries?: number
  /** Milliseconds between two tries. */
  readonly pause?: number
}

/**
 * The expected responses of a working shop: paths, content types, and texts in the bodies. If a
 * release cannot render the stored pages, visitors get the copies of the release before. The page
 * for sign-in and searches are never stored.
 */
const expectations = [
  { path: '/healthz', type: 'text/plain', text: 'ok' },
  { path: readinessPath, type: 'application/json', text: '"ready"' },
  { path: '/', type: 'text/html', text: '</html>' },
  { path: '/esim/countries', type: 'text/html', text: '</html>' },
  { path: '/login', type: 'text/html', text: '</html>' },
  { path: '/esim/countries?search_string=a', type: 'text/html', text: '</html>' },
] as const

/** Requests readiness and some pages of a shop. Returns the problems of the responses. */
export async function smokeTest(origin: string, { hasBackend, tries = 25, pause = 3000 }: Trial) {
  const problems = await Promise.all(
    expectations
      .filter(({ path }) => hasBackend || path !== readinessPath)
      .map(async (expectation) => problemOf(origin, expectation)),
  )
  const found = problems.filter((problem) => problem !== null)
  if (found.length === 0 || tries <= 1) return found
  await new Promise((resolve) => setTimeout(resolve, pause))
  return smokeTest(origin, { hasBackend, tries: tries - 1, pause })
}

async function problemOf(origin: string, { path, type, text }: (typeof expectations)[number]) {
  try {
    const response = await fetch(origin + path, { signal: AbortSignal.timeout(10_000) })
    const body = await response.text()
    if (!response.ok) return `${path} returned ${response.status}: ${body.slice(0, 200)}`
    const isRight = response.headers.get('Content-Type')?.startsWith(type) && body.includes(text)
    return isRight ? null : `${path} returned unexpected content: ${body.slice(0, 200)}`
  } catch (reason) {
    return `${path} did not respond: ${String(reason)}`
  }
}
