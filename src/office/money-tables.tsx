import type { CurrencyStatement, MonthStatement, UnknownAmounts } from './month-statement.ts'
import { formatMoney, formatNumber } from '../words/formats.shared.ts'
import { WideTable } from './lists.tsx'
import { useOffice } from './office.tsx'
import type { OfficeWords } from './office.tsx'
import { manualProvider } from '../payments/payment-provider.ts'
import type { MonthPayments } from './month-payments.ts'
import type { CalendarMonth } from '../kit/time.shared.ts'
import { officeHref } from '../words/office-paths.ts'

type Props = {
  readonly statement: MonthStatement
}

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
    <section className="panel" aria-labelledby="statement">
      <h2 id="statement">{words('money.statement')}</h2>
      <p className="soft">{words('money.statementText')}</p>
      {currencies.length === 0 ? (
        <p className="soft">{words('money.nothingMoved')}</p>
      ) : (
        <WideTable
          name={{ id: 'statement' }}
          rows={rows}
          keyOf={(name) => name}
          columns={[
            {
              name: words('money.statementRow'),
              render: (name) =>
                name === 'earned' && currencies.some(hasUnknown)
                  ? words('money.earnedBefore')
                  : words(`money.${name}`),
            },
            ...currencies.map((totals) => ({
              name: totals.currency,
              isNumber: true,
              render: (name: StatementRow) => <Amount totals={totals} name={name} />,
            })),
          ]}
        />
      )}
      {currencies.some(({ undocumented }) => undocumented.minor !== 0) && (
        <p className="soft">{words('money.undocumentedText')}</p>
      )}
      <Unknown statement={statement} />
    </section>
  )
}

type AmountProps = {
  readonly totals: CurrencyStatement
  readonly name: StatementRow
}

function Amount({ totals, name }: AmountProps) {
  const { locale, words } = useOffice()
  const { minor, currency } = totals[name]
  if (minor === 0 && isPartlyUnknown(name) && totals.unknown[name] > 0)
    return words('money.notKnown')
  if (name === 'earned') return <b>{formatMoney(locale, totals.earned)}</b>
  const isSubtracted = name !== 'charged' && minor !== 0
  return formatMoney(locale, { minor: isSubtracted ? -minor : minor, currency })
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
function Unknown({ statement }: Pick<Props, 'statement'>) {
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

type PaymentTableProps = {
  readonly payments: readonly MonthPayments[]
  readonly month: CalendarMonth
  readonly isOver: boolean
}

const amounts = ['charged', 'refunded', 'lost', 'total'] as const

function nameOf(words: OfficeWords, provider: string): string {
  return provider === manualProvider ? words('money.manual') : provider
}

/** Shows what the payment providers reported, with a link to each payment as a file. */
export function PaymentTable({ payments, month, isOver }: PaymentTableProps) {
  const { locale, words } = useOffice()
  return (
    <section className="panel" aria-labelledby="payments">
      <h2 id="payments">{words('money.payments')}</h2>
      <p className="soft">{words('money.paymentsText')}</p>
      {payments.length === 0 ? (
        <p className="soft">{words('money.noPayments')}</p>
      ) : (
        <WideTable
          name={{ id: 'payments' }}
          rows={payments}
          keyOf={({ provider, total }) => `${provider} ${total.currency}`}
          columns={[
            {
              name: words('money.provider'),
              render: ({ provider, total }) => `${nameOf(words, provider)}, ${total.currency}`,
            },
            {
              name: words('money.charges'),
              isNumber: true,
              render: ({ charges }) => formatNumber(locale, charges),
            },
            ...amounts.map((name) => ({
              name: words(`money.${name}`),
              isNumber: true,
              render: (sums: MonthPayments) => formatMoney(locale, sums[name]),
            })),
          ]}
        />
      )}
      <Downloads month={month} />
      <p className="soft">{words(isOver ? 'money.monthIsOver' : 'money.monthIsNotOver')}</p>
    </section>
  )
}

function Downloads({ month: { name: month } }: Pick<PaymentTableProps, 'month'>) {
  const { words } = useOffice()
  return (
    <>
      <p>
        <a href={officeHref('payments', { month })}>{words('money.download')}</a>
      </p>
      <p>
        <a href={officeHref('documents', { month })}>{words('money.downloadDocuments')}</a>
      </p>
    </>
  )
}
