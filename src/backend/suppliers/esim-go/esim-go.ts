import { minorDigits } from '../../../domain/money.ts'
import type { Supplier } from '../supplier.ts'
import { createEsimGoApi } from './esim-go-api.ts'
import type { EsimGoDependencies, EsimGoSettings } from './esim-go-api.ts'
import { receiveCallback } from './esim-go-callback.ts'
import { listPlans, listTopUps } from './esim-go-catalogue.ts'
import { esimGo } from './esim-go-facts.ts'
import { currentOrganisation } from './esim-go-objects.ts'
import { placeOrder, placeTopUp } from './esim-go-orders.ts'
import { cancelProfile, fetchProfile } from './esim-go-profiles.ts'
import { readUsage } from './esim-go-usage.ts'

/** Sells eSIMs of eSIM Go: https://docs.esim-go.com, API v2.5 and callbacks of version 3. */
export function createEsimGoSupplier(
  settings: EsimGoSettings,
  { fetch, now }: EsimGoDependencies,
): Supplier {
  const api = createEsimGoApi(settings, fetch)
  return {
    ...esimGo,
    order: async (_key, planCode) => placeOrder(api, { item: planCode }),
    // An order cannot contain the shop's key, so an order with a lost answer is held.
    find: async () => null,
    fetch: (reference) => fetchProfile(api, reference),
    cancel: (iccid) => cancelProfile(api, iccid),
    usage: (iccids) => readUsage(api, iccids, now()),
    topUps: (iccid) => listTopUps(api, iccid),
    topUp: async (_key, iccid, code) => placeTopUp(api, iccid, code),
    catalogue: () => listPlans(api),
    balance: async () => {
      const { balance, currency } = await api.read('/organisation', {}, currentOrganisation)
      const minor = balance * 10 ** minorDigits(currency)
      return { minor: Math.floor(Number(minor.toFixed(4))), currency }
    },
    receive: (request) => receiveCallback(api, settings.apiKey, request, now()),
  }
}
