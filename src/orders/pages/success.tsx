import { z } from 'zod'
import { invoiceID } from '../../api/common.ts'
import type { Esim } from '../../esims/operations.ts'
import { isMoneyBack, type Order } from '../operations.ts'
import { deviceOf, isPhone } from '../../kit/visitor.ts'
import { userAgentOf, type AppContext } from '../../site/app-env.ts'
import { ContentStyles } from '../../site/page-styles.tsx'
import { linkErrorPage } from '../../site/error-pages.tsx'
import { page } from '../../site/page.ts'
import { formatMoney, formatTime } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { useSite } from '../../ui/site.tsx'
import { UnbrokenAddresses } from '../../ui/copy-line.tsx'
import {
  OrderAgain,
  OrderFacts,
  isOnHold,
  MoneyNotes,
  OrderSheet,
  topUpOf,
} from './order-sheet.tsx'
import { countdown, pageOfEsim, Success } from './success-view.tsx'

const styles = 'purchase'

/** Seconds between checks of a pending payment. */
const polling = 3

const successQuery = z.object({
  invoiceID,
  /** Keeps the page open: it neither refreshes nor opens the next page (WCAG 2.2.1). */
  stay: z.literal('1').optional().catch(undefined),
})
type SuccessQuery = z.output<typeof successQuery>

/** Shows the state of a payment. Only the provider's webhook changes it. */
export const paymentSuccessPage = page('paymentSuccess', {
  access: 'private',
  query: successQuery,
  needs: { oneOf: ['invoiceID'], orGoTo: 'product' },
  get: (c, { query }) => show(c, query),
})

async function show(c: AppContext, { invoiceID: id, stay }: SuccessQuery) {
  const { locale, words, api } = c.var
  const answer = await api.invoice({ invoiceID: id })
  if (!answer.ok) return linkErrorPage(c, answer.error, words('payment.unknownText'))
  const invoice = answer.value.data
  const stayHref = stay ? null : href(locale, 'paymentSuccess', null, { invoiceID: id, stay: '1' })

  const stage = stageOf(invoice)
  switch (stage) {
    case 'failed':
      return c.redirect(href(locale, 'paymentFailed', null, { invoiceID: id }), 303)
    case 'success': {
      const next = stayHref && nextPage(c, invoice)
      const esims = await readEsims(c, invoice)
      const order = { invoice, esims, isOnPhone: isOnPhone(c) }
      return c.render(<Success {...order} stayHref={next && stayHref} />, {
        title: words('payment.successTitle'),
        styles,
        ...(next !== null && { refresh: { seconds: countdown, to: next } }),
      })
    }
    case 'frozen':
    case 'refunding':
    case 'refunded':
    case 'lost':
    case 'disputed':
    case 'expired': {
      const title = words(`payment.${stage}Title`)
      const text = textOf(c, stage, invoice)
      return c.render(<Stage title={title} text={text} invoice={invoice} />, { title, styles })
    }
    case 'processing':
    case 'paid':
      return showWaiting(c, invoice, stayHref)
  }
}

async function showWaiting(c: AppContext, order: Order, stayURL: string | null) {
  const { title, text } = waitingTexts(c, order)
  const esims = await readEsims(c, order)
  // Restocking takes hours, and a refresh would interrupt a visitor who scans another code.
  const stayHref = order.refundBy === null ? stayURL : null
  const state = { title, text, invoice: order, esims, isOnPhone: isOnPhone(c), stayHref }
  return c.render(<Stage {...state} isWaiting />, {
    title,
    styles,
    ...(stayHref !== null && { refresh: { seconds: polling } }),
  })
}

type FinalStage = 'frozen' | 'refunding' | 'refunded' | 'lost' | 'disputed' | 'expired'

function textOf({ var: { locale, words } }: AppContext, stage: FinalStage, order: Order) {
  if (stage === 'frozen' && !canInstall(order)) return words('payment.frozenWaitingText')
  if (stage === 'lost')
    return words('payment.lostText', { amount: formatMoney(locale, order.lost) })
  return words(`payment.${stage}Text`)
}

function stageOf(order: Order): Order['status'] | 'frozen' | 'refunding' {
  const { status, lines } = order
  if (isOnHold(order)) return 'frozen'
  if (status === 'paid' && lines.every((line) => line.status === 'refunded')) return 'refunding'
  return status === 'paid' && isDone(order) ? 'success' : status
}

/** A gift that waits for its date counts as done, because it has no progress to show. */
function isDone({ lines }: Order): boolean {
  return lines.every((line) => line.status !== 'waiting')
}

/** Whether the order has eSIMs for its buyer. A gift has a hash only for its recipient. */
function canInstall(order: Order): boolean {
  return isDone(order) && order.lines.some(({ hash }) => hash !== null)
}

/** Returns the eSIMs of an order that can be installed. */
async function readEsims({ var: { api } }: AppContext, { lines }: Order) {
  const hashes = lines.flatMap(({ hash }) => hash ?? [])
  const answers = await Promise.all(hashes.map(async (hash) => api.esim({ hash })))
  return answers.flatMap((answer) => (answer.ok ? [answer.value.data] : []))
}

function isOnPhone(c: AppContext): boolean {
  return isPhone(deviceOf(userAgentOf(c) ?? ''))
}

/**
 * Returns the eSIM's page, which opens automatically, or null if the order has several eSIMs or a
 * refund to show.
 */
function nextPage(c: AppContext, order: Order): string | null {
  const { lines, refunded, overcharged } = order
  if (lines.length > 1 || refunded.minor > 0 || overcharged.minor > 0) return null
  return pageOfEsim(c.var.locale, order)
}

function waitingTexts(c: AppContext, order: Order) {
  const { words } = c.var
  const { status, lines, refundBy } = order
  const waiting = lines.filter((line) => line.status === 'waiting')
  const email = [...new Set(waiting.map(({ recipient }) => recipient ?? order.email))].join(', ')
  const late = lines.length === 1 ? 'payment.soldOutText' : 'payment.someSoldOutText'
  const texts = topUpOf(order)
    ? ({ issuing: 'topUp.addingText', late: 'topUp.lateText' } as const)
    : ({ issuing: 'payment.issuingText', late } as const)
  if (status === 'processing')
    return { title: words('payment.processingTitle'), text: words('payment.processingText') }
  return {
    title: words('payment.issuingTitle'),
    text:
      refundBy === null
        ? words(texts.issuing, { email })
        : words(texts.late, { email, time: formatTime(refundBy) }),
  }
}

type StageProps = {
  readonly title: string
  readonly text: string
  readonly invoice: Order
  readonly esims?: readonly Esim[]
  readonly isOnPhone?: boolean
  readonly isWaiting?: boolean
  /** The URL of this page without the refresh, or null if it does not refresh. */
  readonly stayHref?: string | null
}

function Stage({ title, text, invoice, isWaiting, stayHref = null, ...order }: StageProps) {
  const { words, path } = useSite()
  return (
    <section className="result">
      {isWaiting && invoice.refundBy === null && <span className="spinner" aria-hidden="true" />}
      <h1>{title}</h1>
      <p className="lead" role="status">
        <UnbrokenAddresses text={text} />
      </p>
      {stayHref !== null && (
        <p className="soft">
          {words('payment.refreshes')} <a href={stayHref}>{words('payment.stopRefreshing')}</a>
        </p>
      )}
      <ContentStyles styles={styles} />
      {isWaiting && (
        <a className="button quiet" href={path}>
          {words('payment.refresh')}
        </a>
      )}
      {invoice.status === 'processing' && !isOnHold(invoice) && <BackToPayment invoice={invoice} />}
      <MoneyNotes invoice={invoice} />
      {isFinal(invoice) && <OrderAgain invoice={invoice} label={words('payment.orderAgain')} />}
      <OrderSheet invoice={invoice} {...order} />
      <OrderFacts invoice={invoice} />
    </section>
  )
}

/**
 * Leads to a payment page again, because the buyer may have left it before paying. The API cancels
 * the earlier payment first, so that only one page can be paid.
 */
function BackToPayment({ invoice: order }: { readonly invoice: Order }) {
  const { locale, words } = useSite()
  const { invoiceID: id } = order
  return (
    <form method="post" action={href(locale, 'paymentFailed', null, { invoiceID: id })}>
      {words('payment.leftUnpaid')}{' '}
      <button className="link-button">{words('payment.backToPayment')}</button>
    </form>
  )
}

/** Whether the order is final, so that a new order is the next step. */
function isFinal(order: Order): boolean {
  return (order.status === 'expired' && !isOnHold(order)) || isMoneyBack(order.status)
}
