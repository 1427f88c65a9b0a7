import { z } from 'zod'
import { logEvent } from '../kit/log.ts'
import { storedDetail } from '../messages/alert-detail.ts'
import { endAlert, raiseAlert } from '../messages/alerts.ts'
import type { BackendContext } from '../context.ts'
import { PaymentProviderError } from '../payments/payment-provider.ts'
import type { ListedCharge, PaymentProvider } from '../payments/payment-provider.ts'
import { readStateText, readJsonColumn } from '../kit/db.ts'
import { recordFacts } from './ledger.ts'
import { prepare, readRows, sql } from '../kit/sql.ts'

type SearchContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'providers'>

const storedSearch = z.object({
  /** The search is for charges that were made since this time. */
  since: z.string(),
  /** The provider and the page that the search has reached. Null before the first provider. */
  provider: z.string().nullable().default(null),
  cursor: z.string().nullable().default(null),
  /** Why the last call to the provider failed. */
  problem: z.string().nullable().default(null),
  /** Runs in a row in which a charge of the page could not be looked up. */
  failures: z.int().default(0),
})
type Search = z.output<typeof storedSearch> & { readonly stored: string }

type SearchableProvider = PaymentProvider & Required<Pick<PaymentProvider, 'listCharges'>>

/** Pages per run. A page without an unknown charge takes one of the 1,000 requests of a run. */
const maxPages = 10
/** Parallel lookups. A worker has six connections. */
const parallel = 5
/** Runs after which the search skips a charge that cannot be looked up, so that it ends. */
const failuresToSkip = 10
const alertKind = 'reconciliation-difference'

/**
 * Continues the search that `npm run shop -- reconcile` has requested: lists the charges at the
 * providers, and records those that the ledger lacks. After the restore of an older database they
 * match no order, which raises alerts. It also raises an alert about a charge that it cannot read,
 * and skips it.
 */
export async function searchCharges(context: SearchContext): Promise<void> {
  for (let page = 0; page < maxPages; page += 1) {
    const search = await openSearch(context)
    if (search === null) return
    try {
      if (await searchPage(context, search)) return
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error
      logEvent({ event: 'charges-not-listed', provider: error.provider, error: error.message })
      await saveSearch(context, search, failureOf(error))
      return
    }
  }
}

/** Returns whether the page took enough requests of this run. */
async function searchPage(context: SearchContext, search: Search): Promise<boolean> {
  const { since, provider: reached, cursor } = search
  const providers = context.providers.filter(canListCharges)
  const known = providers.find(({ id }) => id === reached)
  const provider = known ?? providers[0]
  if (!provider) {
    await saveSearch(context, search, null)
    return false
  }
  // The cursor of a provider that was removed from the settings is not valid for another one.
  const { charges, next } = await provider.listCharges(new Date(since), known ? cursor : null)
  const unknown = await unknownCharges(context, provider.id, charges)
  const isLastTry = search.failures + 1 >= failuresToSkip
  const failed = await recordCharges(context, provider.id, { charges: unknown, isLastTry })
  const [failure] = failed
  if (failure && !isLastTry) {
    const failures = search.failures + 1
    await saveSearch(context, search, { ...failureOf(failure.error), failures })
    return true
  }
  for (const { charge, error } of failed) await alertOf(context, charge, error).run()
  const following = next === null ? providers[providers.indexOf(provider) + 1] : provider
  const place = following ? { provider: following.id, cursor: next } : null
  await saveSearch(context, search, place && { ...place, problem: null, failures: 0 })
  return unknown.length > 0
}

const failureOf = ({ provider, message }: PaymentProviderError) => ({ provider, problem: message })

async function openSearch({ db }: SearchContext): Promise<Search | null> {
  const stored = await readStateText(db, 'charge-search')
  if (stored === null) return null
  return { ...readJsonColumn('state.value', storedSearch, stored), stored }
}

/**
 * Stores a change of the search, or its end. Has no effect if the search has moved meanwhile, or
 * the operator has requested another one.
 */
async function saveSearch({ db }: SearchContext, search: Search, change: Partial<Search> | null) {
  const isUnmoved = sql`name = 'charge-search' AND value = ${search.stored}`
  const next = JSON.stringify(storedSearch.parse({ ...search, ...change }))
  const save =
    change === null
      ? prepare(db)`DELETE FROM state WHERE ${isUnmoved}`
      : prepare(db)`UPDATE state SET value = ${next} WHERE ${isUnmoved}`
  await save.run()
}

/** A charge that may be readable in the next run. */
type FailedCharge = { readonly charge: ListedCharge; readonly error: PaymentProviderError }

/**
 * Records the charges. One that fails does not stop the others. When all parallel lookups fail, the
 * provider gets no more calls, unless the search will leave the page.
 */
async function recordCharges(
  context: SearchContext,
  provider: string,
  {
    charges,
    isLastTry,
  }: { readonly charges: readonly ListedCharge[]; readonly isLastTry: boolean },
): Promise<readonly FailedCharge[]> {
  const failed: FailedCharge[] = []
  for (let start = 0; start < charges.length; start += parallel) {
    const slice = charges.slice(start, start + parallel)
    const failures = await Promise.all(
      slice.map(async (charge) => recordCharge(context, provider, charge)),
    )
    failed.push(...failures.flat())
    if (failures.flat().length === slice.length && !isLastTry) break
  }
  return failed
}

/** Returns the charge if its lookup failed, and may succeed later. */
async function recordCharge(context: SearchContext, provider: string, charge: ListedCharge) {
  const { db, now } = context
  try {
    await recordFacts(context, provider, await charge.lookUp())
    await endAlert(db, alertKind, subjectOf(provider, charge), now).run()
    return []
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    const isRefusal = error.outcome === 'refused' && !error.isTemporary
    if (!isRefusal && !error.isUnreadable) return [{ charge, error }]
    await alertOf(context, charge, error).run()
    return []
  }
}

/** An alert about a charge that the search skips, which may be money that the ledger lacks. */
function alertOf(
  { db, now }: SearchContext,
  charge: ListedCharge,
  { provider, message }: PaymentProviderError,
): D1PreparedStatement {
  logEvent({ event: 'payment-not-looked-up', provider, error: message })
  const subject = subjectOf(provider, charge)
  const values = { kind: 'charged', id: charge.id, problem: message } as const
  const detail = storedDetail({ code: 'unread-fact', values })
  return raiseAlert(db, { kind: alertKind, subject, detail }, now)
}

const subjectOf = (provider: string, { id }: ListedCharge) => `${provider} ${id}`

function canListCharges(provider: PaymentProvider): provider is SearchableProvider {
  return provider.listCharges !== undefined
}

async function unknownCharges(
  { db }: SearchContext,
  provider: string,
  charges: readonly ListedCharge[],
): Promise<readonly ListedCharge[]> {
  const results = await readRows<{ id: string }>(db)`SELECT id FROM payment_facts
    WHERE provider = ${provider} AND kind = 'charged'
      AND id IN (SELECT value FROM json_each(${JSON.stringify(charges.map(({ id }) => id))}))`
  const known = new Set(results.map(({ id }) => id))
  return charges.filter(({ id }) => !known.has(id))
}
