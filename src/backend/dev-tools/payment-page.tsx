import { z } from 'zod'
import { isSameOrigin } from '../../domain/same-origin.ts'
import { formatMoney } from '../../locale/formats.ts'
import { wordsOf } from '../../locale/words.ts'
import { receivePayment } from '../orders/ledger.ts'
import { paymentWebhookPath } from '../public-paths.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'
import { signedRequest } from '../payments/signed-facts.ts'
import { openTestBank } from '../payments/test-bank.ts'
import type { BankPayment } from '../payments/test-bank.ts'
import { decisions, factsOfDecision, possibleDecisions } from './bank-decisions.ts'
import type { Decision } from './bank-decisions.ts'
import { DevDocument } from './dev-document.tsx'
import { devPage } from './dev-page.ts'
import type { DevContext, FormOf, ParamsOf } from './dev-page.ts'

export const paymentParams = z.object({ reference: z.string() })
export const decisionForm = z.object({ decision: z.enum(decisions).optional().catch(undefined) })

/** Shows the test bank's page with a button for every possible decision. */
export async function showPayment(c: ParamsOf<typeof paymentParams>): Promise<Response> {
  const { db, now, config } = c.var.context
  const bank = openTestBank(db)
  const payment = await bank.payment(c.req.valid('param').reference)
  if (!payment) return c.notFound()
  const possible = possibleDecisions(payment, await bank.factsOf(payment.reference), now)
  return devPage(
    c,
    <PaymentPage brand={config.BRAND_NAME} payment={payment} possible={possible} />,
    possible.length === 0 ? 410 : 200,
  )
}

function PaymentPage({
  brand,
  payment: { locale, amount, lines, successURL, failureURL },
  possible,
}: {
  readonly brand: string
  readonly payment: BankPayment
  readonly possible: readonly Decision[]
}) {
  const words = wordsOf(locale)
  const isOpen = possible.includes('pay')
  const [first, ...others] = possible
  const button = (decision: Decision, className?: string) => (
    <button key={decision} name="decision" value={decision} className={className}>
      {words(`dev.decisions.${decision}`, { amount: formatMoney(locale, amount) })}
    </button>
  )
  return (
    <DevDocument locale={locale} brand={brand} title={words('dev.payTitle')}>
      <h1>{words('dev.payTitle')}</h1>
      <p className="soft">{words(possible.length === 0 ? 'dev.payClosed' : 'dev.payText')}</p>
      <dl>
        {lines.map((line, index) => (
          <div key={index}>
            <dt>{line.title}</dt>
            <dd>{formatMoney(locale, line.amount)}</dd>
          </div>
        ))}
      </dl>
      <form method="post">
        {first && button(first, first === 'pay' ? undefined : 'quiet')}
        <div>{others.map((decision) => button(decision, 'quiet'))}</div>
      </form>
      <p>
        <a href={isOpen ? failureURL : successURL}>{words('dev.toOrder')}</a>
      </p>
    </DevDocument>
  )
}

/** Acts as the bank: stores the facts of the decision, reports them and redirects to the shop. */
export async function decidePayment(
  c: FormOf<typeof paymentParams, typeof decisionForm>,
): Promise<Response> {
  const { context } = c.var
  if (!isSameOrigin(c.req.raw.headers, c.req.url))
    return c.text(context.words('api.foreignPost'), 403)
  const bank = openTestBank(context.db)
  const payment = await bank.payment(c.req.valid('param').reference)
  if (!payment) return c.notFound()
  const facts = await bank.factsOf(payment.reference)
  const { decision } = c.req.valid('form')
  if (!decision || !possibleDecisions(payment, facts, context.now).includes(decision))
    return showPayment(c)
  for (const fact of factsOfDecision(decision, payment, facts, context.now))
    await report(c, await bank.book(fact))
  return c.redirect(decision === 'decline' ? payment.failureURL : payment.successURL, 303)
}

/** Sends a fact to the shop as a webhook. */
async function report(c: DevContext, fact: PaymentFact): Promise<void> {
  const { context } = c.var
  const url = new URL(`${paymentWebhookPath}test`, c.req.url).href
  const request = await signedRequest(url, fact, context.config.PAYMENT_SECRET ?? '', context.now)
  await receivePayment(context, 'test', request)
}
