import { z } from 'zod'
import { secretID } from '../../kit/tokens.shared.ts'
import type { PaymentFact } from '../../payments/payment-provider.ts'
import { openTestBank, type BankPayment } from '../../payments/test-bank.ts'
import { isSameOrigin } from '../../kit/http.ts'
import { formatMoney } from '../../words/formats.shared.ts'
import { wordsOf } from '../../words/words.shared.ts'
import { receivePayment } from '../../orders/ledger.ts'
import { paymentWebhookPath } from '../../api/links.ts'
import { signedRequest } from '../../payments/generic-provider.ts'
import { DevDocument, devPage } from './dev-document.tsx'
import type { DevContext, FormOf, ParamsOf } from './dev-document.tsx'

/** The buttons of the test payment page. */
const decisions = [
  'pay',
  'decline',
  'pay-twice',
  'refund-first',
  'refund',
  'dispute',
  'dispute-won',
  'dispute-lost',
] as const
type Decision = (typeof decisions)[number]

/**
 * Returns the customer's decisions while the payment is open, and the bank's decisions afterwards.
 */
function possibleDecisions(
  { isCancelled, expiresAt }: Pick<BankPayment, 'isCancelled' | 'expiresAt'>,
  facts: readonly PaymentFact[],
  now: Date,
): readonly Decision[] {
  const has = (kind: PaymentFact['kind']) => facts.some((fact) => fact.kind === kind)
  if (has('charged')) {
    const isOpen = openDispute(facts) !== undefined
    return isOpen ? ['refund', 'dispute-won', 'dispute-lost'] : ['refund', 'dispute']
  }
  if (isCancelled || now.toISOString() >= expiresAt) return []
  return ['pay', 'decline', 'pay-twice', 'refund-first']
}

/** Returns the facts of a decision in the order in which the bank reports them. */
function factsOfDecision(
  decision: Decision,
  { reference, invoiceID, amount }: Pick<BankPayment, 'reference' | 'invoiceID' | 'amount'>,
  facts: readonly PaymentFact[],
  at: Date,
): PaymentFact[] {
  const fact = (kind: PaymentFact['kind'], id = secretID()): PaymentFact => {
    return { kind, id, reference, invoiceID, amount, at }
  }
  switch (decision) {
    case 'pay':
      return [fact('charged')]
    case 'decline':
      return [fact('declined')]
    case 'pay-twice':
      return [fact('charged'), fact('charged')]
    case 'refund-first':
      return [fact('refunded'), fact('charged')]
    case 'refund':
      return [fact('refunded')]
    case 'dispute':
      return [fact('disputed')]
    case 'dispute-won':
    case 'dispute-lost':
      return [fact(decision, openDispute(facts)?.id)]
  }
}

function openDispute(facts: readonly PaymentFact[]): PaymentFact | undefined {
  const closed = facts.filter(({ kind }) => kind === 'dispute-won' || kind === 'dispute-lost')
  return facts.find(({ kind, id }) => kind === 'disputed' && !closed.some((each) => each.id === id))
}

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
export async function decidePayment(c: FormOf<typeof paymentParams, typeof decisionForm>) {
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
