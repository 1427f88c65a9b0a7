import { beforeAll, expect, it } from 'vitest'
import { stockShop } from '../support/small-shop.ts'
import { visitText } from '../support/visit.ts'

beforeAll(() => stockShop(1))

it.each([
  ['', '10 GB, 30 days: $12.50. Best per GB'],
  ['/ru', '10 ГБ, 30 дней: 1 150 ₽. Выгодно за ГБ'],
])('says in words which price per GB is the best in %j', async (prefix, name) => {
  const html = (await visitText(`${prefix}/esim/countries/tr`)).replaceAll('\u00A0', ' ')
  expect(html).toMatch(
    new RegExp(`<td class="best"><a[^>]* aria-label="${name.replace('$', '\\$')}"`),
  )
})
