import type { ReactNode } from 'react'
import { invoiceSubject } from '../../messages/alerts.ts'
import type { OrderForStaff } from '../../orders/order-for-office.ts'
import { erased } from '../../kit/email.shared.ts'
import { formatMoney, formatTime } from '../../words/formats.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { EmailAddress } from '../../ui/support-links.tsx'
import { ActionNotice } from '../action-notice.tsx'
import type { DoneText } from '../action-notice.tsx'
import { BackLink } from '../layout/back-link.tsx'
import { StatusBadge } from './status-badge.tsx'
import { useOffice } from '../office.tsx'
import { SubjectForms } from '../subject-forms.tsx'
import type { OrderSubject } from './actions/order-action.ts'
import { orderActions } from './actions/order-actions.ts'
import { AlertNotices, useRemedies } from './alert-notices.tsx'
import { customerOf } from './customer-of.ts'
import { OrderLines } from './order-lines.tsx'
import { Timeline } from './timeline.tsx'
import type { OrderViewProps } from './order-view-props.ts'

export function OrderView(props: OrderViewProps) {
  const { words } = useOffice()
  const { order, alerts, timeline, rejected } = props
  const subject = { order, alerts }
  const remedies = useRemedies(subject)
  const seenAt = rejected?.failure.code === 'conflict' ? rejected.seenAt : null
  return (
    <>
      <BackLink href={officeHref('orders')} page={words('sections.orders')} />
      <div className="heading">
        <OrderHeading {...subject} />
        <OrderLinks {...props} />
      </div>
      <ActionNotice done={doneText(props)} failure={rejected?.failure ?? null} />
      <AlertNotices {...subject} />
      <div className="order">
        <div className="stack">
          <OrderFacts {...props} />
          <OrderLines lines={order.lines} />
        </div>
        <SubjectForms
          {...props}
          href={officeHref('order', { id: order.invoiceID })}
          version={order.version}
          subject={subject}
          actions={orderActions}
          opened={remedies}
        />
        <section className="panel" aria-labelledby="timeline">
          <h2 id="timeline">{words('order.timeline')}</h2>
          <Timeline entries={timeline} seenAt={seenAt} />
        </section>
      </div>
    </>
  )
}

/** The alert is still open after a confirmation if another recorded refund is doubted. */
function doneText({ done, order }: OrderViewProps): DoneText | null {
  const isOpen = done === 'confirm-refund' && order.doubtedRefunds.length > 0
  return isOpen ? 'confirm-one-refund' : done
}

/** Names the customer, with the state of the order. */
function OrderHeading({ order, alerts }: OrderSubject) {
  const { words } = useOffice()
  const hasDispute = alerts.some(({ kind }) => kind === 'dispute')
  return (
    <h1>
      <span>
        <EmailAddress email={customerOf(words, order.email)} />
      </span>{' '}
      <StatusBadge {...order} />
      {hasDispute && order.status !== 'disputed' && (
        <span className="badge bad">{words('statuses.disputed')}</span>
      )}
      {order.frozenAt !== null && <span className="badge bad">{words('order.frozen')}</span>}
    </h1>
  )
}

/** Links to the customer's messages and pages. */
function OrderLinks({ order }: OrderViewProps) {
  const { words } = useOffice()
  const { invoiceID, lang, email, paidAt } = order
  return (
    <p className="groups">
      {email !== erased && (
        <a href={officeHref('messages', { q: email })}>{words('sections.messages')}</a>
      )}
      <a href={href(lang, 'paymentSuccess', null, { invoiceID })}>{words('order.customerPage')}</a>
      {paidAt !== null && (
        <a href={href(lang, 'paymentReceipt', null, { invoiceID })}>{words('order.receipt')}</a>
      )}
    </p>
  )
}

function OrderFacts({ order }: OrderViewProps) {
  const { locale, words } = useOffice()
  const language = new Intl.DisplayNames(locale, { type: 'language' }).of(order.lang)
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [words('order.number'), invoiceSubject.of(order.invoiceID)],
    [words('order.amount'), formatMoney(locale, order.amount)],
    [words('order.unrefunded'), formatMoney(locale, order.unrefunded)],
    [words('order.ordered'), formatTime(order.createdAt)],
    [words('order.paid'), order.paidAt && formatTime(order.paidAt)],
    [words('order.receiptNumber'), order.receiptNumber],
    [words('order.creditNotes'), creditNotesOf(locale, order)],
    [words('order.language'), language],
    [words('order.promocode'), promocodeOf(order)],
    [words('order.referralCode'), partnerOf(order)],
    [words('order.campaign'), order.campaign],
    [words('order.phoneModel'), order.phoneModel],
  ]
  return (
    <dl className="panel facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Lists the credit notes, with links to the customer's pages. */
function creditNotesOf(locale: Locale, { invoiceID, lang, creditNotes }: OrderForStaff): ReactNode {
  if (creditNotes.length === 0) return null
  return creditNotes.map(({ number, cancels, amount }) => (
    <div key={number}>
      <a href={href(lang, 'paymentReceipt', null, { invoiceID, creditNote: number })}>{number}</a>:{' '}
      {formatMoney(locale, cancels === null ? { ...amount, minor: -amount.minor } : amount)}
    </div>
  ))
}

function promocodeOf({ promocode }: OrderViewProps['order']): ReactNode {
  return promocode && <a href={officeHref('promoCodes', { q: promocode })}>{promocode}</a>
}

/** Returns the referral code, with a link to its partner. Links may have codes of no partner. */
function partnerOf({ referralCode, referrerID }: OrderViewProps['order']): ReactNode {
  if (referrerID === null) return referralCode
  return <a href={officeHref('partner', { id: referrerID })}>{referralCode}</a>
}
