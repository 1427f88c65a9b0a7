import type { z } from 'zod'
import { roundedMinorOf } from '../../../domain/money.ts'
import { SupplierError } from '../supplier-error.ts'
import type { SupplierOrder } from '../supplier.ts'
import { airalo } from './airalo-facts.ts'
import type { AiraloAnswer, AiraloApi } from './airalo-api.ts'
import { referenceOfKey } from './airalo-lookup.ts'
import { acceptedOrder, acceptedRefund, submittedOrder } from './airalo-objects.ts'
import { expectValue, refusedOrder } from './airalo-refusals.ts'

/** Orders one profile, with the key as the order's description. */
export async function submitOrder(
  api: AiraloApi,
  webhookURL: string | null,
  key: string,
  planCode: string,
): Promise<SupplierOrder> {
  const fields = { quantity: '1', package_id: planCode, type: 'sim', description: key }
  if (webhookURL === null)
    return orderOf(await api.post('/v2/orders', formOf(fields), submittedOrder), key)
  const form = formOf({ ...fields, webhook_url: webhookURL })
  const answer = await api.post('/v2/orders-async', form, acceptedOrder)
  if ('refusal' in answer) return refusedOrder(answer.refusal)
  // An asynchronous order has no id yet, and cannot be read by its request_id.
  return { status: 'accepted', reference: referenceOfKey(key), cost: null }
}

export async function submitTopUp(
  api: AiraloApi,
  key: string,
  iccid: string,
  code: string,
): Promise<SupplierOrder> {
  const form = formOf({ package_id: code, iccid, description: key })
  return orderOf(await api.post('/v2/orders/topups', form, submittedOrder), key)
}

/**
 * Requests a refund for an unused profile. Airalo's support decides about it, so the shop must not
 * sell the profile in the meantime.
 */
export async function cancelProfile(api: AiraloApi, iccid: string): Promise<boolean> {
  const notes = 'The customer was refunded and has not used the eSIM.'
  const form = formOf({ 'iccids[]': iccid, reason: 'OTHERS', notes })
  const answer = await api.post('/v2/refund', form, acceptedRefund)
  // 422: the eSIM is not in this account, or it cannot be refunded.
  if ('refusal' in answer && answer.refusal.status === 422) return false
  return expectValue(answer).data.refund_id !== ''
}

function orderOf(
  answer: AiraloAnswer<z.output<typeof submittedOrder>>,
  key: string,
): SupplierOrder {
  if ('refusal' in answer) return refusedOrder(answer.refusal)
  const { id, description, currency, net_price: net, unit_paid_price: paid } = answer.value.data
  if (description !== key)
    throw new SupplierError(airalo.id, 'unknown', 'returned an order with another key')
  const price = net ?? paid
  const cost =
    price != null && currency != null
      ? { minor: roundedMinorOf(price, currency, 'up'), currency }
      : null
  return { status: 'accepted', reference: String(id), cost }
}

/** The API accepts multipart forms only. */
function formOf(fields: { readonly [name: string]: string }): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
