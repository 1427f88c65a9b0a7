import { z } from 'zod'
import { equalInConstantTime, hmac } from '../kit/crypto.ts'
import { parseJson } from '../kit/stored-json.ts'
import { malformedBody, unprovenSender } from '../kit/webhooks.ts'
import { SupplierError } from './supplier.ts'
import type { SupplierReport, SupplierUsage, SuppliedProfile } from './supplier.ts'
import { emptyReport, usageReport } from './supplier-call.ts'
import { callback, appliedBundles, textOf, esimDetails, installList } from './esim-go-api.ts'
import type { EsimGoApi, Assignment, InstallDetails } from './esim-go-api.ts'
import { megabytesInGigabyte } from '../kit/plan-sizes.shared.ts'
import { plainIccid } from '../kit/activation-code.ts'
import { esimGo } from './supplier-facts.ts'

/**
 * Verifies a callback of version 3 and reads the usage of its eSIM. Rejects callbacks of version 2,
 * which have no signature.
 */
export async function receiveCallback(
  api: EsimGoApi,
  apiKey: string,
  request: Request,
  now: Date,
): Promise<SupplierReport> {
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

/** States in which data is available or was used up before the bundle's end. */
const openStates = ['processing', 'queued', 'active', 'depleted']

/**
 * Converts bytes to MB. eSIM Go counts 1,000 MB per GB and the shop counts 1,024, but a bundle of
 * "1GB" must be 1 GB on every page of the shop.
 */
export function megabytesOf(bytes: number): number {
  return Math.round((bytes / 1e9) * megabytesInGigabyte)
}

/** Reads the usage of eSIMs, measured at the time of the call. */
export async function readUsage(
  api: EsimGoApi,
  iccids: readonly string[],
  now: Date,
): Promise<SupplierUsage[]> {
  const usage = await Promise.all(iccids.map(async (iccid) => readEsimUsage(api, iccid, now)))
  return usage.filter((each) => each !== null)
}

/** Returns null when the eSIM is not in the organisation. */
async function readEsimUsage(
  api: EsimGoApi,
  iccid: string,
  now: Date,
): Promise<SupplierUsage | null> {
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

/**
 * Returns the profile of an order, or null during its assignment, which takes up to ten minutes.
 */
export async function fetchProfile(
  api: EsimGoApi,
  reference: string,
): Promise<SuppliedProfile | null> {
  const request = { path: '/esims/assignments', query: { reference }, mayBeProcessing: true }
  const answer = await api.call(request, installList)
  if ('value' in answer) return answer.value[0] ? toProfile(answer.value[0]) : null
  if (answer.status === 503) return null
  throw new SupplierError(esimGo.id, 'not-executed', textOf(answer))
}

/**
 * Revokes the unused bundles of an eSIM that no phone has installed. They return to the inventory,
 * where the operator can assign them again or refund them.
 */
export async function cancelProfile(api: EsimGoApi, iccid: string): Promise<boolean> {
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
      throw new SupplierError(esimGo.id, 'not-executed', textOf(answer))
    }
  }
  return assignments.length > 0
}

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
  throw new SupplierError(esimGo.id, 'not-executed', textOf(answer))
}

function pathOfEsim(iccid: string): string {
  return `/esims/${encodeURIComponent(iccid)}`
}

function toProfile({ iccid, matchingId, smdpAddress }: InstallDetails): SuppliedProfile {
  return {
    iccid: plainIccid(iccid),
    smdpAddress: smdpAddress.replace(/^https?:\/\//i, '').replace(/\/.*$/, ''),
    matchingID: matchingId,
    confirmationCode: null,
    mobileNumber: null,
  }
}
