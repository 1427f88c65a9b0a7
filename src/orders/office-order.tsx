import type { z } from 'zod'
import type { ReactNode } from 'react'
import { orderForStaff } from './order-for-office.ts'
import type { OrderForStaff } from './order-for-office.ts'
import { orderTimeline } from './timeline.ts'
import type { TimelineEntry } from './timeline.ts'
import { openAlertsOf } from '../office/open-alerts.ts'
import type { OpenAlert } from '../office/open-alerts.ts'
import { err } from '../kit/result.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { actionForm, failureStatus, ActionNotice } from '../office/action-form.tsx'
import type { DoneText } from '../office/action-form.tsx'
import { useOffice } from '../office/office.tsx'
import type { OfficeContext } from '../office/office.tsx'
import { showRefusal } from '../office/refusal.tsx'
import { renderPage, BackLink } from '../office/document.tsx'
import { actionIn, actionPost, screen, subjectQuery } from '../office/routing.ts'
import type { RejectedForm } from '../office/routing.ts'
import { customerOf, StatusBadge } from './office-orders.tsx'
import type { OrderSubject } from './office-line-actions.tsx'
import { orderActions } from './office-actions.tsx'
import { invoiceSubject } from '../messages/alerts.ts'
import type { AlertKind } from '../messages/alerts.ts'
import { erased } from '../kit/email.shared.ts'
import { formatMoney, formatTime } from '../words/formats.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { href } from '../words/paths.shared.ts'
import { EmailAddress } from '../ui/support-links.tsx'
import { SubjectForms } from '../office/subject-forms.tsx'
import { OrderLines, Timeline } from './office-order-lines.tsx'
import type { Action, OrderActionName } from '../api/staff.ts'
import { alertDetailText } from '../messages/alert-detail.ts'
import { excessOf } from './office-refunds.tsx'

export const orderPage = screen({ query: subjectQuery, get: showOrder })

export const orderAction = actionPost({
  query: subjectQuery,
  form: actionForm.extend({ action: actionIn(orderActions) }),
  async run(c, { query: { id: invoiceID }, form, input, fields }) {
    const { context, person } = c.var
    const subject = await loadOrder(c, invoiceID)
    if (!subject) return err({ code: 'not-found' })
    return form.action.run(context, person, input, fields, subject)
  },
  hrefAfter: ({ query, form }) => officeHref('order', { id: query.id, done: form.action.name }),
  showAgain: showOrder,
})

async function showOrder(
  c: OfficeContext,
  { id: invoiceID, done }: z.output<typeof subjectQuery>,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const { context, words } = c.var
  const [subject, timeline] = await Promise.all([
    loadOrder(c, invoiceID),
    orderTimeline(context, invoiceID),
  ])
  if (!subject) return showRefusal(c, 'notFound', 404)
  const { order, alerts } = subject
  return renderPage(
    c,
    {
      title: words('order.title', { email: customerOf(words, order.email) }),
      section: 'orders',
    },
    <OrderView order={order} alerts={alerts} timeline={timeline} done={done} rejected={rejected} />,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

/** Returns null if there is no such order. */
async function loadOrder(
  { var: { context, locale } }: OfficeContext,
  invoiceID: string,
): Promise<OrderSubject | null> {
  const [order, alerts] = await Promise.all([
    orderForStaff(context, invoiceID, locale),
    openAlertsOf(context, invoiceID),
  ])
  return order && { order, alerts }
}

function OrderView(props: OrderViewProps) {
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

type OrderViewProps = {
  readonly order: OrderForStaff
  /** The alerts about this order, as on Today. */
  readonly alerts: readonly OpenAlert[]
  readonly timeline: readonly TimelineEntry[]
  /** The action that has just been done. */
  readonly done: Action | null
  readonly rejected: RejectedForm | null
}

/** The forms that end an alert. The texts of the other alerts explain how they end. */
const remedies: { readonly [kind in AlertKind]?: readonly OrderActionName[] } = {
  overcharged: ['refund'],
  'refund-counted-twice': ['revert-refund', 'confirm-refund'],
  'mail-bounced': ['address'],
  'profile-returned': ['reissue'],
  'supplier-order-held': ['decide-supplier-order'],
}

/**
 * Returns the forms that end an open alert of the order, and that the person may use. The page
 * shows them open.
 */
function useRemedies(subject: OrderSubject): ReadonlySet<OrderActionName> {
  const { may } = useOffice()
  const { order, alerts } = subject
  const names = alerts.flatMap(({ kind }) => remedies[kind] ?? [])
  return new Set(
    orderActions
      .filter((action) => may(action.name) && action.isPossible(subject))
      .map(({ name }) => name)
      .filter((name) => names.includes(name))
      // The alert lasts until the provider confirms the refund.
      .filter((name) => name !== 'refund' || excessOf(order) > 0),
  )
}

/** Shows the alerts about the order, as on Today, with links to the forms that end them. */
function AlertNotices(subject: OrderSubject) {
  const { locale, words, shopWords } = useOffice()
  const possible = useRemedies(subject)
  return subject.alerts.map(({ kind, subject: about, detail }) => {
    const forms = (remedies[kind] ?? []).filter((name) => possible.has(name))
    return (
      <div key={`${kind} ${about}`} className="notice warn">
        <p>
          <b className="sentence">{shopWords(`alerts.titles.${kind}`)}</b>{' '}
          {alertDetailText(locale, detail)}
        </p>
        <p>{shopWords(`alerts.actions.${kind}`)}</p>
        {forms.length > 0 && (
          <p className="groups">
            {forms.map((name) => (
              <a key={name} href={`#${name}`}>
                {words(`actions.${name}.title`)}
              </a>
            ))}
          </p>
        )}
      </div>
    )
  })
}
