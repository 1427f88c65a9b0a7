import { z } from 'zod'
import { invoiceID } from '../../api/common.ts'
import { isPayable } from '../operations.ts'
import type { Invoice } from '../operations.ts'
import { err, ok } from '../../kit/result.shared.ts'
import type { Result } from '../../kit/result.shared.ts'
import type { AppContext } from '../../site/app-env.ts'
import { ContentStyles } from '../../site/page-styles.tsx'
import { linkErrorPage, notFoundPage } from '../../site/error-pages.tsx'
import { page } from '../../site/page.ts'
import { markRejected } from '../../site/form-answer.ts'
import { formAction } from '../../site/form-input.ts'
import { href } from '../../words/paths.shared.ts'
import { soldOutText } from '../../words/plan-words.ts'
import { textsOf } from '../../words/texts.shared.ts'
import type { Words } from '../../words/words.shared.ts'
import { FormError } from '../../ui/post-form.shared.tsx'
import { ChoosePlanActions } from '../../plans/plan-facts.tsx'
import { useSite } from '../../ui/site.tsx'
import type { ApiError } from '../../site/api/api-result.ts'
import { OrderAgain, OrderFacts, MoneyNotes, OrderSheet } from './order-sheet.tsx'

export const paymentFailedPage = page('paymentFailed', {
  access: 'private',
  query: z.object({ invoiceID: invoiceID.optional() }),
  async get(c, { query }) {
    if (query.invoiceID === undefined) return show(c, null)
    const invoice = await loadUnpaid(c, query.invoiceID)
    return invoice.ok ? show(c, invoice.value) : invoice.error
  },
  post: (_, { query: { invoiceID: id } }) =>
    formAction(id === undefined ? notFoundPage : async (c) => payAgain(c, id)),
})

async function payAgain(c: AppContext, id: string) {
  const invoice = await loadUnpaid(c, id)
  if (!invoice.ok) return invoice.error
  const again = await c.var.api.invoicePayment({ invoiceID: id })
  return again.ok
    ? c.redirect(again.value.data.paymentURL, 303)
    : show(c, invoice.value, again.error)
}

/** Loads an unpaid invoice, or returns an error page or the redirect for another invoice. */
async function loadUnpaid(c: AppContext, id: string): Promise<Result<Invoice, Response>> {
  const answer = await c.var.api.invoice({ invoiceID: id })
  if (!answer.ok) return err(await linkErrorPage(c, answer.error))
  if (isPayable(answer.value.data.status)) return ok(answer.value.data)
  return err(c.redirect(href(c.var.locale, 'paymentSuccess', null, { invoiceID: id }), 303))
}

function show(c: AppContext, invoice: Invoice | null, errors: ApiError | null = null) {
  if (errors) markRejected(c, errors.status)
  const title = c.var.words('payment.failedTitle')
  return c.render(<FailedPayment invoice={invoice} errors={errors} />, {
    title,
    styles: invoice ? 'purchase' : 'result',
  })
}

function FailedPayment({ invoice, errors }: { invoice: Invoice | null; errors: ApiError | null }) {
  const { words, path } = useSite()
  // Without an order, it is unknown whether the payment arrived.
  const isOpen = invoice === null || invoice.status === 'processing'
  return (
    <section className="result">
      <h1>{words('payment.failedTitle')}</h1>
      {isOpen && <p className="notice">{words('payment.notReceived')}</p>}
      <p className="lead">{leadText(words, invoice)}</p>
      {invoice && <ContentStyles styles="purchase" />}
      <FormError
        errors={errors}
        fallback={`${words('order.failed')}. ${words('errors.serverText')}`}
        texts={textsOf(words, ['errors.formSummary'])}
        getsFocus
      />
      {invoice ? (
        <>
          {isSoldOut(invoice) ? (
            <OrderAgain invoice={invoice} label={words('order.change')} />
          ) : (
            <form method="post" action={path}>
              <button className="button tall">{words('payment.again')}</button>
            </form>
          )}
          <MoneyNotes invoice={invoice} />
          <OrderSheet invoice={invoice} />
          <OrderFacts invoice={invoice} />
        </>
      ) : (
        <ChoosePlanActions />
      )}
    </section>
  )
}

function isSoldOut({ lines }: Invoice): boolean {
  return lines.some(({ tariff, topUp }) => topUp === null && !tariff.inStock)
}

function leadText(words: Words, invoice: Invoice | null): string {
  const isUncharged = invoice?.status === 'failed'
  if (invoice && isSoldOut(invoice)) {
    if (!isUncharged) return words('errors.outOfStock')
    return soldOutText(
      words,
      invoice.lines.map(({ tariff }) => tariff),
    )
  }
  const text = words('payment.failedText')
  return isUncharged ? `${words('payment.notCharged')} ${text}` : text
}
