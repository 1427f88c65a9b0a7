import type { OpenDecisions } from '../../office/open-alerts.ts'
import { orderGroups } from '../../office/watched-orders.ts'
import type { OrderGroup } from '../../office/watched-orders.ts'
import { formatNumber } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { useOffice } from '../office.tsx'

type Props = {
  readonly orders: { readonly [group in OrderGroup]: number }
  /** Unanswered messages of visitors. */
  readonly questions: number
  readonly decisions: OpenDecisions
  /** Mail and SMS that could not be sent. */
  readonly messages: number
}

/** Shows the number of open items of each kind. */
export function AttentionTiles({ orders, questions, decisions, messages }: Props) {
  const { locale, words } = useOffice()
  return (
    <div className="tiles">
      {orderGroups.map((group) => (
        <a
          key={group}
          href={officeHref('orders', { group })}
          className={tileClass(orders[group], group)}
        >
          <span>{words(`groups.${group}`)}</span>
          <b>{formatNumber(locale, orders[group])}</b>
        </a>
      ))}
      <a href={officeHref('messages')} className="tile">
        <span>{words('today.openMessages')}</span>
        <b>{formatNumber(locale, questions)}</b>
      </a>
      <a href={officeHref('partners')} className="tile">
        <span>{words('today.openWithdrawals')}</span>
        <b>{formatNumber(locale, decisions.withdrawals)}</b>
      </a>
      <a href={officeHref('reviews')} className="tile">
        <span>{words('today.openReviews')}</span>
        <b>{formatNumber(locale, decisions.reviews)}</b>
      </a>
      <a href={officeHref('failedMessages')} className={tileClass(messages)}>
        <span>{words('today.failedMessages')}</span>
        <b>{formatNumber(locale, messages)}</b>
      </a>
    </div>
  )
}

/** A waiting order is not a problem yet, because delivery takes seconds. */
function tileClass(count: number, group?: OrderGroup): string {
  return count > 0 && group !== 'waiting' ? 'tile bad' : 'tile'
}
