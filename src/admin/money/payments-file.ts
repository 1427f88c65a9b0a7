import { invoiceSubject } from '../../messages/alerts.ts'
import type { Movement } from '../../office/month-payments.ts'
import { csvOf } from '../../kit/csv.ts'
import { decimalOf } from '../../kit/money.shared.ts'
import { settingsOf } from '../../words/locales.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import type { AdminWords } from '../admin-words.ts'
import { fileTime } from './file-time.ts'

const columns = [
  'recorded',
  'kind',
  'amount',
  'currency',
  'provider',
  'movedAt',
  'reference',
  'id',
  'order',
  'receipt',
  'plans',
  'promocode',
  'fee',
  'feeCurrency',
] as const

/** Returns movements of money as a CSV file, without personal data. */
export function paymentsFile(
  words: AdminWords,
  locale: Locale,
  movements: readonly Movement[],
): string {
  const unknown = words('money.notKnown')
  const rows = movements.map(
    ({ at, kind, amount, fee, provider, movedAt, reference, id, ...order }) => [
      fileTime(at),
      kind === 'fee' ? words('money.lateFee') : words(`facts.${kind}`),
      amount ? { decimal: decimalOf(amount) } : '',
      amount?.currency ?? '',
      provider,
      fileTime(movedAt),
      reference,
      id,
      order.invoiceID === null ? '' : invoiceSubject.of(order.invoiceID),
      order.receiptNumber ?? '',
      order.plans ?? '',
      order.promocode ?? '',
      fee ? { decimal: decimalOf(fee) } : kind === 'charged' ? unknown : '',
      fee?.currency ?? '',
    ],
  )
  const heading = columns.map((name) => words(`money.columns.${name}`))
  return csvOf([heading, ...rows], settingsOf(locale).decimalSeparator)
}
