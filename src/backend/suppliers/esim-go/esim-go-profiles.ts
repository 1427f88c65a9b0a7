import { z } from 'zod'
import { plainIccid } from '../../../domain/activation-code.ts'
import type { SuppliedProfile } from '../supplier.ts'
import { SupplierError } from '../supplier-error.ts'
import { textOf } from './esim-go-api.ts'
import type { EsimGoApi } from './esim-go-api.ts'
import { esimGo } from './esim-go-facts.ts'
import { appliedBundles, esimDetails, installList } from './esim-go-objects.ts'
import type { InstallDetails } from './esim-go-objects.ts'

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
export async function findEsim(
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

export function pathOfEsim(iccid: string): string {
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
