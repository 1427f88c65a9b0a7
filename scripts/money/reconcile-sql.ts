import { z } from 'zod'
import { alertDetailText } from '../../src/messages/alert-detail-text.ts'
import { defaultLocale } from '../../src/words/locales.shared.ts'
import { moneyOf } from '../command/money-of.ts'
import type { Database } from '../database/d1.ts'

type Period = { readonly since: Date; readonly start: Date }

const count = z.object({ count: z.number() })
const fact = z.object({
  provider: z.string(),
  kind: z.string(),
  id: z.string(),
  minor: z.number(),
  currency: z.string(),
})
const search = z.object({ provider: z.string().nullable(), problem: z.string().nullable() })
const alert = z.object({ subject: z.string(), detail: z.string() })

/**
 * Schedules a lookup of every payment that started since a given time, and a search for charges
 * that the ledger lacks. Returns the number of payments.
 */
export async function requestLookUps(
  { query, execute }: Database,
  { since, start }: Period,
): Promise<number> {
  // Payments of providers without an API are never looked up.
  const isChosen = `look_up_at IS NOT NULL AND started_at >= '${since.toISOString()}'`
  await execute([
    `UPDATE payments SET look_up_at = '${start.toISOString()}' WHERE ${isChosen};`,
    `INSERT OR REPLACE INTO state (name, value)
      VALUES ('charge-search', json_object('since', '${since.toISOString()}'));`,
  ])
  const [chosen] = await query(`SELECT count(*) AS count FROM payments WHERE ${isChosen}`, count)
  return chosen?.count ?? 0
}

/** Returns the number of these payments that the shop still has to look up. */
export async function countWaiting({ query }: Database, { since, start }: Period): Promise<number> {
  const [waiting] = await query(
    `SELECT count(*) AS count FROM payments
    WHERE look_up_at <= '${start.toISOString()}' AND started_at >= '${since.toISOString()}'`,
    count,
  )
  return waiting?.count ?? 0
}

/** Describes the search for charges that the ledger lacks. Returns null after its end. */
export async function openSearch({ query }: Database): Promise<string | null> {
  const [open] = await query(
    `SELECT value ->> 'provider' AS provider, value ->> 'problem' AS problem
    FROM state WHERE name = 'charge-search'`,
    search,
  )
  if (!open) return null
  const { provider, problem } = open
  const at = provider === null ? '' : ` at ${provider}`
  return `searching for other payments${at}${problem === null ? '' : `, which fails: ${problem}`}`
}

/** Returns lines about the facts that were recorded since the start, and about open differences. */
export async function reconciliationReport(
  { query }: Database,
  { since, start }: Period,
): Promise<string[]> {
  const facts = await query(
    `SELECT f.provider, f.kind, f.id, f.amount_minor AS minor, f.currency FROM payment_facts f
    JOIN payments p ON p.provider = f.provider AND p.reference = f.reference
    WHERE f.received_at >= '${start.toISOString()}' AND p.started_at >= '${since.toISOString()}'
    ORDER BY f.received_at`,
    fact,
  )
  const alerts = async (kind: string) =>
    query(
      `SELECT subject, detail FROM alerts
      WHERE kind = '${kind}' AND ended_at IS NULL ORDER BY since`,
      alert,
    )
  const differences = await alerts('reconciliation-difference')
  const unmatched = await alerts('unmatched-fact')
  return [
    `Facts that were missing: ${facts.length}`,
    ...facts.map((each) => `  ${each.provider} ${each.kind} ${each.id}: ${moneyOf(each)}`),
    `Open differences: ${differences.length}`,
    ...differences.map(describe),
    `Payments without an order: ${unmatched.length}`,
    ...unmatched.map(describe),
  ]
}

function describe({ subject, detail }: z.output<typeof alert>): string {
  return `  ${subject}: ${alertDetailText(defaultLocale, detail)}`
}
