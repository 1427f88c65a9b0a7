import type { D1Database } from '@cloudflare/workers-types'
import { setTimeout } from 'node:timers/promises'
import { alertDetailText } from '../../src/messages/alert-detail.ts'
import { decimalOf } from '../../src/kit/money.shared.ts'
import { defaultLocale } from '../../src/words/locales.shared.ts'
import { withShop } from '../database/open-shop.ts'
import { defineCommand } from './define-command.ts'

const pollSeconds = 15

export const reconcile = defineCommand({
  name: 'reconcile',
  usage: '--since 2d',
  about:
    'The shop compares its payments with their providers now, and searches there for charges that\n      it lacks. Then waits for the result. --since takes minutes, hours or days: 30m, 12h, 2d.',
  words: [0, 0],
  options: { since: { type: 'string' } },
  async run({ values, target }) {
    const start = new Date()
    const since = timeAgo(start, values.since ?? '')
    if (since === null) throw new Error('Give --since with a time such as 30m, 12h or 2d.')
    await withShop(target, async ({ db }) => waitForReport(db, { since, start }))
  },
})

const milliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Subtracts minutes, hours or days from `now`. Returns null for strings other than `30m`. */
export function timeAgo(now: Date, text: string): Date | null {
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
  if (unit !== 'm' && unit !== 'h' && unit !== 'd') return null
  return new Date(now.getTime() - Number(count) * milliseconds[unit])
}

type Period = { readonly since: Date; readonly start: Date }

/** The shop's scheduled job does the work, because it has the secrets of the providers. */
async function waitForReport(db: D1Database, period: Period): Promise<void> {
  const count = await requestLookUps(db, period)
  console.log(
    `The shop looks up ${count} payments at their providers, and searches there for other payments. Press Ctrl-C to stop waiting.`,
  )
  for (;;) {
    const waiting = await countWaiting(db, period)
    const search = await openSearch(db)
    if (waiting === 0 && search === null) break
    console.log([`${waiting} payments left`, search].filter((text) => text !== null).join('; '))
    await setTimeout(pollSeconds * 1000)
  }
  console.log((await reconciliationReport(db, period)).join('\n'))
}

/**
 * Schedules a lookup of every payment that started since a given time, and a search for charges
 * that the ledger lacks. Returns the number of payments. Payments of providers without an API have
 * no time to look them up.
 */
export async function requestLookUps(db: D1Database, { since, start }: Period): Promise<number> {
  const times = [since.toISOString(), start.toISOString()]
  const [chosen] = await db.batch([
    db
      .prepare(
        `UPDATE payments SET look_up_at = ?2 WHERE look_up_at IS NOT NULL AND started_at >= ?1`,
      )
      .bind(...times),
    db
      .prepare(
        `INSERT OR REPLACE INTO state (name, value)
        VALUES ('charge-search', json_object('since', ?1))`,
      )
      .bind(times[0]),
  ])
  return chosen?.meta.changes ?? 0
}

/** Returns the number of these payments that the shop still has to look up. */
export async function countWaiting(db: D1Database, { since, start }: Period): Promise<number> {
  const count = db.prepare(
    `SELECT count(*) AS count FROM payments WHERE look_up_at <= ?2 AND started_at >= ?1`,
  )
  const times = [since.toISOString(), start.toISOString()]
  return (await count.bind(...times).first<number>('count')) ?? 0
}

type Search = { readonly provider: string | null; readonly problem: string | null }

/** Describes the search for charges that the ledger lacks. Returns null after its end. */
export async function openSearch(db: D1Database): Promise<string | null> {
  const open = await db
    .prepare(
      `SELECT value ->> 'provider' AS provider, value ->> 'problem' AS problem
      FROM state WHERE name = 'charge-search'`,
    )
    .first<Search>()
  if (!open) return null
  const { provider, problem } = open
  const at = provider === null ? '' : ` at ${provider}`
  return `searching for other payments${at}${problem === null ? '' : `, which fails: ${problem}`}`
}

type Fact = {
  readonly provider: string
  readonly kind: string
  readonly id: string
  readonly minor: number
  readonly currency: string
}
type Alert = { readonly kind: string; readonly subject: string; readonly detail: string }

/** Returns lines about the facts that were recorded since the start, and about open differences. */
export async function reconciliationReport(
  db: D1Database,
  { since, start }: Period,
): Promise<string[]> {
  const { results: facts } = await db
    .prepare(
      `SELECT f.provider, f.kind, f.id, f.amount_minor AS minor, f.currency FROM payment_facts f
      JOIN payments p ON p.provider = f.provider AND p.reference = f.reference
      WHERE f.received_at >= ?2 AND p.started_at >= ?1
      ORDER BY f.received_at`,
    )
    .bind(since.toISOString(), start.toISOString())
    .all<Fact>()
  const { results: alerts } = await db
    .prepare(
      `SELECT kind, subject, detail FROM alerts
      WHERE kind IN ('reconciliation-difference', 'unmatched-fact') AND ended_at IS NULL
      ORDER BY since`,
    )
    .all<Alert>()
  const differences = alerts.filter(({ kind }) => kind === 'reconciliation-difference')
  const unmatched = alerts.filter(({ kind }) => kind === 'unmatched-fact')
  return [
    `Facts that were missing: ${facts.length}`,
    ...facts.map(describeFact),
    `Open differences: ${differences.length}`,
    ...differences.map(describeAlert),
    `Payments without an order: ${unmatched.length}`,
    ...unmatched.map(describeAlert),
  ]
}

function describeFact({ provider, kind, id, minor, currency }: Fact): string {
  return `  ${provider} ${kind} ${id}: ${decimalOf({ minor, currency })} ${currency}`
}

function describeAlert({ subject, detail }: Alert): string {
  return `  ${subject}: ${alertDetailText(defaultLocale, detail)}`
}
