import type { PaymentProviderError } from './payment-provider.ts'

type CallOutcome = 'done' | 'closed' | PaymentProviderError['outcome']

/** Milliseconds per provider and job. The later jobs of a run wait, such as those for alerts. */
const patience = 15_000

/**
 * Returns a function that calls providers one after another. When calls without an answer have
 * taken 15 seconds, it skips the other calls to their provider.
 */
export function limitLostTime(clock: () => Date) {
  const lost = new Map<string, number>()
  return async (provider: string, call: () => Promise<CallOutcome>): Promise<void> => {
    const before = lost.get(provider) ?? 0
    if (before >= patience) return
    const start = clock().getTime()
    if ((await call()) === 'unknown') lost.set(provider, before + clock().getTime() - start)
  }
}
