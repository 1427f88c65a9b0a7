import { SupplierError } from '../supplier.ts'

export type Outcome = SupplierError['outcome']

export type RawAnswer = { readonly status: number; readonly json: unknown }

/** The status and JSON of a final answer: what came of the request is known. */
export async function answerTo(sent: Promise<Response>, outcome: Outcome): Promise<RawAnswer> {
  let response: Response
  try {
    response = await sent
  } catch (cause) {
    throw new SupplierError('airalo', outcome, 'no answer', { cause })
  }
  const { status } = response
  if (status === 429) {
    const retryAfter = secondsOf(response.headers.get('Retry-After'))
    throw new SupplierError('airalo', 'not-executed', 'too many requests', { retryAfter })
  }
  if (status >= 500 || status === 408) throw new SupplierError('airalo', outcome, answered(status))
  try {
    return { status, json: await response.json() }
  } catch (cause) {
    const isRefused = status >= 400
    const message = `${answered(status)} without JSON`
    throw new SupplierError('airalo', isRefused ? 'not-executed' : outcome, message, { cause })
  }
}

export function answered(status: number): string {
  return `answered ${status}`
}

/** Seconds of a Retry-After header; null when it is missing or a date. */
function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null
}
