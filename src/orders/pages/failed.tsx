import { z } from 'zod'
import { invoiceID } from '../../api/common.ts'
import { isPayable, type Order } from '../operations.ts'
import { err, ok, type Result } from '../../kit/result.shared.ts'
import type { AppContext } from '../../site/app-env.ts'
import { ContentStyles } from '../../site/page-styles.tsx'
import { linkErrorPage, notFoundPage } from '../../site/error-pages.tsx'
import { page } from '../../site/page.ts'
import { markRejected } from '../../site/form-answer.ts'
import { formAction } from '../../site/form-input.ts'
import { href } from '../../words/paths.shared.ts'
import { currencyName, soldOutText } from '../../words/plan-words.ts'
import { textsOf } from '../../words/texts.shared.ts'
import type { Words } from '../../words/words.shared.ts'
import { FormError } from '../../ui/post-form.shared.tsx'
import { ChoosePlanActions } from '../../ui/support-links.tsx'
import { Notice } from '../../ui/lists.tsx'
import { useSite } from '../../ui/site.tsx'
import type { ApiError } from '../../site/api/api-result.ts'
import { OrderAgain, OrderFacts, isOnHold, MoneyNotes, OrderSheet } from './order-sheet.tsx'

export const paymentFailedPage = page('paymentFailed', {
  access: 'private',
  query: z.object({ invoiceID: invoiceID.optional() }),
  async get(c, { query }) {
    if (query.invoiceID === undefined) return show(c, null)
    const order = await loadUnpaid(c, query.invoiceID)
    return order.ok ? show(c, order.value) : order.error
  },
  post: (_, { query: { invoiceID: id } }) =>
    formAction(id === undefined ? notFoundPage : async (c) => payAgain(c, id)),
})

async function payAgain(c: AppContext, id: string) {
  const order = await loadUnpaid(c, id)
  if (!order.ok) return order.error
  const again = await c.var.api.invoicePayment({ invoiceID: id })
  return again.ok ? c.redirect(again.value.data.paymentURL, 303) : show(c, order.value, again.error)
}

/** Loads an unpaid order, or returns an error page or the redirect for another order. */
async function loadUnpaid(c: AppContext, id: string): Promise<Result<Order, Response>> {
  const answer = await c.var.api.invoice({ invoiceID: id })
  if (!answer.ok) return err(await linkErrorPage(c, answer.error))
  const order = answer.value.data
  if (isPayable(order.status) && !isOnHold(order)) return ok(order)
  return err(c.redirect(href(c.var.locale, 'paymentSuccess', null, { invoiceID: id }), 303))
}

function show(c: AppContext, order: Order | null, errors: ApiError | null = null) {
  if (errors) markRejected(c, errors.status)
  const title = c.var.words('payment.failedTitle')
  return c.render(<FailedPayment invoice={order} errors={errors} />, {
    title,
    styles: order ? 'purchase' : 'result',
  })
}

function FailedPayment({
  invoice: order,
  errors,
}: {
  invoice: Order | null
  errors: ApiError | null
}) {
  const { words } = useSite()
  // Without an order, it is unknown whether the payment arrived.
  const isOpen = order === null || order.status === 'processing'
  return (
    <section className="result">
      <h1>{words('payment.failedTitle')}</h1>
      {isOpen && <Notice text={words('payment.notReceived')} />}
      <p className="lead">{leadText(words, order)}</p>
      {order && <ContentStyles styles="purchase" />}
      <FormError
        errors={errors}
        fallback={`${words('order.failed')}. ${words('errors.serverText')}`}
        texts={textsOf(words, ['errors.formSummary'])}
        getsFocus
      />
      {order ? (
        <>
          {isSoldOut(order) ? (
            <OrderAgain invoice={order} label={words('order.change')} />
          ) : (
            <PayAgain invoice={order} />
          )}
          <MoneyNotes invoice={order} />
          <OrderSheet invoice={order} />
          <OrderFacts invoice={order} />
        </>
      ) : (
        <ChoosePlanActions />
      )}
    </section>
  )
}

/** Shows why payments fail, each with what helps. */
function PayAgain({ invoice: order }: { invoice: Order }) {
  const { words, currencies, path } = useSite()
  const others = currencies.filter((currency) => currency !== order.amount.currency)
  return (
    <>
      <form method="post" action={path}>
        <button className="button tall">{words('payment.again')}</button>
      </form>
      <h2>{words('payment.causes')}</h2>
      <ul>
        <li>{words('payment.causesOf.card')}</li>
        <li>{words('payment.causesOf.bank')}</li>
        {others.length > 0 && (
          <li>
            {words('payment.causesOf.currency', {
              currencies: others.map((currency) => currencyName(words, currency)).join(', '),
            })}{' '}
            <OrderAgain
              invoice={order}
              label={words('payment.orderAgain')}
              className="button quiet small"
            />
          </li>
        )}
      </ul>
    </>
  )
}

function isSoldOut({ lines }: Order): boolean {
  return lines.some(({ tariff: plan, topUp }) => topUp === null && !plan.inStock)
}

function leadText(words: Words, order: Order | null): string {
  const isUncharged = order?.status === 'failed'
  if (order && isSoldOut(order)) {
    if (!isUncharged) return words('errors.outOfStock')
    return soldOutText(
      words,
      order.lines.map(({ tariff: plan }) => plan),
    )
  }
  const text = words('payment.failedText')
  return isUncharged ? `${words('payment.notCharged')} ${text}` : text
}
