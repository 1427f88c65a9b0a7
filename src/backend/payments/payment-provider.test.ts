import { expect, it } from 'vitest'
import { PaymentProviderError } from './payment-provider.ts'

it('names the provider and keeps the cause of an error', () => {
  const cause = new Error('timeout')
  const error = new PaymentProviderError('acme', 'unknown', 'no answer to start', { cause })
  expect(error.message).toBe('acme: no answer to start')
  expect(error).toMatchObject({ provider: 'acme', outcome: 'unknown', cause })
})
