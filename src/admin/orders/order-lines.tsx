import type { LineForStaff } from '../../backend/operations/order-for-staff.ts'
import { dataAmount, formatMoney, formatTime } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { wordsOf } from '../../locale/words.ts'
import type { AdminWords } from '../admin-words.ts'
import { TableHead } from '../layout/table-head.tsx'
import { customerOf } from './customer-of.ts'

type Props = {
  readonly locale: Locale
  readonly words: AdminWords
  readonly lines: readonly LineForStaff[]
}

/** What the order sells, each plan with its eSIM. */
export function OrderLines({ locale, words, lines }: Props) {
  return (
    <div className="panel scroll">
      <table>
        <TableHead
          texts={[words('order.plan'), words('order.esim'), words('order.used')]}
          numbers={[words('order.price')]}
        />
        <tbody>
          {lines.map((line) => (
            <tr key={line.position}>
              <th scope="row">
                {line.title}
                <br />
                <small>
                  <code>{line.tariffID}</code>
                  {line.recipient !== null &&
                    ` · ${words('order.gift', { email: customerOf(words, line.recipient) })}`}
                  {line.deliverOn !== null &&
                    ` · ${words('order.deliverOn', { date: line.deliverOn })}`}
                </small>
              </th>
              <td>{line.iccid === null ? words('order.noEsim') : <code>{line.iccid}</code>}</td>
              <td>{usageOf(line, locale, words)}</td>
              <td className="number">
                {formatMoney(locale, line.amount)}
                {line.isReturned && (
                  <>
                    <br />
                    <span className="badge bad">
                      {words(line.replacedBy === null ? 'order.returned' : 'order.replaced')}
                    </span>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
