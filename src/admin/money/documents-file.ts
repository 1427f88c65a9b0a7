import { invoiceSubject } from '../../messages/alerts.ts'
import type { IssuedDocument } from '../../office/month-documents.ts'
import type { UndocumentedMoney } from '../../office/undocumented-money.ts'
import { csvOf } from '../../kit/csv.ts'
import { decimalOf } from '../../kit/money.shared.ts'
import { settingsOf } from '../../words/locales.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import type { AdminWords } from '../admin-words.ts'
import { fileTime } from './file-time.ts'

const columns = [
  'time',
  'document',
  'number',
  'corrects',
  'cancels',
  'order',
  'reference',
  'amount',
  'currency',
  'vatPercent',
  'vat',
] as const

/**
 * Returns receipts and credit notes as a CSV file, without personal data. Then follows the money
 * without a document, so that the file adds up to the payments of the month.
 */
export function documentsFile(
  words: AdminWords,
  locale: Locale,
  documents: readonly IssuedDocument[],
  undocumented: readonly UndocumentedMoney[],
): string {
  const issued = documents.map(({ at, kind, number, receipt, cancels, invoiceID, ...money }) => [
    fileTime(at),
    words(`money.documents.${kind}`),
    number,
    receipt ?? '',
    cancels ?? '',
    invoiceSubject.of(invoiceID),
    '',
    { decimal: decimalOf(money.amount) },
    money.amount.currency,
    money.vatPercent === null ? '' : { decimal: String(money.vatPercent) },
    money.vat ? { decimal: decimalOf(money.vat) } : '',
  ])
  const others = undocumented.map(({ at, invoiceID, reference, amount }) => [
    fileTime(at),
    words('money.undocumented'),
    '',
    '',
    '',
    invoiceID === null ? '' : invoiceSubject.of(invoiceID),
    reference ?? '',
    { decimal: decimalOf(amount) },
    amount.currency,
    '',
    '',
  ])
  const heading = columns.map((name) => words(`money.columns.${name}`))
  return csvOf([heading, ...issued, ...others], settingsOf(locale).decimalSeparator)
}
