import { beforeAll, expect, it } from 'vitest'
import { wordsOf } from '../../src/locale/words.ts'
import { origin, visit, visitText } from '../support/visit.ts'
import { pay, placeOrder, rows, stockShop } from '../support/small-shop.ts'

beforeAll(() => stockShop(1))

const path = '/esim/countries/tr'
const outOfStock = wordsOf('en')('country.outOfStockText')

it('shows a sold-out country right after the payment in the same isolate', async () => {
  // The second visit comes from the cache.
  for (const _ of [1, 2]) expect((await visitText(path)).includes(outOfStock)).toBe(false)
  await pay(await placeOrder())
  expect(await rows('SELECT number FROM content_version WHERE number > 0')).toHaveLength(1)
  // Any form makes the isolate read the version again.
  const body = new URLSearchParams({ to: path })
  await visit('/consent', { method: 'POST', body, headers: { Origin: origin } })
  expect((await visitText(path)).includes(outOfStock)).toBe(true)
})
