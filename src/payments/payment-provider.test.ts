import { expect, it } from 'vitest'
import { PaymentProviderError } from './payment-provider.ts'

it('prefixes an error with its provider and stores the cause', () => {
  const cause = new Error('timeout')
  const error = new PaymentProviderError('acme', 'unknown', 'no answer to start', { cause })
  expect(error.message).toBe('acme: no answer to start')
  expect(error).toMatchObject({ provider: 'acme', outcome: 'unknown', cause })
})
