import { logEvent } from '../../domain/log-event.ts'
import { storedDetail } from '../alerts/alert-detail.ts'
import { endAlert, raiseAlert } from '../alerts/alerts.ts'
import type { BackendContext } from '../context.ts'
import { PaymentProviderError } from '../payments/payment-provider.ts'
import type { ListedCharge, PaymentProvider } from '../payments/payment-provider.ts'
import { recordFacts } from './ledger.ts'

type SearchContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'providers'>

type Search = {
  readonly since: string
  /** The provider that the search has reached. Null before the first provider. */
  readonly provider: string | null
  readonly cursor: string | null
  /** Runs in a row in which a charge of the page could not be looked up. */
  readonly failures: number
}

type SearchableProvider = PaymentProvider & Required<Pick<PaymentProvider, 'listCharges'>>

/** Pages per run. A page without an unknown charge takes one of the 1,000 requests of a run. */
const maxPages = 10
/** Parallel lookups. A worker has six connections. */
const parallel = 5
/** Runs after which the search skips a charge that cannot be looked up, so that it ends. */
const failuresToSkip = 10
const alertKind = 'reconciliation-difference'

/**
 * Continues the search that `npm run money:reconcile` has requested: lists the charges at the
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
      await recordFailure(context, search, error)
      return
    }
  }
}

async function openSearch({ db }: SearchContext): Promise<Search | null> {
  return db
    .prepare(
      'SELECT since, provider, cursor, failures FROM charge_search WHERE id = 1 AND ended_at IS NULL',
    )
    .first<Search>()
}

/** Returns whether the page took enough requests of this run. */
async function searchPage(context: SearchContext, search: Search): Promise<boolean> {
  const { since, provider: reached, cursor } = search
  const providers = context.providers.filter(canListCharges)
  const known = providers.find(({ id }) => id === reached)
  const provider = known ?? providers[0]
  if (!provider) {
    await moveSearch(context, search, { provider: null, cursor: null })
    return false
  }
  // The cursor of a provider that was removed from the settings is not valid for another one.
  const { charges, next } = await provider.listCharges(new Date(since), known ? cursor : null)
  const unknown = await unknownCharges(context, provider.id, charges)
  const isLastTry = search.failures + 1 >= failuresToSkip
  const failed = await recordCharges(context, provider.id, { charges: unknown, isLastTry })
  const [failure] = failed
  if (failure && !isLastTry) {
    await recordFailure(context, { ...search, failures: search.failures + 1 }, failure.error)
    return true
  }
  for (const { charge, error } of failed) await alertOf(context, charge, error).run()
  const following = next === null ? providers[providers.indexOf(provider) + 1] : provider
  await moveSearch(context, search, { provider: following?.id ?? null, cursor: next })
  return unknown.length > 0
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
async function recordCharge(
  context: SearchContext,
  provider: string,
  charge: ListedCharge,
): Promise<readonly FailedCharge[]> {
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
  const { results } = await db
    .prepare(
      `SELECT id FROM payment_facts
      WHERE provider = ? AND kind = 'charged' AND id IN (SELECT value FROM json_each(?))`,
    )
    .bind(provider, JSON.stringify(charges.map(({ id }) => id)))
    .all<{ id: string }>()
  const known = new Set(results.map(({ id }) => id))
  return charges.filter(({ id }) => !known.has(id))
}

/** SQL: the search has not moved, and the operator has not requested another one. */
const isUnmoved = 'id = 1 AND since = ?1 AND provider IS ?2 AND cursor IS ?3 AND ended_at IS NULL'

/** Stores the next page to read. Without a provider, the search has ended. */
async function moveSearch(
  { db, now }: SearchContext,
  { since, provider, cursor }: Search,
  next: Pick<Search, 'provider' | 'cursor'>,
): Promise<void> {
  await db
    .prepare(
      `UPDATE charge_search SET provider = ?4, cursor = ?5, problem = NULL, failures = 0,
        ended_at = iif(?4 IS NULL, ?6, NULL) WHERE ${isUnmoved}`,
    )
    .bind(since, provider, cursor, next.provider, next.cursor, now.toISOString())
    .run()
}

async function recordFailure(
  { db }: SearchContext,
  { since, provider, cursor, failures }: Search,
  error: PaymentProviderError,
): Promise<void> {
  await db
    .prepare(`UPDATE charge_search SET provider = ?4, problem = ?5, failures = ?6
      WHERE ${isUnmoved}`)
    .bind(since, provider, cursor, error.provider, error.message, failures)
    .run()
}
