import { manualProvider } from '../../payments/payment-provider.ts'
import type { MonthPayments } from '../../office/month-payments.ts'
import type { CalendarMonth } from '../../kit/time.shared.ts'
import { formatMoney, formatNumber } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import type { AdminWords } from '../admin-words.ts'
import { WideTable } from '../layout/wide-table.tsx'
import { useOffice } from '../office.tsx'

type Props = {
  readonly payments: readonly MonthPayments[]
  readonly month: CalendarMonth
  readonly isOver: boolean
}

const amounts = ['charged', 'refunded', 'lost', 'total'] as const

function nameOf(words: AdminWords, provider: string): string {
  return provider === manualProvider ? words('money.manual') : provider
}

/** Shows what the payment providers reported, with a link to each payment as a file. */
export function PaymentTable({ payments, month, isOver }: Props) {
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

function Downloads({ month: { name: month } }: Pick<Props, 'month'>) {
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
