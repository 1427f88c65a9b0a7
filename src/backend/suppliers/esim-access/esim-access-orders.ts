import { z } from 'zod'
import { SupplierError } from '../supplier-error.ts'
import type { RefusalReason, SupplierOrder } from '../supplier.ts'
import { textOf } from './esim-access-api.ts'
import type { EsimAccessApi, EsimAccessRefusal } from './esim-access-api.ts'
import { esimAccess } from './esim-access-facts.ts'
import { newOrder } from './esim-access-objects.ts'
import { findByKey, profileOfIccid } from './esim-access-profiles.ts'

/** The key was used before, so the first request took effect. */
const duplicateKey = '310402'

/**
 * Error codes of https://docs.esimaccess.com, "Error Codes", read in November 2026. After any other
 * code, the order may have been placed.
 */
const reasons: { readonly [code: string]: RefusalReason } = {
  // Errors of the request: headers, method, JSON, parameters, time.
  '000101': 'invalid',
  '000102': 'invalid',
  '000103': 'invalid',
  '000104': 'invalid',
  '000105': 'invalid',
  '000106': 'invalid',
  '000107': 'invalid',
  '101001': 'invalid',
  '400001': 'invalid',
  '200002': 'invalid', // the eSIM can no longer be topped up
  '200005': 'invalid', // the price
  '200006': 'invalid', // the amount
  '200008': 'invalid', // the parameters of the order
  '200007': 'out-of-balance',
  '200011': 'out-of-stock',
  '310201': 'plan-gone',
  '310241': 'plan-gone',
  '310243': 'plan-gone',
  '310403': 'invalid', // the eSIM is of another account
}

/** Orders a profile. A repeated key returns the same order. */
export async function orderPlan(
  api: EsimAccessApi,
  key: string,
  planCode: string,
  now: Date,
): Promise<SupplierOrder> {
  const body = { transactionId: key, packageInfoList: [{ packageCode: planCode, count: 1 }] }
  const answer = await api.post('esim/order', body, newOrder)
  if ('obj' in answer) return acceptedOrder(answer.obj.orderNo)
  if (answer.refusal.code !== duplicateKey) return orderOfRefusal(answer.refusal)
  return existingOrder(await findByKey(api, key, now))
}

/** Adds a top-up. Its reference is the key, because top-ups have no order number. */
export async function orderTopUp(
  api: EsimAccessApi,
  key: string,
  iccid: string,
  code: string,
): Promise<SupplierOrder> {
  const profile = await profileOfIccid(api, iccid)
  if (!profile)
    return { status: 'refused', reason: 'invalid', message: 'the account has no such eSIM' }
  const body = { esimTranNo: profile.esimTranNo, packageCode: code, transactionId: key }
  const answer = await api.post('esim/topup', body, z.object({}))
  if ('obj' in answer || answer.refusal.code === duplicateKey) return acceptedOrder(key)
  return orderOfRefusal(answer.refusal)
}

/** Responses do not contain the cost of an order. */
function acceptedOrder(reference: string): SupplierOrder {
  return { status: 'accepted', reference, cost: null }
}

function orderOfRefusal(refusal: EsimAccessRefusal): SupplierOrder {
  const reason = reasons[refusal.code]
  const message = textOf(refusal)
  return reason ? { status: 'refused', reason, message } : { status: 'unclear', message }
}

/** The list does not contain an order whose profile is not allocated yet. */
function existingOrder(reference: string | null): SupplierOrder {
  if (reference !== null) return acceptedOrder(reference)
  throw new SupplierError(esimAccess.id, 'unknown', 'has the order, but does not list it yet')
}
