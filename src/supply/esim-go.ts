import { z } from 'zod'
import { minorDigits } from '../kit/money.shared.ts'
import { SupplierError } from './supplier.ts'
import type {
  Supplier,
  RefusalReason,
  RefusedOrder,
  SupplierOrder,
  SupplierUsage,
  SuppliedProfile,
} from './supplier.ts'
import {
  createEsimGoApi,
  currencyCode,
  currentOrganisation,
  esimGoError,
  textOf,
  appliedBundles,
  type EsimGoDependencies,
  type EsimGoSettings,
  type EsimGoApi,
  type FailedAnswer,
  type Assignment,
} from './esim-go-api.ts'
import { listPlans, listTopUps, costOf, megabytesOf } from './esim-go-catalogue.ts'
import { esimGo } from './supplier-facts.ts'
import { equalInConstantTime, hmac } from '../kit/crypto.ts'
import { parseJson } from '../kit/db.ts'
import { malformedBody, unprovenSender } from '../kit/webhooks.ts'
import { emptyReport, usageReport } from './supplier-call.ts'

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

/** Refusals have messages and no codes. A message that is not listed here can mean anything. */
const reasons: readonly (readonly [text: RegExp, reason: RefusalReason])[] = [
  [/balance|credit|funds/i, 'out-of-balance'],
  [/out of stock|no esims? available|unavailable/i, 'out-of-stock'],
  [
    /(bundle|item) .*(not found|does not exist|no longer)|(unknown|invalid) (bundle|item)/i,
    'plan-gone',
  ],
]

type Item = { readonly item: string; readonly iccids?: readonly string[] }

/** The result of the validation of an order, which buys nothing. */
const validatedOrder = z.object({ valid: z.boolean().nullish() })

const createdOrder = z.object({
  orderReference: z.string().min(1),
  /** Units of `currency`. An unreadable amount must not hide that the order was placed. */
  total: z.number().nonnegative().nullish().catch(null),
  currency: currencyCode.nullish().catch(null),
  status: z.string().nullish(),
  statusMessage: z.string().nullish(),
})

/**
 * Validates an order, which buys nothing, and then places it. Only the second call can have an
 * unknown outcome.
 */
async function placeOrder(api: EsimGoApi, item: Item): Promise<SupplierOrder> {
  const checked = await validation(api, item)
  if (checked !== null) return checked
  const answer = await api.call(orderRequest('transaction', item), createdOrder)
  if (!('value' in answer))
    return refusedOrder(answer) ?? { status: 'unclear', message: textOf(answer) }
  const { orderReference, status, statusMessage, total, currency } = answer.value
  // The documentation lists no failed states, so the outcome is unknown.
  if (/fail|reject|cancel/i.test(status ?? ''))
    throw esimGoError(
      'unknown',
      `order ${orderReference} is ${status}: ${statusMessage ?? 'no reason given'}`,
    )
  const cost = total != null && currency != null ? costOf(total, currency) : null
  return { status: 'accepted', reference: orderReference, cost }
}

const compatibility = z.object({ compatible: z.boolean() })

/** Adds a bundle to an existing eSIM, never to a new one. */
async function placeTopUp(api: EsimGoApi, iccid: string, code: string): Promise<SupplierOrder> {
  const path = `/esims/${encodeURIComponent(iccid)}/compatible/${encodeURIComponent(code)}`
  const answer = await withoutEffect(async () => api.call({ path }, compatibility))
  if (!('value' in answer)) return refusedCheck(answer)
  if (!answer.value.compatible)
    return { status: 'refused', reason: 'plan-gone', message: 'the bundle does not fit the eSIM' }
  return placeOrder(api, { item: code, iccids: [iccid] })
}

/** Returns null when the order can be placed. */
async function validation(api: EsimGoApi, item: Item): Promise<SupplierOrder | null> {
  const answer = await withoutEffect(async () =>
    api.call(orderRequest('validate', item), validatedOrder),
  )
  if (!('value' in answer)) return refusedCheck(answer)
  if (answer.value.valid !== false) return null
  return { status: 'refused', reason: 'plan-gone', message: 'the order is not valid' }
}

/** A refused validation or compatibility check buys nothing, even if its message is unknown. */
async function refusedCheck(answer: FailedAnswer): Promise<SupplierOrder> {
  const order = await withoutEffect(async () => refusedOrder(answer))
  return order ?? { status: 'refused', reason: 'invalid', message: textOf(answer) }
}

/** A failed validation or compatibility check buys nothing, so its error is `not-executed`. */
async function withoutEffect<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    const { retryAfter, isKeyRefused } = error
    const options = { cause: error, retryAfter, isKeyRefused }
    throw esimGoError('not-executed', error.message, options)
  }
}

function orderRequest(type: 'validate' | 'transaction', item: Item) {
  const line = { type: 'bundle', quantity: 1, allowReassign: false, ...item }
  return { method: 'POST', path: '/orders', body: { type, assign: true, order: [line] } } as const
}

/** Returns null when the message is unknown. */
function refusedOrder(answer: FailedAnswer): RefusedOrder | null {
  const { status } = answer
  const message = textOf(answer)
  // The eSIM is in another account.
  if (status === 403) return { status: 'refused', reason: 'invalid', message }
  // A proxy or a rate limiter may return another status after the purchase.
  if (status !== 400 && status !== 422) throw esimGoError('unknown', message)
  const [, reason] = reasons.find(([text]) => text.test(answer.message)) ?? []
  return reason ? { status: 'refused', reason, message } : null
}

/** A callback of version 3. Callbacks about the account have no ICCID. */
/** States in which data is available or was used up before the bundle's end. */
const openStates = ['processing', 'queued', 'active', 'depleted']

/** Reads the usage of eSIMs, measured at the time of the call. */
async function readUsage(api: EsimGoApi, iccids: readonly string[], now: Date) {
  const usage = await Promise.all(iccids.map(async (iccid) => readEsimUsage(api, iccid, now)))
  return usage.filter((each) => each !== null)
}

/** Returns null when the eSIM is not in the organisation. */
async function readEsimUsage(api: EsimGoApi, iccid: string, now: Date) {
  const details = await findEsim(api, iccid)
  if (!details) return null
  const query = { includeUsed: 'true', limit: '200' }
  const { bundles } = await api.read(`${pathOfEsim(iccid)}/bundles`, query, appliedBundles)
  const all = bundles.flatMap(({ assignments }) => assignments).filter(isData)
  const open = all.filter((each) => openStates.includes(stateOf(each)))
  // Expired bundles count only if no bundle is open.
  const counted = open.length > 0 ? open : all.filter((each) => stateOf(each) !== 'revoked')
  const ends = counted.flatMap(({ endTime }) => endTime ?? [])
  return {
    iccid,
    state: stateOfEsim(all, details.profileStatus ?? ''),
    ...dataOf(counted),
    validUntil: ends.length === 0 ? null : new Date(Math.max(...ends.map(Number))),
    measuredAt: now,
  }
}

/** Without a bundle, nothing is known: a total of 0 MB would mean that the data is used up. */
function dataOf(counted: readonly Assignment[]) {
  if (counted.length === 0) return { dataUsedMb: null, dataLimitMb: null }
  const initial = sum(counted.map(({ initialQuantity }) => initialQuantity))
  const remaining = sum(counted.map(({ remainingQuantity }) => remainingQuantity))
  const isUnlimited = counted.some(({ unlimited }) => unlimited)
  return {
    dataUsedMb: megabytesOf(initial - remaining),
    dataLimitMb: isUnlimited ? null : megabytesOf(initial),
  }
}

function isData({ callTypeGroup }: Assignment): boolean {
  return (callTypeGroup ?? 'data').toLowerCase() === 'data'
}

function stateOf({ bundleState }: Assignment): string {
  return bundleState.toLowerCase()
}

/** https://docs.esim-go.com, "Bundle Assignment States". */
function stateOfEsim(all: readonly Assignment[], profileStatus: string): SupplierUsage['state'] {
  const has = (...states: string[]) => all.some((each) => states.includes(stateOf(each)))
  if (has('active')) return 'active'
  if (has('queued', 'processing')) {
    if (has('depleted', 'expired')) return 'active'
    return profileStatus === 'Released' ? 'not-installed' : 'installed'
  }
  if (has('depleted')) return 'used-up'
  return has('expired', 'lapsed') ? 'expired' : 'unknown'
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** States of an assigned bundle that is unused. */
const unusedStates = ['queued', 'processing']

const installDetails = z.object({
  iccid: z.string().min(1),
  matchingId: z.string().min(1),
  /** Some examples start with a scheme. */
  smdpAddress: z.string().min(1),
})
/** For an order of one eSIM, the documentation shows one object, but the API returns a list. */
const installList = z.union([
  z.array(installDetails),
  installDetails.transform((details) => [details]),
])
type InstallDetails = z.output<typeof installDetails>

/**
 * Returns the profile of an order, or null during its assignment, which takes up to ten minutes.
 */
async function fetchProfile(api: EsimGoApi, reference: string): Promise<SuppliedProfile | null> {
  const request = { path: '/esims/assignments', query: { reference }, mayBeProcessing: true }
  const answer = await api.call(request, installList)
  if ('value' in answer) return answer.value[0] ? toProfile(answer.value[0]) : null
  if (answer.status === 503) return null
  throw esimGoError('not-executed', textOf(answer))
}

/**
 * Revokes the unused bundles of an eSIM that no phone has installed. They return to the inventory,
 * where the operator can assign them again or refund them.
 */
async function cancelProfile(api: EsimGoApi, iccid: string): Promise<boolean> {
  const esim = pathOfEsim(iccid)
  const details = await findEsim(api, iccid)
  if (details?.profileStatus !== 'Released') return false
  const { bundles } = await api.read(`${esim}/bundles`, { includeUsed: 'true' }, appliedBundles)
  const assignments = bundles.flatMap(({ name, assignments: list }) =>
    list.map(({ id, bundleState }) => ({ name, id, state: bundleState.toLowerCase() })),
  )
  const open = assignments.filter(({ state }) => state !== 'revoked')
  if (open.some(({ state }) => !unusedStates.includes(state))) return false
  for (const { name, id } of open) {
    const path = `${esim}/bundles/${encodeURIComponent(name)}/assignments/${encodeURIComponent(id)}`
    const query = { type: 'transaction' }
    // An eSIM has one or two bundles.
    // oxlint-disable-next-line no-await-in-loop -- a refusal ends the loop
    const answer = await api.call({ method: 'DELETE', path, query }, z.unknown())
    if (!('value' in answer)) {
      if (answer.status === 400) return false
      throw esimGoError('not-executed', textOf(answer))
    }
  }
  return assignments.length > 0
}

const esimDetails = z.object({
  /** `Released`, `Downloaded`, `Installed`, `Enabled`, `Disabled`, `Deleted`, … */
  profileStatus: z.string().nullish(),
})

/** Returns null when the eSIM is not in the organisation. */
async function findEsim(
  api: EsimGoApi,
  iccid: string,
): Promise<z.output<typeof esimDetails> | null> {
  const answer = await api.call({ path: pathOfEsim(iccid) }, esimDetails)
  if ('value' in answer) return answer.value
  // A wrong API key is a 403 too, with another message.
  const isUnknown = answer.status === 404 || /iccid/i.test(answer.message)
  if (isUnknown) return null
  throw esimGoError('not-executed', textOf(answer))
}

function pathOfEsim(iccid: string): string {
  return `/esims/${encodeURIComponent(iccid)}`
}

function toProfile({ iccid, matchingId, smdpAddress }: InstallDetails): SuppliedProfile {
  return {
    iccid,
    activationCode: `LPA:1$${smdpAddress.replace(/^https?:\/\//i, '').replace(/\/.*$/, '')}$${matchingId}`,
    confirmationCode: null,
    mobileNumber: null,
    isTest: false,
  }
}

const callback = z.object({ iccid: z.string().nullish() })

/**
 * Verifies a callback of version 3 and reads the usage of its eSIM. Rejects callbacks of version 2,
 * which have no signature.
 */
async function receiveCallback(api: EsimGoApi, apiKey: string, request: Request, now: Date) {
  const body = await request.text()
  const signature = request.headers.get('X-Signature-SHA256') ?? ''
  if (!(await isSignedBy(apiKey, body, signature))) return emptyReport(401, unprovenSender)
  const parsed = callback.safeParse(parseJson(body))
  if (!parsed.success) return emptyReport(200, malformedBody(parsed.error))
  const { iccid } = parsed.data
  if (!iccid) return emptyReport(200)
  return usageReport(async () => readUsage(api, [iccid], now))
}

/** The guide shows the signature in hex, but the API reference shows it in base64. */
async function isSignedBy(apiKey: string, body: string, signature: string): Promise<boolean> {
  const hex = await hmac(apiKey, body)
  const bytes = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  const base64 = btoa(String.fromCodePoint(...bytes))
  return equalInConstantTime(signature, hex) || equalInConstantTime(signature, base64)
}
