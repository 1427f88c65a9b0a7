import { expect, it } from 'vitest'
import { storedDetail, alertDetailText, type AlertDetail } from './alert-detail.ts'

const amount = { minor: 250, currency: 'USD' }
const low = { plans: [{ tariffID: 'tr-1', currencies: ['USD', 'RUB'] }], more: 4 }
const details: readonly (readonly [detail: AlertDetail, english: string, russian: string])[] = [
  [{ code: 'amount', values: amount }, '$2.50', '2,50 $'],
  [
    { code: 'fact', values: { kind: 'charged', id: 'ch_1', ...amount } },
    'charge ch_1: $2.50',
    'списание ch_1: 2,50 $',
  ],
  [
    { code: 'unread-fact', values: { kind: 'charged', id: 'ch_1', problem: 'no currency' } },
    'charge ch_1: no currency',
    'списание ch_1: no currency',
  ],
  [
    {
      code: 'fact-differences',
      values: {
        facts: [
          { kind: 'refunded', id: 're_1', ledger: amount, provider: null },
          { kind: 'dispute-lost', id: 'dp_1', ledger: null, provider: amount },
        ],
      },
    },
    'refund re_1: $2.50 / –; lost dispute dp_1: – / $2.50',
    'возврат re_1: 2,50 $ / –; проигранный спор dp_1: – / 2,50 $',
  ],
  [
    { code: 'refund', values: { ...amount, provider: 'test', problem: 'card closed' } },
    '$2.50 test: card closed',
    '2,50 $ test: card closed',
  ],
  [
    { code: 'refund', values: { ...amount, provider: 'test', problem: null } },
    '$2.50 test',
    '2,50 $ test',
  ],
  [
    { code: 'codes', values: { count: 2, hour: '2026-11-21T10:00Z' } },
    '2 codes in the hour from 21.11.2026 10:00 UTC',
    '2 кода за час с 21.11.2026 10:00 UTC',
  ],
  [
    { code: 'sold-out', values: { plans: 'tr-1,tr-2,tr-1', refundAt: '2026-11-24T10:30:00.000Z' } },
    'tr-1 × 2, tr-2; refunded automatically on 24.11.2026 10:30 UTC',
    'tr-1 × 2, tr-2; деньги вернутся автоматически 24.11.2026 10:30 UTC',
  ],
  [{ code: 'sold-out', values: { plans: 'tr-1', refundAt: null } }, 'tr-1', 'tr-1'],
  [
    { code: 'unpaid', values: { count: 1250 } },
    '1 250 unpaid orders within an hour',
    '1 250 неоплаченных заказов за час',
  ],
  [{ code: 'failures', values: { count: 5 } }, 'failed 5 times', 'не удалось 5 раз'],
  [
    { code: 'plan-changes', values: { count: 12000 } },
    '12 000 plans changed; run the command to write the changes',
    'изменилось 12 000 тарифов; записать изменения может только команда',
  ],
  [{ code: 'stock', values: { left: 0, days: 0 } }, 'sold out', 'закончился'],
  [
    { code: 'stock', values: { left: 5, days: 1 } },
    '5 eSIMs left, for about 1 day',
    'осталось 5 eSIM, примерно на 1 день',
  ],
  [
    { code: 'stock', values: { left: 1, days: 0 } },
    '1 eSIM left, for less than a day',
    'осталась 1 eSIM, меньше чем на день',
  ],
  [{ code: 'low-prices', values: low }, 'tr-1 in USD, RUB; and 4 more', 'tr-1 (USD, RUB); и ещё 4'],
  [
    { code: 'messages', values: { count: null, purposes: ['esim', 'receipt'] } },
    'eSIM, receipt',
    'eSIM, подтверждение оплаты',
  ],
  [
    { code: 'messages', values: { count: 3, purposes: ['sign-in-code'] } },
    '3: sign-in code',
    '3: код для входа',
  ],
]

it.each(details)('shows $code in the language of the reader', (detail, english, russian) => {
  const text = (locale: 'en' | 'ru') =>
    alertDetailText(locale, storedDetail(detail)).replaceAll(/[\u00A0\u202F]/g, ' ')
  expect(text('en')).toBe(english)
  expect(text('ru')).toBe(russian)
})

it.each([
  'tr-10',
  'refunded re_1: 5.00 USD / –',
  '250 minor units of USD',
  '12',
  '{"code":"unknown","values":{}}',
  '{"code":"amount","values":{"minor":250,"currency":"U$D"}}',
])('shows the text %s unchanged', (stored) => {
  expect(alertDetailText('ru', stored)).toBe(stored)
})
