import { z } from 'zod'
import { invoiceID } from '../../contract/common.ts'
import type { Invoice } from '../../contract/purchase.ts'
import type { AppContext } from '../../http/app-env.ts'
import { apiErrorPage } from '../../http/page/error-pages.tsx'
import { page } from '../../http/page/page.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'
import { TariffSummary } from '../../ui/tariffs/tariff-summary.tsx'

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
    case 'success':
      return c.render(<Success invoice={invoice} next={next(invoice)} />, {
        title: words('payment.successTitle'),
        refresh: { seconds: countdown, to: next(invoice) },
      })
    case 'refunded':
    case 'disputed':
    case 'expired': {
      const title = words(`payment.${invoice.status}Title`)
      const text = words(`payment.${invoice.status}Text`)
      return c.render(<Stage title={title} text={text} invoice={invoice} />, { title })
    }
    case 'processing':
    case 'paid': {
      const isPaid = invoice.status === 'paid'
      const title = words(isPaid ? 'payment.issuingTitle' : 'payment.processingTitle')
      const text = isPaid
        ? words('payment.issuingText', { email: invoice.email })
        : words('payment.processingText')
      return c.render(<Stage title={title} text={text} invoice={invoice} isWaiting />, {
        title,
        refresh: { seconds: polling },
      })
    }
  }

  function next({ hash }: Invoice): string {
    return hash === null ? href(locale, 'product') : href(locale, 'instruction', null, { hash })
  }
}

function Success({ invoice, next }: { invoice: Invoice; next: string }) {
  const { words } = useSite()
  const countdownTexts = Array.from({ length: countdown + 1 }, (_, count) =>
    words('payment.countdown', { count }),
  )
  return (
    <section className="result">
      <p className="seal" aria-hidden="true">
        {words('payment.stamp')}
      </p>
      <h1>{words('payment.successTitle')}</h1>
      <p className="lead">{words('payment.successText', { email: invoice.email })}</p>
      <a className="button" href={next}>
        {words('payment.open')}
      </a>
      <p className="soft" data-countdown={JSON.stringify(countdownTexts)}>
        {countdownTexts.at(-1)}
      </p>
      <TariffSummary tariff={invoice.tariff} amount={invoice.amount} />
    </section>
  )
}

type StageProps = {
  readonly title: string
  readonly text: string
  readonly invoice: Invoice
  readonly isWaiting?: boolean
}

function Stage({ title, text, invoice, isWaiting = false }: StageProps) {
  const { locale, words, path } = useSite()
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
      {invoice.status === 'expired' && (
        <a
          className="button"
          href={href(locale, 'order', null, { tariffID: invoice.tariff.tariffID })}
        >
          {words('payment.orderAgain')}
        </a>
      )}
      <TariffSummary tariff={invoice.tariff} amount={invoice.amount} />
    </section>
  )
}
