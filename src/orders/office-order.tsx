import type { ReactNode } from 'react'
import type { OrderActionName } from '../api/staff.ts'
import { erased } from '../kit/email.shared.ts'
import { alertDetailText } from '../messages/alert-detail.ts'
import { orderSubject, type AlertKind } from '../messages/alerts.ts'
import { ActionNotice, usePageState } from '../office/action-form.tsx'
import { ActionPanel } from '../office/actions.tsx'
import { BackLink } from '../office/document.tsx'
import { FactList, Panel } from '../office/lists.tsx'
import {
  useOffice,
  type Office,
  type OfficeContext,
  type OfficeWords,
} from '../office/office-context.tsx'
import { openAlertsOf } from '../office/open-alerts.ts'
import { resource } from '../office/resource.tsx'
import { subjectQuery } from '../office/routing.ts'
import { EmailAddress } from '../ui/support-links.tsx'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { href } from '../words/paths.shared.ts'
import { sql } from '../kit/sql.ts'
import { restoreOrders } from './archive.ts'
import { orderActions } from './office-actions.tsx'
import type { OrderSubject } from './office-line-actions.tsx'
import { OrderLines, Timeline } from './office-order-lines.tsx'
import { StatusBadge, customerOf } from './office-orders.tsx'
import { excessOf } from './office-refunds.tsx'
import { orderForOffice, type OrderForOffice } from './order-for-office.ts'
import { orderTimeline, type TimelineEntry } from './timeline.ts'

/** Shows an order with everything that happened to it, and its forms. */
export const orderScreen = resource({
  page: 'order',
  section: 'orders',
  query: subjectQuery,
  async load(c, query) {
    const [subject, timeline] = await Promise.all([
      loadOrder(c, query),
      orderTimeline(c.var.context, query.id),
    ])
    return subject && { ...subject, timeline }
  },
  title: ({ words }, { order }) => words('order.title', { email: customerOf(words, order.email) }),
  View: OrderView,
  forms: {
    actions: orderActions,
    async subject(c, query) {
      await restoreOrders(c.var.context, sql`id = ${query.id}`)
      return loadOrder(c, query)
    },
    href: ({ id }, done) => officeHref('order', { id, done }),
  },
})

/** Returns null if there is no such order. */
async function loadOrder(
  { var: { context, locale } }: OfficeContext,
  { id: invoiceID }: { readonly id: string },
): Promise<OrderSubject | null> {
  const [order, alerts] = await Promise.all([
    orderForOffice(context, invoiceID, locale),
    openAlertsOf(context, invoiceID),
  ])
  return order && { order, alerts }
}

type OrderViewProps = OrderSubject & { readonly timeline: readonly TimelineEntry[] }

function OrderView({ timeline, ...subject }: OrderViewProps) {
  const { words } = useOffice()
  const { order } = subject
  const { rejected } = usePageState()
  return (
    <>
      <BackLink to="orders" />
      <div className="heading">
        <OrderHeading {...subject} />
        <OrderLinks order={order} />
      </div>
      <ActionNotice />
      <AlertNotices {...subject} />
      <div className="order">
        <div className="stack">
          <OrderFacts order={order} />
          <OrderLines lines={order.lines} />
        </div>
        <ActionPanel
          subject={subject}
          version={order.version}
          actions={orderActions}
          opened={useRemedies(subject)}
        />
        <Panel id="timeline" heading={words('order.timeline')}>
          <Timeline
            entries={timeline}
            seenAt={rejected?.failure.code === 'conflict' ? rejected.seenAt : null}
          />
        </Panel>
      </div>
    </>
  )
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
      {order.isArchived === 1 && <span className="badge">{words('order.archived')}</span>}
    </h1>
  )
}

/** Links to the customer, and to the pages that the customer sees. */
function OrderLinks({ order }: OrderProps) {
  const { words } = useOffice()
  const { invoiceID, lang, email, paidAt } = order
  return (
    <p className="groups">
      {email !== erased && (
        <a href={officeHref('customer', { email })}>{words('order.customer')}</a>
      )}
      <a href={href(lang, 'paymentSuccess', null, { invoiceID })}>{words('order.customerPage')}</a>
      {paidAt !== null && (
        <a href={href(lang, 'paymentReceipt', null, { invoiceID })}>{words('order.receipt')}</a>
      )}
    </p>
  )
}

type OrderProps = Pick<OrderSubject, 'order'>

function OrderFacts({ order }: OrderProps) {
  const { locale, words, money } = useOffice()
  const language = new Intl.DisplayNames(locale, { type: 'language' }).of(order.lang)
  return (
    <FactList
      isPanel
      facts={[
        [words('order.number'), orderSubject.of(order.invoiceID)],
        [words('order.amount'), money(order.amount)],
        [words('order.unrefunded'), money(order.unrefunded)],
        [words('order.ordered'), formatTime(order.createdAt)],
        [words('order.paid'), order.paidAt && formatTime(order.paidAt)],
        [words('order.receiptNumber'), order.receiptNumber],
        [words('order.creditNotes'), creditNotesOf(money, order)],
        [words('order.vatEvidence'), vatEvidenceOf(words, order)],
        [words('order.language'), language],
        [words('order.promocode'), promocodeOf(order)],
        [words('order.byVoucher'), voucherOf(money, order)],
        [words('order.referralCode'), partnerOf(order)],
        [words('order.campaign'), order.campaign],
        [words('order.phoneModel'), order.phoneModel],
      ]}
    />
  )
}

/** The countries of the card and of the network. The first known one decides the VAT. */
function vatEvidenceOf(words: OfficeWords, { cardCountry, networkCountry }: OrderForOffice) {
  const card = cardCountry && words('order.cardCountry', { country: cardCountry.toUpperCase() })
  const network =
    networkCountry && words('order.networkCountry', { country: networkCountry.toUpperCase() })
  return [card, network].filter(Boolean).join(', ')
}

/** Lists the credit notes, with links to the customer's pages. */
function creditNotesOf(money: Office['money'], { invoiceID, lang, creditNotes }: OrderForOffice) {
  if (creditNotes.length === 0) return null
  return creditNotes.map(({ number, cancels, amount }) => (
    <div key={number}>
      <a href={href(lang, 'paymentReceipt', null, { invoiceID, creditNote: number })}>{number}</a>:{' '}
      {money(cancels === null ? { ...amount, minor: -amount.minor } : amount)}
    </div>
  ))
}

function promocodeOf({ promocode }: OrderForOffice): ReactNode {
  return promocode && <a href={officeHref('promoCodes', { q: promocode })}>{promocode}</a>
}

function voucherOf(
  money: Office['money'],
  { voucherID: id, voucherMinor, amount }: OrderForOffice,
) {
  return (
    id && <a href={officeHref('voucher', { id })}>{money({ ...amount, minor: voucherMinor })}</a>
  )
}

/** Returns the referral code, with a link to its partner. Links may have codes of no partner. */
function partnerOf({ referralCode, referrerID }: OrderForOffice): ReactNode {
  if (referrerID === null) return referralCode
  return <a href={officeHref('partner', { id: referrerID })}>{referralCode}</a>
}

/** The forms that end an alert. The texts of the other alerts explain how they end. */
const remedies: { readonly [kind in AlertKind]?: readonly OrderActionName[] } = {
  overcharged: ['refund'],
  'refund-refused': ['retry-refund', 'repay-refund', 'cancel-refund'],
  'unassigned-refund': ['assign-refund'],
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
