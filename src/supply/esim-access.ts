import { z } from 'zod'
import { SupplierError } from './supplier.ts'
import type { Supplier, RefusalReason, SupplierOrder } from './supplier.ts'
import { createEsimAccessApi, textOf, accountBalance, newOrder } from './esim-access-api.ts'
import type {
  EsimAccessApi,
  EsimAccessDependencies,
  EsimAccessSettings,
  EsimAccessRefusal,
} from './esim-access-api.ts'
import { listPlans, listTopUps } from './esim-access-catalogue.ts'
import { esimAccess } from './supplier-facts.ts'
import {
  fetchProfile,
  findByKey,
  profileOfIccid,
  readUsage,
  receiveNotification,
} from './esim-access-usage.ts'

/** The account's currency: https://docs.esimaccess.com, "Balance Query". */
const currency = 'USD'

/** "This operation is not allowed due to the order status." */
const wrongStatus = '200002'

/** Sells eSIMs of eSIM Access: https://docs.esimaccess.com, version 1.6. */
export function createEsimAccessSupplier(
  settings: EsimAccessSettings,
  dependencies: EsimAccessDependencies,
): Supplier {
  const api = createEsimAccessApi(settings, dependencies)
  const { now } = dependencies
  return {
    ...esimAccess,
    order: (key, planCode) => orderPlan(api, key, planCode, now()),
    find: (key) => findByKey(api, key, now()),
    fetch: (reference) => fetchProfile(api, reference),
    cancel: (iccid) => cancelProfile(api, iccid),
    usage: (iccids) => readUsage(api, iccids, now()),
    topUps: (iccid) => listTopUps(api, iccid),
    topUp: (key, iccid, code) => orderTopUp(api, key, iccid, code),
    catalogue: () => listPlans(api),
    balance: async () => {
      const { balance } = await api.read('balance/query', {}, accountBalance)
      // The balance is in USD × 10,000. Rounds down, because it must not look higher than it is.
      return { minor: Math.floor(balance / 100), currency }
    },
    receive: (request) => receiveNotification(api, request, now()),
  }
}

/**
 * Returns a profile that no phone has downloaded. The supplier credits its price to the balance.
 */
async function cancelProfile(api: EsimAccessApi, iccid: string): Promise<boolean> {
  const profile = await profileOfIccid(api, iccid)
  if (profile?.esimStatus === 'CANCEL') return true
  if (profile?.esimStatus !== 'GOT_RESOURCE' || profile.smdpStatus !== 'RELEASED') return false
  const { esimTranNo } = profile
  const answer = await api.post('esim/cancel', { esimTranNo }, z.unknown())
  if ('obj' in answer) return true
  if (answer.refusal.code === wrongStatus) return false
  throw new SupplierError(esimAccess.id, 'not-executed', textOf(answer.refusal))
}

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
async function orderPlan(
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
async function orderTopUp(
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
