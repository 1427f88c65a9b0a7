import type { Supplier } from '../supplier.ts'
import { createAiraloApi } from './airalo-api.ts'
import { readBalance } from './airalo-balance.ts'
import { listPlans } from './airalo-catalogue.ts'
import { airalo } from './airalo-facts.ts'
import { fetchProfile, findOrder } from './airalo-lookup.ts'
import { cancelProfile, submitOrder, submitTopUp } from './airalo-orders.ts'
import type { AiraloSettings, AiraloDependencies } from './airalo-options.ts'
import { listTopUps } from './airalo-top-ups.ts'
import { readUsage } from './airalo-usage.ts'
import { receiveNotification } from './airalo-webhook.ts'

/** Sells eSIMs of Airalo: https://developers.partners.airalo.com, version 2 of the API. */
export function createAiraloSupplier(
  settings: AiraloSettings,
  dependencies: AiraloDependencies,
): Supplier {
  const api = createAiraloApi(settings, dependencies)
  const { now } = dependencies
  return {
    ...airalo,
    order: async (key, planCode) => submitOrder(api, settings.webhookURL, key, planCode),
    find: async (key) => findOrder(api, key),
    fetch: async (reference) => fetchProfile(api, reference),
    cancel: async (iccid) => cancelProfile(api, iccid),
    usage: async (iccids) => readUsage(api, iccids, now),
    topUps: async (iccid) => listTopUps(api, iccid),
    topUp: async (key, iccid, code) => submitTopUp(api, key, iccid, code),
    catalogue: () => listPlans(api),
    balance: async () => readBalance(api),
    receive: async (request) => receiveNotification(api, settings.clientSecret, request, now),
  }
}
