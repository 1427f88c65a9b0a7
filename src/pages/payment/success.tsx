import { z } from 'zod'
import { invoiceID } from '../../contract/common.ts'
import type { Invoice } from '../../contract/purchase.ts'
import type { AppContext } from '../../http/app-env.ts'
import { apiErrorPage } from '../../http/page/error-pages.tsx'
import { page } from '../../http/page/page.ts'
import { formatTime } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'
import { OrderSheet, topUpOf } from './order-sheet.tsx'

/** Seconds until the eSIM page opens, and between checks of a pending payment. */
const countdown = 10
const polling = 3

/** Shows the state of a payment. Never changes it: the provider's webhook does. */
export const paymentSuccessPage = page('paymentSuccess', {
  access: 'private',
  query: z.object({ invoiceID }),
  get: (c, { query }) => show(c, query.invoiceID),
})

async function show(c: AppContext, id: string) {
  const { locale, words, api } = c.var
  const answer = await api.invoice({ invoiceID: id })
  if (!answer.ok) return apiErrorPage(c, answer.error)
  const invoice = answer.value.data

  switch (invoice.status) {
    case 'failed':
      return c.redirect(href(locale, 'paymentFailed', null, { invoiceID: id }), 303)
    case 'success': {
      const next = nextPage(c, invoice)
      return c.render(<Success invoice={invoice} next={next} />, {
        title: words('payment.successTitle'),
        ...(next !== null && { refresh: { seconds: countdown, to: next } }),
      })
    }
    case 'refunded':
    case 'disputed':
    case 'expired': {
      const title = words(`payment.${invoice.status}Title`)
      const text = words(`payment.${invoice.status}Text`)
      return c.render(<Stage title={title} text={text} invoice={invoice} />, { title })
    }
    case 'processing':
    case 'paid': {
      const { title, text } = waitingTexts(c, invoice)
      return c.render(<Stage title={title} text={text} invoice={invoice} isWaiting />, {
        title,
        refresh: { seconds: polling },
      })
    }
  }
}

/** The eSIM's page, which opens by itself; null when the order has more to read than one link. */
function nextPage(c: AppContext, invoice: Invoice): string | null {
  const { lines, refunded, overcharged } = invoice
  if (lines.length > 1 || refunded.minor > 0 || overcharged.minor > 0) return null
  return pageOfEsim(c.var.locale, invoice)
}

/** Where a new eSIM is installed, or where added data is seen. */
function pageOfEsim(locale: Locale, invoice: Invoice): string | null {
  const { hash } = invoice
  if (hash === null) return null
  return href(locale, topUpOf(invoice) ? 'operatorInfo' : 'instruction', null, { hash })
}

function waitingTexts(c: AppContext, invoice: Invoice) {
  const { words } = c.var
  const { status, email, refundBy } = invoice
  const texts = topUpOf(invoice)
    ? ({ issuing: 'topUp.addingText', late: 'topUp.lateText' } as const)
    : ({ issuing: 'payment.issuingText', late: 'payment.soldOutText' } as const)
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

function Success({ invoice, next }: { invoice: Invoice; next: string | null }) {
  const { locale, words } = useSite()
  const { email, lines } = invoice
  const isTopUp = topUpOf(invoice) !== null
  const opens = isTopUp ? 'topUp.countdown' : 'payment.countdown'
  const countdownTexts = Array.from({ length: countdown + 1 }, (_, count) =>
    words(opens, { count }),
  )
  const url = lines.length === 1 ? pageOfEsim(locale, invoice) : null
  return (
    <section className="result">
      <p className="seal" aria-hidden="true">
        {words('payment.paid')}
      </p>
      <h1>{words('payment.successTitle')}</h1>
      <p className="lead">{words(isTopUp ? 'topUp.doneText' : 'payment.successText', { email })}</p>
      {url !== null && (
        <a className="button tall" href={url}>
          {words(isTopUp ? 'topUp.open' : 'payment.open')}
        </a>
      )}
      {next !== null && (
        <p className="soft" data-countdown={JSON.stringify(countdownTexts)}>
          {countdownTexts.at(-1)}
        </p>
      )}
      <OrderSheet invoice={invoice} />
      {!isTopUp && <NextSteps />}
    </section>
  )
}

function NextSteps() {
  const { words } = useSite()
  return (
    <>
      <h2>{words('payment.nextTitle')}</h2>
      <ol className="numbered">
        <li>{words('payment.next1')}</li>
        <li>{words('payment.next2')}</li>
        <li>{words('payment.next3')}</li>
      </ol>
    </>
  )
}

function OrderAgain({ invoice }: { readonly invoice: Invoice }) {
  const { locale, words } = useSite()
  const { canOrderAgain, tariff } = invoice
  const { hash = null } = topUpOf(invoice) ?? {}
  if (hash !== null)
    return (
      <a className="button" href={href(locale, 'topUp', null, { hash })}>
        {words('topUp.again')}
      </a>
    )
  return canOrderAgain ? (
    <a className="button" href={href(locale, 'order', null, { tariffID: tariff.tariffID })}>
      {words('payment.orderAgain')}
    </a>
  ) : (
    <a className="button" href={href(locale, 'countries')}>
      {words('payment.choose')}
    </a>
  )
}

type StageProps = {
  readonly title: string
  readonly text: string
  readonly invoice: Invoice
  readonly isWaiting?: boolean
}

function Stage({ title, text, invoice, isWaiting = false }: StageProps) {
  const { words, path } = useSite()
  return (
    <section className="result">
      {isWaiting && <span className="waiting" aria-hidden="true" />}
      <h1>{title}</h1>
      <p className="lead" role="status">
        {text}
      </p>
      {isWaiting && (
        <a className="button quiet" href={path}>
          {words('payment.refresh')}
        </a>
      )}
      {invoice.status === 'expired' && <OrderAgain invoice={invoice} />}
      <OrderSheet invoice={invoice} />
    </section>
  )
}
