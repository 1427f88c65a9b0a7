import { env } from 'cloudflare:workers'
import { openTestBank } from '../../src/backend/payments/test-bank.ts'
import { createTestProvider } from '../../src/backend/payments/test-provider.ts'
import { testProvider } from './provider-suite.ts'
import { createSignedRig } from './signed-rig.ts'

testProvider('test', async () => {
  const { DB: db } = env
  for (const table of ['payments', 'facts'])
    await db.prepare(`DROP TABLE IF EXISTS test_bank_${table}`).run()
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  const secret = 'a secret of the test run'
  const provider = createTestProvider(
    { secret, pagesOrigin: 'https://shop.example', currencies: ['USD'] },
    { db, now: () => clock.now },
  )
  return createSignedRig({
    provider,
    clock,
    secret,
    book: async (fact) => openTestBank(db).book(fact),
    payablePages: async () => {
      const count = 'SELECT count(*) AS pages FROM test_bank_payments WHERE is_cancelled = 0'
      return (await db.prepare(count).first<number>('pages')) ?? 0
    },
    can: { cancel: true, refund: true, fail: false },
  })
})
