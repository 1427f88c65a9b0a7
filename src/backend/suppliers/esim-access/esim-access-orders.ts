import { z } from 'zod'
import { SupplierError } from '../supplier.ts'
import type { RefusalReason, SupplierOrder } from '../supplier.ts'
import { textOf } from './esim-access-api.ts'
import type { EsimAccessApi, EsimAccessRefusal } from './esim-access-api.ts'
import { esimAccess } from './esim-access-facts.ts'
import { newOrder } from './esim-access-objects.ts'
import { findByKey, profileOfIccid } from './esim-access-profiles.ts'

/** The key was used before: the first request has taken effect. */
const duplicateKey = '310402'

const reasons: { readonly [code: string]: RefusalReason } = {
  '200007': 'out-of-balance',
  '200011': 'out-of-stock',
  '310201': 'plan-gone',
  '310241': 'plan-gone',
  '310243': 'plan-gone',
}

/** Orders a profile. A repeated key is the same order. */
export async function orderPlan(
  api: EsimAccessApi,
  key: string,
  planCode: string,
  now: Date,
): Promise<SupplierOrder> {
  const body = { transactionId: key, packageInfoList: [{ packageCode: planCode, count: 1 }] }
  const answer = await api.post('esim/order', body, newOrder)
  if ('obj' in answer) return { status: 'accepted', reference: answer.obj.orderNo }
  if (answer.refusal.code !== duplicateKey) return refused(answer.refusal)
  return existing(await findByKey(api, key, now))
}

/** Adds a top-up. Its key is its reference: top-ups have no order number. */
export async function orderTopUp(
  api: EsimAccessApi,
  key: string,
  iccid: string,
  code: string,
): Promise<SupplierOrder> {
  const profile = await profileOfIccid(api, iccid)
  if (!profile) return { status: 'refused', reason: 'invalid', message: 'has no such eSIM' }
  const body = { esimTranNo: profile.esimTranNo, packageCode: code, transactionId: key }
  const answer = await api.post('esim/topup', body, z.object({}))
  if ('obj' in answer || answer.refusal.code === duplicateKey)
    return { status: 'accepted', reference: key }
  return refused(answer.refusal)
}

function refused(refusal: EsimAccessRefusal): SupplierOrder {
  const reason = reasons[refusal.code] ?? 'invalid'
  return { status: 'refused', reason, message: textOf(refusal) }
}

/** A known key whose profile is not allocated yet is not in the list. */
function existing(reference: string | null): SupplierOrder {
  if (reference !== null) return { status: 'accepted', reference }
  throw new SupplierError(esimAccess.id, 'unknown', 'has the order, and does not list it yet')
}
