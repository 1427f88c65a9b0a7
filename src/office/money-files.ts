import { orderSubject } from '../messages/alerts.ts'
import type { IssuedDocument } from './month-documents.ts'
import type { UndocumentedMoney } from './undocumented-money.ts'
import { decimalOf } from '../kit/money.shared.ts'
import { dayOf } from '../kit/time.shared.ts'
import { settingsOf, type Locale } from '../words/locales.shared.ts'
import { payoutSums, type ReportedPayout } from './month-payouts.ts'
import type { OfficeContext, OfficeWords } from './office-context.tsx'
import type { MonthTax } from './month-taxes.ts'
import type { Movement } from './month-payments.ts'

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
  'country',
] as const

/**
 * Returns receipts and credit notes as a CSV file, without personal data. Then follows the money
 * without a document, so that the file adds up to the payments of the month.
 */
export function documentsFile(
  words: OfficeWords,
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
    orderSubject.of(invoiceID),
    '',
    { decimal: decimalOf(money.amount) },
    money.amount.currency,
    money.vatPercent === null ? '' : { decimal: String(money.vatPercent) },
    money.vat ? { decimal: decimalOf(money.vat) } : '',
    money.country?.toUpperCase() ?? '',
  ])
  const others = undocumented.map(({ at, invoiceID, reference, amount }) => [
    fileTime(at),
    words('money.undocumented'),
    '',
    '',
    '',
    invoiceID === null ? '' : orderSubject.of(invoiceID),
    reference ?? '',
    { decimal: decimalOf(amount) },
    amount.currency,
    '',
    '',
    '',
  ])
  const heading = columns.map((name) => words(`money.columns.${name}`))
  return csvOf([heading, ...issued, ...others], settingsOf(locale).decimalSeparator)
}

const taxColumns = [
  'country',
  'vatPercent',
  'currency',
  'documents',
  'gross',
  'net',
  'vat',
  'proven',
  'unproven',
] as const

/** Returns the documents of a month by country and rate as a CSV file, without personal data. */
export function taxesFile(words: OfficeWords, locale: Locale, taxes: readonly MonthTax[]): string {
  const rows = taxes.map(({ country, hundredths, currency, gross, vat, ...counts }) => {
    const decimal = (minor: number) => ({ decimal: decimalOf({ minor, currency }) })
    return [
      country?.toUpperCase() ?? '',
      hundredths === null ? '' : { decimal: String(hundredths / 100) },
      currency,
      String(counts.documents),
      decimal(gross),
      vat === null ? '' : decimal(gross - vat),
      vat === null ? '' : decimal(vat),
      String(counts.proven),
      String(counts.unproven),
    ]
  })
  const heading = taxColumns.map((name) => words(`money.columns.${name}`))
  return csvOf([heading, ...rows], settingsOf(locale).decimalSeparator)
}

const paymentColumns = [
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
  words: OfficeWords,
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
      order.invoiceID === null ? '' : orderSubject.of(order.invoiceID),
      order.receiptNumber ?? '',
      order.plans ?? '',
      order.promocode ?? '',
      fee ? { decimal: decimalOf(fee) } : kind === 'charged' ? unknown : '',
      fee?.currency ?? '',
    ],
  )
  const heading = paymentColumns.map((name) => words(`money.columns.${name}`))
  return csvOf([heading, ...rows], settingsOf(locale).decimalSeparator)
}

/** Returns payouts to the bank as a CSV file. Amounts without entries are empty. */
export function payoutsFile(
  words: OfficeWords,
  locale: Locale,
  payouts: readonly ReportedPayout[],
): string {
  const rows = payouts.map(({ id, arrivesAt, status, net, entries, sums }) => [
    id,
    dayOf(arrivesAt),
    status,
    net.currency,
    ...payoutSums.map((name) => (sums ? { decimal: decimalOf(sums[name]) } : '')),
    { decimal: decimalOf(net) },
    entries ? String(entries.filter(({ isUnknown }) => isUnknown).length) : '',
  ])
  const heading = [
    words('payouts.id'),
    words('payouts.arrival'),
    words('payouts.status'),
    words('money.columns.currency'),
    ...payoutSums.map((name) => words(`payouts.${name}`)),
    words('payouts.net'),
    words('payouts.unknown'),
  ]
  return csvOf([heading, ...rows], settingsOf(locale).decimalSeparator)
}

/** Returns a time in UTC as spreadsheets read it: `2026-11-21 10:00:00`. */
export function fileTime(time: string): string {
  return time.slice(0, 19).replace('T', ' ')
}

/** A cell. Numbers are written with their decimals, such as `12.50`. */
export type CsvCell = string | { readonly decimal: string }

/** The start of a CSV file, which makes spreadsheets read it as UTF-8. */
export const byteOrderMark = '\uFEFF'

export function csvOf(rows: CsvRows, decimalSeparator: string): string {
  return byteOrderMark + csvLines(rows, decimalSeparator)
}

/** Sends a CSV file for download. */
export function csvResponse(c: OfficeContext, name: string, text: string): Response {
  return c.body(text, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
  })
}

type CsvRows = readonly (readonly CsvCell[])[]

/**
 * Returns lines of a CSV file. Spreadsheets of languages with a decimal comma expect semicolons
 * between the cells.
 */
export function csvLines(rows: CsvRows, decimalSeparator: string): string {
  const separator = decimalSeparator === ',' ? ';' : ','
  const lines = rows.map((cells) =>
    cells.map((cell) => quoted(textOf(cell, decimalSeparator), separator)).join(separator),
  )
  return lines.map((line) => `${line}\r\n`).join('')
}

/**
 * Spreadsheets run text with these first characters as a formula, and visitors choose some texts:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^[=+\-@\t\r\n]/
/** Spreadsheets round long numbers, and drop zeros at the start: `8943108170010000000`. */
const identifier = /^(?:0\d+|\d{12,}|\d+[eE]\d+)$/

function textOf(cell: CsvCell, decimalSeparator: string): string {
  if (typeof cell === 'string')
    return formula.test(cell) || identifier.test(cell) ? `'${cell}` : cell
  return cell.decimal.replace('.', decimalSeparator)
}

function quoted(text: string, separator: string): string {
  const isPlain = !/["\r\n]/.test(text) && !text.includes(separator)
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`
}
