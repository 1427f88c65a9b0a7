import { beforeAll, expect, it } from 'vitest'
import { stockShop } from '../support/small-shop.ts'
import { visitText } from '../support/visit.ts'

beforeAll(() => stockShop(1))

it.each([
  ['', '$12.50 30 days, 10 GB. Best per GB'],
  ['/ru', '1 150 ₽ 30 дней, 10 ГБ. Выгодно за ГБ'],
])('says in words which price per GB is the best in %j', async (prefix, name) => {
  const html = (await visitText(`${prefix}/esim/countries/tr`)).replaceAll('\u00A0', ' ')
  expect(html).toMatch(new RegExp(`<a class="best"[^>]* aria-label="${name.replace('$', '\\$')}"`))
})
