import { invoiceSubject } from '../../backend/alerts/alerts.ts'
import type { IssuedDocument } from '../../backend/reports/month-documents.ts'
import { csvOf } from '../../domain/csv.ts'
import { decimalOf } from '../../domain/money.ts'
import { settingsOf } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'

const columns = [
  'time',
  'document',
  'number',
  'corrects',
  'cancels',
  'order',
  'amount',
  'currency',
  'vatPercent',
  'vat',
] as const

/** Returns receipts and credit notes as a CSV file, without personal data. */
export function documentsFile(
  words: AdminWords,
  locale: Locale,
  documents: readonly IssuedDocument[],
): string {
  const rows = documents.map(({ at, kind, number, receipt, cancels, invoiceID, ...money }) => [
    at.slice(0, 19).replace('T', ' '),
    words(`money.documents.${kind}`),
    number,
    receipt ?? '',
    cancels ?? '',
    invoiceSubject.of(invoiceID),
    { decimal: decimalOf(money.amount) },
    money.amount.currency,
    money.vatPercent === null ? '' : { decimal: String(money.vatPercent) },
    money.vat ? { decimal: decimalOf(money.vat) } : '',
  ])
  const heading = columns.map((name) => words(`money.columns.${name}`))
  return csvOf([heading, ...rows], settingsOf(locale).decimalSeparator)
}
