import { createGenericProvider } from '../../src/payments/generic-provider.ts'
import { testProvider } from './provider-suite.ts'
import { createSignedRig } from './signed-rig.ts'

testProvider('generic', async () => {
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  const secret = 'a secret of the test run'
  const pages = new Set<string>()
  const provider = createGenericProvider(
    {
      secrets: [secret],
      pageURL: 'https://pay.example/{reference}?sum={amount}',
      currencies: ['USD'],
    },
    { now: () => clock.now },
  )
  return createSignedRig({
    provider: {
      ...provider,
      async start(order) {
        const started = await provider.start(order)
        pages.add(started.url)
        return started
      },
    },
    clock,
    secret,
    book: async () => {},
    payablePages: async () => pages.size,
    can: { cancel: false, refund: false, fail: false },
  })
})
