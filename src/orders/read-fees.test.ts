import { afterEach, expect, it, vi } from 'vitest'
import { PaymentProviderError } from '../payments/payment-provider.ts'
import { createFeeReader } from './reconcile.ts'

afterEach(() => vi.restoreAllMocks())

const now = new Date('2026-11-26T10:00:00Z')
const fee = { minor: 54, currency: 'EUR' }

function charge(id: string) {
  return { kind: 'charged', id, at: now, hasFee: false } as const
}

it.each([
  ['concerns the charge alone', new PaymentProviderError('p', 'refused', '404'), 1],
  [
    'has an unexpected format',
    new PaymentProviderError('p', 'unknown', 'no currency', { isUnreadable: true }),
    1,
  ],
  [
    'reports a wrong key',
    new PaymentProviderError('p', 'refused', '403', { isTemporary: true }),
    0,
  ],
  ['did not arrive', new PaymentProviderError('p', 'unknown', '500'), 0],
])('after an answer that %s', async (_, error, read) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const readFees = createFeeReader({
    id: 'p',
    readFee: async (id) => (id === 'bad' ? Promise.reject(error) : fee),
  })
  expect(await readFees([charge('bad')], now)).toEqual([])
  expect(await readFees([charge('good')], now)).toHaveLength(read)
})
