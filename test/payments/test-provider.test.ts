import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { insertCharge, openTestBank } from '../../src/payments/test-bank.ts'
import { createTestProvider } from '../../src/payments/test-provider.ts'
import { testProvider } from './provider-suite.ts'
import { createSignedRig } from './signed-rig.ts'

const settings = { secret: 'a secret', pagesOrigin: 'https://shop.example', currencies: ['USD'] }
const charge = {
  kind: 'charged',
  id: 'sample',
  reference: 'sample',
  invoiceID: 'invoice',
  amount: { minor: 1400, currency: 'USD' },
  at: new Date('2026-11-21T10:00:00Z'),
} as const

async function dropTables(): Promise<void> {
  for (const table of ['payments', 'facts'])
    await env.DB.prepare(`DROP TABLE IF EXISTS test_bank_${table}`).run()
}

beforeEach(dropTables)

it('refuses a refund before its first payment', async () => {
  const provider = createTestProvider(settings, { db: env.DB, now: () => charge.at })
  const refund = provider.refund('none', charge.amount, 'refund')
  await expect(refund).rejects.toMatchObject({ outcome: 'refused' })
})

it('refunds the order of the sample shop', async () => {
  await env.DB.batch(insertCharge(env.DB, charge, 'en'))
  const provider = createTestProvider(settings, { db: env.DB, now: () => charge.at })
  const refund = await provider.refund('sample', { minor: 100, currency: 'USD' }, 'refund')
  expect(refund).toMatchObject({ kind: 'refunded', invoiceID: 'invoice' })
})

testProvider('test', async () => {
  const { DB: db } = env
  await dropTables()
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
