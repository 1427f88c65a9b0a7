import { beforeEach, expect, it, vi } from 'vitest'
import { api, ask, clearShop, nonce, pay, placeOrder, stockShop } from '../support/small-shop.ts'

const email = 'anna@example.com'
const logs = (['warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockReturnValue())
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
]

it.each(actions)('writes one line about %s, without personal data', async (_, act, entry) => {
  for (const log of logs) log.mockClear()
  await act()
  const lines = logs.flatMap(({ mock }) => mock.calls.map(([line]) => String(line)))
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([{ log: 'security', ...entry }])
})
