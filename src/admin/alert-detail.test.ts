import { expect, it } from 'vitest'
import { storedDetail } from '../backend/alerts/alert-detail.ts'
import { adminWordsOf } from './admin-words.ts'
import { alertDetail } from './alert-detail.ts'

const inRussian = (stored: string) =>
  alertDetail('ru', adminWordsOf('ru'), stored).replaceAll(/[\u00A0\u202F]/g, ' ')

it('translates the purposes of messages', () => {
  const values = { count: 3, purposes: ['sign-in-code', 'receipt'] }
  expect(inRussian(storedDetail({ code: 'messages', values }))).toBe(
    '3: код для входа, подтверждение оплаты',
  )
})

it('shows a reference unchanged', () => {
  expect(inRussian('stripe du_1')).toBe('stripe du_1')
})
