import { expect, it } from 'vitest'
import { officeWordsOf } from './office-context.tsx'
import { formatDetails } from './history.tsx'

it.each([
  [{ rate: '1.00 USD = 92.50 RUB' }, '1,00 USD = 92,50 RUB'],
  [{ markup: '12.5%' }, '12,5 %'],
  [{ reduction: '5.00 USD, 1450.00 RUB' }, '5,00 USD, 1 450,00 RUB'],
  [{ USD: '12.50 → 13.00' }, '12,50 → 13,00'],
  [{ megabytes: 3891 }, '3 891'],
  [{ amount: 114050, currency: 'RUB' }, '1 140,50 ₽'],
  [{ role: 'owner' }, 'Владелец'],
  [{ scope: 'lines' }, 'тарифы'],
  // What people typed, ids and references stay as they are.
  [{ reason: 'wants 2.50 back' }, 'wants 2.50 back'],
  [{ transfer: 'PO-1.5' }, 'PO-1.5'],
])('formats details in the language of the page: %o', (details, text) => {
  const [[, shown] = []] = formatDetails('ru', officeWordsOf('ru'), details)
  expect(shown?.replaceAll('\u00A0', ' ')).toBe(text)
})
