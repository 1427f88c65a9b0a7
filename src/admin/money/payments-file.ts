import { invoiceSubject } from '../../backend/alerts/alerts.ts'
import type { Movement } from '../../backend/reports/month-payments.ts'
import { csvOf } from '../../domain/csv.ts'
import { decimalOf } from '../../domain/money.ts'
import { settingsOf } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'

const columns = [
  'time',
  'kind',
  'amount',
  'currency',
  'provider',
  'reference',
  'id',
  'order',
  'receipt',
  'plans',
  'promocode',
  'fee',
  'feeCurrency',
  'vat',
] as const

/** Returns movements of money as a CSV file, without personal data. */
export function paymentsFile(
  words: AdminWords,
  locale: Locale,
  movements: readonly Movement[],
): string {
  const unknown = words('money.notKnown')
  const rows = movements.map(
    ({ at, kind, amount, fee, vat, provider, reference, id, ...order }) => [
      at.slice(0, 19).replace('T', ' '),
      words(`facts.${kind}`),
      { decimal: decimalOf(amount) },
      amount.currency,
      provider,
      reference,
      id,
      order.invoiceID === null ? '' : invoiceSubject.of(order.invoiceID),
      order.receiptNumber ?? '',
      order.plans ?? '',
      order.promocode ?? '',
      fee ? { decimal: decimalOf(fee) } : kind === 'charged' ? unknown : '',
      fee?.currency ?? '',
      vat ? { decimal: decimalOf(vat) } : unknown,
    ],
  )
  const heading = columns.map((name) => words(`money.columns.${name}`))
  return csvOf([heading, ...rows], settingsOf(locale).decimalSeparator)
}
