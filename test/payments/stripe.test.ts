import { testProvider } from './provider-suite.ts'
import { createStripeRig } from './stripe-rig.ts'

testProvider('Stripe', async () => createStripeRig())
