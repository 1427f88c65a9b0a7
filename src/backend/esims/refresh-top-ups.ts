import type { BackendContext } from '../context.ts'
import { isRefunded } from './esim-conditions.ts'
import { answerInTime, visitorTimeout } from './answer-in-time.ts'
import { pause, takeLease } from './take-lease.ts'
import { parseOffers, suppliedEsims } from './top-up-offers.ts'
import { hourMs, isoAfter } from '../../domain/time-units.ts'

type OffersContext = Pick<BackendContext, 'db' | 'now' | 'suppliers'>

/** Milliseconds for which an answer is fresh. Costs rarely change within a day. */
const freshness = 6 * hourMs
/** Calls that a supplier may need to list the top-ups of one eSIM. */
const callsPerEsim = 4

/**
 * Requests the top-ups of an eSIM from its supplier, at most every six hours and within the
 * supplier's rate limit. Without an answer, the stored top-ups do not change.
 * @param timeout milliseconds to wait for the supplier
 */
export async function refreshTopUps(
  context: OffersContext,
  esimHash: string,
  timeout = visitorTimeout,
): Promise<void> {
  const { db, now, suppliers } = context
  if (suppliers.length === 0) return
  const found = await sourceOf(context, esimHash)
  const supplier = suppliers.find(({ id }) => id === found?.supplier)
  if (!found || !supplier) return
  const lease = { calls: callsPerEsim, statement: leaseOf(context, esimHash) }
  if (!(await takeLease(context, supplier, lease))) return
  const answer = await answerInTime(supplier.topUps(found.iccid), timeout, 'top-ups-unavailable')
  // Staff may have renewed the link of the eSIM in the meantime.
  const ofEsim = 'esim_hash = (SELECT esim_hash FROM esims WHERE iccid = ?1)'
  const statement = answer
    ? db
        .prepare(`UPDATE top_up_offers SET offers = ?2 WHERE ${ofEsim}`)
        .bind(found.iccid, JSON.stringify(parseOffers(answer)))
    : db
        .prepare(`UPDATE top_up_offers SET fresh_until = ?2 WHERE ${ofEsim}`)
        .bind(found.iccid, isoAfter(now, pause))
  await statement.run()
}

async function sourceOf(
  { db, now }: OffersContext,
  esimHash: string,
): Promise<{ iccid: string; supplier: string } | null> {
  return db
    .prepare(
      `SELECT e.iccid, o.supplier FROM ${suppliedEsims}
      LEFT JOIN top_up_offers f ON f.esim_hash = e.esim_hash
      WHERE e.esim_hash = ? AND coalesce(f.fresh_until, '') <= ? AND NOT ${isRefunded}`,
    )
    .bind(esimHash, now.toISOString())
    .first()
}

function leaseOf({ db, now }: OffersContext, esimHash: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO top_up_offers (esim_hash, fresh_until) VALUES (?1, ?2)
      ON CONFLICT (esim_hash) DO UPDATE SET fresh_until = ?2 WHERE fresh_until <= ?3`,
    )
    .bind(esimHash, isoAfter(now, freshness), now.toISOString())
}
