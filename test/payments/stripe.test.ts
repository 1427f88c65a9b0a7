import { expect, it } from 'vitest'
import { testProvider } from './provider-suite.ts'
import { createStripeRig } from './stripe-rig.ts'

testProvider('Stripe', async () => createStripeRig())

it.each(['balance', 'charge'])('ignores an event of a %s without a payment', async (object) => {
  const { provider, server } = createStripeRig()
  const event = await server.signText(JSON.stringify({ data: { object: { object } } }))
  const { facts, problem, response } = await provider.receive(event)
  expect([facts, problem, response.status]).toEqual([[], null, 200])
})
