import { logEvent } from '../../domain/log-event.ts'
import type { BackendContext } from '../context.ts'
import { PaymentProviderError } from '../payments/payment-provider.ts'
import type { ListedCharge, PaymentFact, PaymentProvider } from '../payments/payment-provider.ts'
import { recordFacts } from './ledger.ts'

type SearchContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'providers'>

type Search = {
  readonly since: string
  /** The provider that the search has reached. Null before the first provider. */
  readonly provider: string | null
  readonly cursor: string | null
}

type SearchableProvider = PaymentProvider & Required<Pick<PaymentProvider, 'listCharges'>>

/** Pages per run. A page without an unknown charge takes one of the 1,000 requests of a run. */
const maxPages = 10
/** Parallel lookups. A worker has six connections. */
const parallel = 5

/**
 * Continues the search that `npm run money:reconcile` has requested: lists the charges at the
 * providers, and records those that the ledger lacks. After the restore of an older database they
 * match no order, which raises alerts.
 */
export async function searchCharges(context: SearchContext): Promise<void> {
  for (let page = 0; page < maxPages; page += 1) {
    const search = await openSearch(context)
    if (search === null) return
    try {
      if ((await searchPage(context, search)) > 0) return
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
    .prepare('SELECT since, provider, cursor FROM charge_search WHERE id = 1 AND ended_at IS NULL')
    .first<Search>()
}

/** Returns the number of unknown charges on the page. */
async function searchPage(context: SearchContext, search: Search): Promise<number> {
  const { since, provider: reached, cursor } = search
  const providers = context.providers.filter(canListCharges)
  const known = providers.find(({ id }) => id === reached)
  const provider = known ?? providers[0]
  if (!provider) {
    await moveSearch(context, search, { provider: null, cursor: null })
    return 0
  }
  // The cursor of a provider that was removed from the settings means nothing to another one.
  const { charges, next } = await provider.listCharges(new Date(since), known ? cursor : null)
  const unknown = await unknownCharges(context, provider.id, charges)
  for (let start = 0; start < unknown.length; start += parallel)
    await Promise.all(
      unknown
        .slice(start, start + parallel)
        .map(async (charge) => recordFacts(context, provider.id, await lookUp(charge))),
    )
  const following = next === null ? providers[providers.indexOf(provider) + 1] : provider
  await moveSearch(context, search, { provider: following?.id ?? null, cursor: next })
  return unknown.length
}

/** A refusal concerns only this charge, so the search continues. */
async function lookUp(charge: ListedCharge): Promise<readonly PaymentFact[]> {
  try {
    return await charge.lookUp()
  } catch (error) {
    const isRefusal = error instanceof PaymentProviderError && error.outcome === 'refused'
    if (!isRefusal || error.isTemporary) throw error
    logEvent({ event: 'payment-not-looked-up', provider: error.provider, error: error.message })
    return []
  }
}

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
      `UPDATE charge_search SET provider = ?4, cursor = ?5, problem = NULL,
        ended_at = iif(?4 IS NULL, ?6, NULL) WHERE ${isUnmoved}`,
    )
    .bind(since, provider, cursor, next.provider, next.cursor, now.toISOString())
    .run()
}

async function recordFailure(
  { db }: SearchContext,
  { since, provider, cursor }: Search,
  error: PaymentProviderError,
): Promise<void> {
  await db
    .prepare(`UPDATE charge_search SET provider = ?4, problem = ?5 WHERE ${isUnmoved}`)
    .bind(since, provider, cursor, error.provider, error.message)
    .run()
}
