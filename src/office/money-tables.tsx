import type { CurrencyStatement, MonthStatement, UnknownAmounts } from './month-statement.ts'
import { Panel, TablePanel, WideTable, type Column } from './lists.tsx'
import { countryName, useOffice, type OfficeWords } from './office-context.tsx'
import type { MonthTax } from './month-taxes.ts'
import { formatPercent } from '../words/formats.shared.ts'
import { manualProvider, voucherProvider } from '../payments/payment-provider.ts'
import type { MonthVouchers } from './month-vouchers.ts'
import type { MonthPayments } from './month-payments.ts'
import type { CalendarMonth } from '../kit/time.shared.ts'
import { officeHref } from '../words/office-paths.ts'

type Props = { readonly statement: MonthStatement }

/** The rows of the statement. All rows between the first and the last one are subtracted. */
const rows = [
  'charged',
  'refunded',
  'lost',
  'undocumented',
  'fees',
  'vat',
  'costs',
  'rewards',
  'earned',
] as const satisfies readonly Exclude<keyof CurrencyStatement, 'currency' | 'unknown'>[]

type StatementRow = (typeof rows)[number]

/** Shows the totals of the month in each currency, and the number of unknown amounts. */
export function StatementTable({ statement }: Props) {
  const { words } = useOffice()
  const { currencies } = statement
  return (
    <Panel id="statement" heading={words('money.statement')} text={words('money.statementText')}>
      {currencies.length === 0 ? (
        <p className="soft">{words('money.nothingMoved')}</p>
      ) : (
        <WideTable
          name={{ id: 'statement' }}
          rows={rows}
          keyOf={(name) => name}
          columns={[
            [
              words('money.statementRow'),
              (name) =>
                name === 'earned' && currencies.some(hasUnknown)
                  ? words('money.earnedBefore')
                  : words(`money.${name}`),
            ],
            ...currencies.map((totals): Column<StatementRow> => [
              totals.currency,
              (name) => <Amount totals={totals} name={name} />,
              'number',
            ]),
          ]}
        />
      )}
      {currencies.some(({ undocumented }) => undocumented.minor !== 0) && (
        <p className="soft">{words('money.undocumentedText')}</p>
      )}
      <Unknown statement={statement} />
    </Panel>
  )
}

type AmountProps = { readonly totals: CurrencyStatement; readonly name: StatementRow }

function Amount({ totals, name }: AmountProps) {
  const { words, money } = useOffice()
  const { minor, currency } = totals[name]
  if (minor === 0 && isPartlyUnknown(name) && totals.unknown[name] > 0)
    return words('money.notKnown')
  if (name === 'earned') return <b>{money(totals.earned)}</b>
  const isSubtracted = name !== 'charged' && minor !== 0
  return money({ minor: isSubtracted ? -minor : minor, currency })
}

/** The sentence about the unknown amounts of a row. */
const unknownWords = {
  fees: 'money.unknownFees',
  vat: 'money.unknownVat',
  costs: 'money.unknownCosts',
} as const satisfies { readonly [name in keyof UnknownAmounts]: string }
const partlyUnknown = ['fees', 'vat', 'costs'] as const satisfies readonly StatementRow[]

function isPartlyUnknown(name: StatementRow): name is keyof UnknownAmounts {
  return name in unknownWords
}

function hasUnknown({ unknown }: CurrencyStatement): boolean {
  return partlyUnknown.some((name) => unknown[name] > 0)
}

/** Says what the totals leave out, because the shop does not know it. */
function Unknown({ statement }: Props) {
  const { words } = useOffice()
  return partlyUnknown.map((name) => {
    const count = statement.currencies.reduce((sum, { unknown }) => sum + unknown[name], 0)
    return (
      count > 0 && (
        <p key={name} className="soft">
          {words(unknownWords[name], { count })}
        </p>
      )
    )
  })
}

const voucherSums = ['issued', 'used', 'returned', 'withdrawn', 'open'] as const

/** Shows what happened to vouchers, and what the shop owes for them at the end of the month. */
export function VoucherSums({ vouchers }: { readonly vouchers: readonly MonthVouchers[] }) {
  const { words, money } = useOffice()
  if (vouchers.length === 0) return null
  return (
    <TablePanel
      id="vouchers"
      heading={words('money.byVoucher')}
      text={words('money.vouchersText')}
      empty=""
      rows={vouchers}
      keyOf={({ open }) => open.currency}
      columns={[
        [words('money.columns.currency'), ({ open }) => open.currency],
        ...voucherSums.map((name): Column<MonthVouchers> => [
          words(`money.${name}`),
          (sums) => money(sums[name]),
          'number',
        ]),
      ]}
    />
  )
}

type PaymentTableProps = {
  readonly payments: readonly MonthPayments[]
  readonly month: CalendarMonth
  readonly isOver: boolean
}

const amounts = ['charged', 'refunded', 'lost', 'total'] as const

function nameOf(words: OfficeWords, provider: string): string {
  if (provider === voucherProvider) return words('money.byVoucher')
  return provider === manualProvider ? words('money.manual') : provider
}

/** Shows what the payment providers reported, with a link to each payment as a file. */
export function PaymentTable({ payments, month, isOver }: PaymentTableProps) {
  const { words, money, number } = useOffice()
  return (
    <Panel id="payments" heading={words('money.payments')} text={words('money.paymentsText')}>
      {payments.length === 0 ? (
        <p className="soft">{words('money.noPayments')}</p>
      ) : (
        <WideTable
          name={{ id: 'payments' }}
          rows={payments}
          keyOf={({ provider, total }) => `${provider} ${total.currency}`}
          columns={[
            [
              words('money.provider'),
              ({ provider, total }) => `${nameOf(words, provider)}, ${total.currency}`,
            ],
            [words('money.charges'), ({ charges }) => number(charges), 'number'],
            ...amounts.map((name): Column<MonthPayments> => [
              words(`money.${name}`),
              (sums) => money(sums[name]),
              'number',
            ]),
          ]}
        />
      )}
      <p>
        <a href={officeHref('payments', { month: month.name })}>{words('money.download')}</a>
      </p>
      <p>
        <a href={officeHref('documents', { month: month.name })}>
          {words('money.downloadDocuments')}
        </a>
      </p>
      <p className="soft">{words(isOver ? 'money.monthIsOver' : 'money.monthIsNotOver')}</p>
    </Panel>
  )
}

type TaxTableProps = { readonly taxes: readonly MonthTax[]; readonly month: CalendarMonth }

/** Shows the documents of the month by the customer's country and rate. */
export function TaxTable({ taxes, month }: TaxTableProps) {
  const { locale, words, money, number } = useOffice()
  const amount = (minor: number | null, { currency }: MonthTax) =>
    minor === null ? '—' : money({ minor, currency })
  return (
    <Panel id="taxes" heading={words('money.taxes')} text={words('money.taxesText')}>
      {taxes.length > 0 && (
        <WideTable
          name={{ id: 'taxes' }}
          rows={taxes}
          keyOf={({ country, hundredths, currency }) => `${country} ${hundredths} ${currency}`}
          columns={[
            [
              words('money.columns.country'),
              ({ country, currency }) =>
                `${country === null ? words('money.notKnown') : countryName(locale, country)}, ${currency}`,
            ],
            [
              words('money.columns.vatPercent'),
              ({ hundredths }) =>
                hundredths === null ? '—' : formatPercent(locale, hundredths / 100),
              'number',
            ],
            [words('money.columns.gross'), (tax) => amount(tax.gross, tax), 'number'],
            [words('money.columns.vat'), (tax) => amount(tax.vat, tax), 'number'],
            [words('money.columns.unproven'), ({ unproven }) => number(unproven), 'number'],
          ]}
        />
      )}
      <p>
        <a href={officeHref('taxes', { month: month.name })}>{words('money.downloadTaxes')}</a>
      </p>
      <p>
        <a href={officeHref('vatRates')}>{words('vatRates.title')}</a>
      </p>
    </Panel>
  )
}
