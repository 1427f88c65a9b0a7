import type { CurrencyStatement, MonthStatement } from '../../backend/reports/month-statement.ts'
import { formatMoney } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'
import { WideTable } from '../layout/wide-table.tsx'

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly statement: MonthStatement
}

/** The rows of the statement. All rows between the first and the last one are subtracted. */
const rows = [
  'charged',
  'refunded',
  'lost',
  'fees',
  'vat',
  'costs',
  'rewards',
  'earned',
] as const satisfies readonly Exclude<keyof CurrencyStatement, 'currency'>[]

type StatementRow = (typeof rows)[number]
type UnknownAmounts = Exclude<keyof MonthStatement, 'currencies'>

/** Shows what the month earned in each currency, and the number of unknown amounts. */
export function StatementTable({ words, locale, statement }: Props) {
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
                name === 'earned' && unknownIn(statement).length > 0
                  ? words('money.earnedBefore')
                  : words(`money.${name}`),
            },
            ...currencies.map((sums) => ({
              name: sums.currency,
              isNumber: true,
              render: (name: StatementRow) => (
                <Amount {...{ words, locale, statement, sums, name }} />
              ),
            })),
          ]}
        />
      )}
      <Unknown words={words} statement={statement} />
    </section>
  )
}

type AmountProps = Props & {
  readonly sums: CurrencyStatement
  readonly name: StatementRow
}

/** The numbers of unknown amounts that a row leaves out. */
const unknownOf: { readonly [row in StatementRow]?: UnknownAmounts } = {
  fees: 'unknownFees',
  vat: 'unknownVat',
  costs: 'unknownCosts',
}

function Amount({ words, locale, statement, sums, name }: AmountProps) {
  const { minor, currency } = sums[name]
  const unknown = unknownOf[name]
  if (minor === 0 && unknown !== undefined && statement[unknown] > 0) return words('money.notKnown')
  if (name === 'earned') return <b>{formatMoney(locale, sums.earned)}</b>
  const isSubtracted = name !== 'charged' && minor !== 0
  return formatMoney(locale, { minor: isSubtracted ? -minor : minor, currency })
}

/** Says what the sums leave out, because the shop does not know it. */
function Unknown({ words, statement }: Pick<Props, 'words' | 'statement'>) {
  return unknownIn(statement).map((name) => (
    <p key={name} className="soft">
      {words(`money.${name}`, { count: statement[name] })}
    </p>
  ))
}

function unknownIn(statement: MonthStatement): readonly UnknownAmounts[] {
  return Object.values(unknownOf).filter((name) => statement[name] > 0)
}
