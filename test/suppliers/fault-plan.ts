/** A failure of one call to a supplier's server. */
export type SupplierFault =
  /** The call never reaches the server. */
  | 'cut-before'
  /** The server handles the call, but its response is lost. */
  | 'cut-after'
  /** The server handles the call, but responds after the caller's deadline. */
  | 'late'
  /** 429 with `Retry-After: 7`. */
  | 'too-many-requests'
  /** 500 without an effect. */
  | 'server-error'
  /** 500 although the call took effect. */
  | 'server-error-after'
  /** 408 with a JSON message, although the call took effect. */
  | 'request-timeout-after'
  /** 200 with a proxy's HTML page, without an effect. */
  | 'html'
  /** 200 with a truncated body, although the call took effect. */
  | 'truncated'

/** The faults of a server by call, for example `esim/order` or `POST /orders`. */
export class FaultPlan {
  readonly #faults = new Map<string, SupplierFault[]>()

  /** Adds faults of the next calls, in order. */
  add(call: string, ...faults: readonly SupplierFault[]): void {
    this.#faults.set(call, [...(this.#faults.get(call) ?? []), ...faults])
  }

  /** Responds to a call, or fails it as planned. The signal is the caller's deadline. */
  async answer(
    call: string,
    answer: () => Promise<Response>,
    signal?: AbortSignal | null,
  ): Promise<Response> {
    const fault = this.#faults.get(call)?.shift()
    if (fault === 'cut-before') throw new DOMException('timed out', 'TimeoutError')
    if (fault === 'too-many-requests')
      return Response.json({}, { status: 429, headers: { 'Retry-After': '7' } })
    if (fault === 'server-error') return Response.json({}, { status: 500 })
    if (fault === 'html') return new Response('<!doctype html><title>Busy</title>')
    const response = await answer()
    if (fault === 'late') return waitForAbort(signal)
    if (fault === 'cut-after') throw new TypeError('Network connection lost.')
    if (fault === 'server-error-after') return Response.json({}, { status: 500 })
    if (fault === 'request-timeout-after')
      return Response.json({ message: 'Request Timeout' }, { status: 408 })
    if (fault === undefined) return response
    return new Response((await response.text()).slice(0, 12), { status: response.status })
  }
}

/** Rejects as fetch does when its signal is aborted. Rejects immediately without a signal. */
async function waitForAbort(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, fail) => {
    const abort = () => fail(signal?.reason ?? new DOMException('timed out', 'TimeoutError'))
    if (!signal || signal.aborted) abort()
    signal?.addEventListener('abort', abort)
  })
}
