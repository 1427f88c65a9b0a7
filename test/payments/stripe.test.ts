import { expect, it, vi } from 'vitest'
import { testProvider } from './provider-suite.ts'
import { createStripeRig } from './stripe-rig.ts'

testProvider('Stripe', async () => createStripeRig())

it.each([
  ['of a balance', { data: { object: { object: 'balance' } } }],
  ['of a charge without a payment', { data: { object: { object: 'charge' } } }],
  ['of the API v2', { object: 'v2.core.event', type: 'v2.core.event_destination.ping' }],
  ['of the test mode', { data: { object: { object: 'checkout.session', id: 'cs_test_1' } } }],
])('is not repeated for an event %s, which can never succeed', async (_, body) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { provider, server } = createStripeRig()
  const event = await server.signText(JSON.stringify(body))
  const { facts, problem, response } = await provider.receive(event)
  expect([facts, problem, response.status]).toEqual([[], null, 200])
})
