import { logEvent } from '../kit/log.ts'
import { invoiceSubject } from '../messages/alerts.ts'
import type { BackendContext } from '../context.ts'
import { recordFacts } from './ledger.ts'
import { amountRefundMail, lineRefundMail } from './refund-mails.ts'
import { limitLostTime, PaymentProviderError } from '../payments/payment-provider.ts'
import { acceptRefund, markTried, recordProblem, refuseRefund } from './refund-outcomes.ts'
import { keyOf } from './refund-keys.ts'
import { openRefunds, refundsOf, storeRefunds } from './refunds.ts'
import type { InvoiceRefund, VersionedRefund } from './refunds.ts'
import { withheldMails } from './withheld-mails.ts'

type RefundContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'providers'>

/**
 * Refunds an amount of an invoice from its payments. Stores the refunds, then requests them from
 * the providers. After a crash or an unknown outcome the scheduled job retries with the same key.
 * Returns the refunds of the request. Returns an empty list when the payments contain less than the
 * amount, the order has changed, or a line has since been delivered.
 */
export async function refundInvoice(
  context: RefundContext,
  request: VersionedRefund,
): Promise<readonly InvoiceRefund[]> {
  await storeRefunds(context, request)
  return sendRefundsOf(context, request.idempotencyKey)
}

/** Sends the open refunds of an idempotency key, and returns all refunds of the key. */
export async function sendRefundsOf(
  context: RefundContext,
  idempotencyKey: string,
): Promise<readonly InvoiceRefund[]> {
  const refunds = await refundsOf(context.db, idempotencyKey)
  for (const { isOpen, ...refund } of refunds) if (isOpen === 1) await sendRefund(context, refund)
  return refunds
}

/**
 * Retries refunds that are pending or have an unknown outcome. Skips a provider that does not
 * answer until the next run.
 */
export async function sendOpenRefunds(
  context: RefundContext & { readonly clock?: () => Date },
): Promise<void> {
  const { db, now, providers, clock = () => now } = context
  const call = limitLostTime(clock)
  const names = providers.map(({ id }) => id)
  for (const refund of await openRefunds(db, names))
    await call(refund.provider, async () => sendRefund(context, refund))
}

/** Statements that email the customer about a refund of lines or of an amount, after its last part. */
async function mailsOf(
  context: RefundContext,
  { id, invoiceID, requestedAt: returnedAt, currency }: InvoiceRefund,
): Promise<readonly D1PreparedStatement[]> {
  const key = keyOf(id)
  const parts = await refundsOf(context.db, key)
  const minor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const refund = { invoiceID, key, returnedAt }
  return [
    await lineRefundMail(context, refund),
    ...(await amountRefundMail(context, { ...refund, amount: { minor, currency } })),
  ]
}

/** The fields of a refund in the log. Its id contains the order's id, which opens the order's page. */
function named({ id, invoiceID, provider }: InvoiceRefund) {
  const part = id.slice(id.lastIndexOf('/') + 1)
  return { invoice: invoiceSubject.of(invoiceID), provider, part }
}

async function sendRefund(
  context: RefundContext,
  refund: InvoiceRefund,
): Promise<'done' | PaymentProviderError['outcome']> {
  const { db, now, providers } = context
  const { id, provider: providerID, reference, amountMinor, currency } = refund
  const provider = providers.find((each) => each.id === providerID)
  if (!provider) {
    logEvent({ event: 'refund-without-provider', ...named(refund) })
    return 'refused'
  }
  await markTried(db, id, now).run()
  try {
    const fact = await provider.refund(reference, { minor: amountMinor, currency }, id)
    if (fact === null) {
      await recordProblem(db, id, null).run()
      return 'done'
    }
    await recordFacts(context, providerID, [fact])
    await decide(context, refund, [
      ...acceptRefund(context, refund, fact.id),
      ...(await mailsOf(context, refund)),
    ])
    return 'done'
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    const { outcome, isTemporary, message } = error
    logEvent({ event: 'refund-failed', ...named(refund), outcome, error: message })
    const isFinal = outcome === 'refused' && !isTemporary
    await (isFinal
      ? decide(context, refund, refuseRefund(context, refund, message))
      : recordProblem(db, id, message).run())
    return outcome
  }
}

/**
 * Records the outcome of a refund. Until then, a refund of the same amount in the provider's
 * dashboard looked like this one, so it has no email yet.
 */
async function decide(
  context: RefundContext,
  { invoiceID, requestedAt }: InvoiceRefund,
  outcome: readonly D1PreparedStatement[],
): Promise<void> {
  const { db } = context
  await db.batch([...outcome, ...(await withheldMails(context, invoiceID, requestedAt))])
  // A report can arrive after the first list was read and before the outcome is recorded.
  const late = await withheldMails(context, invoiceID, requestedAt)
  if (late.length > 0) await db.batch([...late])
}
