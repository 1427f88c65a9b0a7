import { beforeEach, expect, it, vi } from 'vitest'
import { secretID } from '../../src/kit/tokens.shared.ts'
import {
  api,
  ask,
  clearShop,
  nonce,
  pay,
  placeOrder,
  rows,
  signInCustomer,
  signInPartner,
  stockShop,
  run,
} from '../support/small-shop.ts'

const email = 'anna@example.com'
const logs = (['info', 'warn', 'error'] as const).map((level) =>
  vi.spyOn(console, level).mockReturnValue(),
)
beforeEach(clearShop)

const actions: readonly (readonly [string, () => Promise<unknown>, object])[] = [
  [
    'a wrong code',
    async () => api().customerAuth({ nonce, email, code: '000000' }),
    { event: 'sign-in-failed', by: 'code' },
  ],
  [
    'a wrong password',
    async () => api().passwordLogin({ email, password: 'not the password' }),
    { event: 'sign-in-failed', by: 'password' },
  ],
  [
    'a webhook with a wrong signature',
    async () => {
      await stockShop(1)
      return pay(await placeOrder(), {}, 'another secret of someone')
    },
    { event: 'bad-signature', path: '/callbacks/payment/test' },
  ],
  [
    'a usage report without a signature',
    async () => ask(new Request('https://backend.invalid/callbacks/usage', { method: 'POST' })),
    { event: 'bad-signature', path: '/callbacks/usage' },
  ],
  [
    'a sign-in by code',
    async () => signInCustomer(email),
    { event: 'signed-in', account: 'customer', by: 'code' },
  ],
  [
    'a sign-in by SMS',
    async () => signInPartner(),
    { event: 'signed-in', account: 'referrer', by: 'code' },
  ],
]

it.each(actions)('writes one line about %s, without personal data', async (_, act, entry) => {
  expect(await linesAbout(act)).toEqual([{ log: 'security', ...entry }])
})

it('writes one line about a new password, and about a sign-in with it', async () => {
  const session = await signInCustomer(email)
  const password = 'correct horse'
  expect(await linesAbout(async () => api().customerPassword({ password }, { session }))).toEqual([
    { log: 'security', event: 'password-changed' },
  ])
  expect(await linesAbout(async () => api().passwordLogin({ email, password }))).toEqual([
    { log: 'security', event: 'signed-in', account: 'customer', by: 'password' },
  ])
})

it('writes one line about a withdrawal, with the number of its row', async () => {
  const session = await signInPartner()
  await run(`INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
    SELECT 'reward', id, 'reward', 5000, '2026-10-05T00:00:00.000Z' FROM partners`)
  const form = { payoutDetails: 'DE00 1234 5678', idempotencyKey: secretID() }
  const lines = await linesAbout(async () => api().referrerWithdrawal(form, { session }))
  const [row] = await rows<{ id: string }>(
    `SELECT id FROM partner_transactions WHERE type = 'withdrawal'`,
  )
  expect(lines).toEqual([
    { log: 'security', event: 'withdrawal-requested', transactionID: row?.id },
  ])
})

async function linesAbout(act: () => Promise<unknown>): Promise<unknown[]> {
  for (const log of logs) log.mockClear()
  await act()
  const lines = logs.flatMap(({ mock }) => mock.calls.map(([line]) => String(line)))
  return lines.map((line): unknown => JSON.parse(line))
}
