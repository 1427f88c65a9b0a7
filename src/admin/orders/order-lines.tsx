import type { LineForStaff } from '../../orders/order-for-office.ts'
import { dataAmount, formatDate, formatMoney, formatTime } from '../../words/formats.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { wordsOf } from '../../words/words.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import type { AdminWords } from '../admin-words.ts'
import { WideTable } from '../layout/wide-table.tsx'
import { useOffice } from '../office.tsx'
import { customerOf } from './customer-of.ts'

type Props = {
  readonly lines: readonly LineForStaff[]
}

export function OrderLines({ lines }: Props) {
  const { locale, words } = useOffice()
  return (
    <div className="panel">
      <WideTable
        name={words('orders.plans')}
        rows={lines}
        keyOf={({ position }) => String(position)}
        columns={[
          { name: words('order.plan'), render: (line) => <LineName line={line} /> },
          {
            name: words('order.esim'),
            render: ({ iccid }) => (iccid === null ? words('order.noEsim') : <code>{iccid}</code>),
          },
          { name: words('order.used'), render: (line) => usageOf(line, locale, words) },
          {
            name: words('order.price'),
            isNumber: true,
            render: (line) => <LinePrice line={line} />,
          },
        ]}
      />
    </div>
  )
}

type LineProps = { readonly line: LineForStaff }

function LineName({ line }: LineProps) {
  const { words } = useOffice()
  const { title, tariffID, recipient, deliverOn, iccid } = line
  return (
    <>
      {title}
      <br />
      <small>
        <a href={officeHref('plan', { id: tariffID })}>
          <code>{tariffID}</code>
        </a>
        {recipient !== null && ` · ${words('order.gift', { email: customerOf(words, recipient) })}`}
        {deliverOn !== null &&
          iccid === null &&
          ` · ${words('order.deliverOn', { date: formatDate(deliverOn) })}`}
      </small>
    </>
  )
}

function LinePrice({ line }: LineProps) {
  const { locale, words } = useOffice()
  return (
    <>
      {formatMoney(locale, line.amount)}
      {line.isReturned && (
        <>
          <br />
          <span className="badge bad">
            {words(line.replacedBy === null ? 'order.returned' : 'order.replaced')}
          </span>
        </>
      )}
    </>
  )
}

function usageOf(line: LineForStaff, locale: Locale, words: AdminWords): string {
  if (line.iccid === null) return '—'
  if (line.firstUsedAt === null) return words('order.unused')
  const [amount, unit] = dataAmount(locale, line.dataUsedMb)
  return words('order.usedSince', {
    amount: `${amount} ${wordsOf(locale)(`units.${unit}`)}`,
    time: formatTime(line.firstUsedAt),
  })
}
