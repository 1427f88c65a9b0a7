import { decimalOf } from '../../domain/money.ts'
import type { Money } from '../../domain/money.ts'
import { sha256Hex } from '../hashing.ts'
import { refusal } from './yookassa-api.ts'
import type { YookassaApi } from './yookassa-api.ts'
import { amountObject, refundList, refundObject } from './yookassa-objects.ts'
import type { YookassaPayment, YookassaRefund } from './yookassa-objects.ts'
import { receiptObject } from './yookassa-receipt.ts'
import type { ReceiptSettings } from './yookassa-receipt.ts'

/**
 * Refunds all or part of a payment, once per key. The API deletes an idempotency key after a day,
 * so the refund also stores the key's hash as metadata. Throws a `PaymentProviderError` when
 * YooKassa cancels the refund.
 */
export async function refundPayment(
  api: YookassaApi,
  receipt: ReceiptSettings | null,
  payment: YookassaPayment,
  amount: Money,
  key: string,
): Promise<YookassaRefund> {
  const refundKey = await sha256Hex(key)
  const earlier = (await listRefunds(api, payment)).find(
    (refund) => refund.metadata.refundKey === refundKey,
  )
  const body = { ...refundRequest(receipt, payment, amount), metadata: { refundKey } }
  const refund = earlier ?? (await api.post('/refunds', `refund ${key}`, body, refundObject))
  if (refund.status !== 'canceled') return refund
  throw refusal(
    `cancelled the refund of ${decimalOf(amount)}: ${refund.cancellation_details?.reason}`,
  )
}

/** Returns the payment's refunds in all states. */
export async function listRefunds(
  api: YookassaApi,
  { id }: YookassaPayment,
): Promise<YookassaRefund[]> {
  const refunds: YookassaRefund[] = []
  let cursor: string | undefined
  do {
    const query = new URLSearchParams({ payment_id: id, limit: '100', ...(cursor && { cursor }) })
    const page = await api.get(`/refunds?${query.toString()}`, refundList)
    refunds.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== undefined)
  return refunds
}

/** YooKassa repeats the payment's receipt for a full refund. A partial refund needs a new one. */
function refundRequest(
  receipt: ReceiptSettings | null,
  { id, amount: paid, description = '', metadata }: YookassaPayment,
  amount: Money,
): object {
  const request = { payment_id: id, amount: amountObject(amount) }
  if (receipt === null || metadata.email === undefined || amount.minor === paid.minor)
    return request
  const lines = [{ title: description, amount }]
  return { ...request, receipt: receiptObject(receipt, metadata.email, lines) }
}
