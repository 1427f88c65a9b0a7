import { PaymentProviderError } from '../payments/payment-provider.ts'
import type { PaymentOrder, PaymentProvider, StartedPayment } from '../payments/payment-provider.ts'

/** Milliseconds that a visitor waits at most for all providers together. */
export const startTime = 4000

/**
 * Starts a payment, and retries once after an unknown outcome: the key finds a started payment.
 * Without an answer in time the outcome is unknown.
 * @param time milliseconds
 */
export async function startInTime(
  provider: PaymentProvider,
  order: PaymentOrder,
  time: number,
): Promise<StartedPayment> {
  const end = AbortSignal.timeout(time)
  const late = new Promise<never>((_, reject) =>
    end.addEventListener('abort', () =>
      reject(new PaymentProviderError(provider.id, 'unknown', `no answer within ${time} ms`)),
    ),
  )
  return Promise.race([startTwice(provider, order, end), late])
}

async function startTwice(
  provider: PaymentProvider,
  order: PaymentOrder,
  end: AbortSignal,
): Promise<StartedPayment> {
  try {
    return await provider.start(order)
  } catch (error) {
    const isUnknown = error instanceof PaymentProviderError && error.outcome === 'unknown'
    if (isUnknown && !end.aborted) return provider.start(order)
    throw error
  }
}
