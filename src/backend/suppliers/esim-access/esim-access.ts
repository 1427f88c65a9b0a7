import { z } from 'zod'
import { SupplierError } from '../supplier-error.ts'
import type { Supplier } from '../supplier.ts'
import { createEsimAccessApi, textOf } from './esim-access-api.ts'
import type {
  EsimAccessApi,
  EsimAccessDependencies,
  EsimAccessSettings,
} from './esim-access-api.ts'
import { listPlans, listTopUps } from './esim-access-catalogue.ts'
import { esimAccess } from './esim-access-facts.ts'
import { accountBalance } from './esim-access-objects.ts'
import { orderPlan, orderTopUp } from './esim-access-orders.ts'
import { fetchProfile, findByKey, profileOfIccid } from './esim-access-profiles.ts'
import { readUsage } from './esim-access-usage.ts'
import { receiveNotification } from './esim-access-webhook.ts'

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
