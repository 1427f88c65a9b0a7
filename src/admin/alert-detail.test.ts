import { expect, it } from 'vitest'
import { adminWordsOf } from './admin-words.ts'
import { alertDetail } from './alert-detail.ts'

const inRussian = (kind: Parameters<typeof alertDetail>[2]['kind'], detail: string) =>
  alertDetail('ru', adminWordsOf('ru'), { kind, detail }).replaceAll(/[\u00A0\u202F]/g, ' ')

it.each([
  ['overcharged', '250 minor units of USD', '2,50 $'],
  ['refund-refused', '250 minor units of USD at test: card closed', '2,50 $ test: card closed'],
  [
    'codes-used-up',
    '2 codes in the hour of 2026-11-21T10:00 UTC',
    '2 кода за час с 21.11.2026 10:00 UTC',
  ],
  [
    'sold-out-after-payment',
    'tr-1,tr-2; refund at 2026-11-24T10:30 UTC',
    'tr-1,tr-2; деньги вернутся автоматически 24.11.2026 10:30 UTC',
  ],
  ['catalogue-sync', 'failed 5 times', 'не удалось 5 раз'],
  ['prices-too-low', 'tr-1 in USD; and 4 more', 'tr-1 in USD; и ещё 4'],
  ['mail-bounced', 'esim,receipt', 'eSIM,подтверждение оплаты'],
  ['mail-failed', '3: sign-in-code', '3: код для входа'],
] as const)('translates the detail of %s: %s', (kind, detail, text) => {
  expect(inRussian(kind, detail)).toBe(text)
})
