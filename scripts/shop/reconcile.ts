import type { D1Database } from '@cloudflare/workers-types'
import { setTimeout } from 'node:timers/promises'
import { alertDetailText } from '../../src/messages/alert-detail.ts'
import { decimalOf, type Money } from '../../src/kit/money.shared.ts'
import { prepare, readRow, readRows } from '../../src/kit/sql.ts'
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
  const [chosen] = await db.batch([
    prepare(db)`UPDATE payments SET look_up_at = ${start}
      WHERE look_up_at IS NOT NULL AND started_at >= ${since}`,
    prepare(db)`INSERT OR REPLACE INTO state (name, value)
      VALUES ('charge-search', json_object('since', ${since}))`,
  ])
  return chosen?.meta.changes ?? 0
}

/** Returns the number of these payments that the shop still has to look up. */
export async function countWaiting(db: D1Database, { since, start }: Period): Promise<number> {
  const row = await readRow<{ count: number }>(db)`SELECT count(*) AS count FROM payments
    WHERE look_up_at <= ${start} AND started_at >= ${since}`
  return row?.count ?? 0
}

/** Describes the search for charges that the ledger lacks. Returns null after its end. */
export async function openSearch(db: D1Database): Promise<string | null> {
  const open = await readRow<{ provider: string | null; problem: string | null }>(db)`SELECT
      value ->> 'provider' AS provider, value ->> 'problem' AS problem
    FROM state WHERE name = 'charge-search'`
  if (!open) return null
  const { provider, problem } = open
  const at = provider === null ? '' : ` at ${provider}`
  return `searching for other payments${at}${problem === null ? '' : `, which fails: ${problem}`}`
}

type Fact = Money & { readonly provider: string; readonly kind: string; readonly id: string }

/** Returns lines about the facts that were recorded since the start, and about open differences. */
export async function reconciliationReport(db: D1Database, { since, start }: Period) {
  const facts = await readRows<Fact>(db)`SELECT f.provider, f.kind, f.id, f.amount_minor AS minor,
      f.currency FROM payment_facts f
    JOIN payments p ON p.provider = f.provider AND p.reference = f.reference
    WHERE f.received_at >= ${start} AND p.started_at >= ${since} ORDER BY f.received_at`
  const alerts = await readRows<{ kind: string; subject: string; detail: string }>(db)`SELECT kind,
      subject, detail FROM alerts
    WHERE kind IN ('reconciliation-difference', 'unmatched-fact') AND ended_at IS NULL
    ORDER BY since`
  const listOf = (title: string, lines: readonly string[]) => [
    `${title}: ${lines.length}`,
    ...lines.map((line) => `  ${line}`),
  ]
  const about = (kind: string) =>
    alerts
      .filter((alert) => alert.kind === kind)
      .map(({ subject, detail }) => `${subject}: ${alertDetailText(defaultLocale, detail)}`)
  const missing = facts.map(
    ({ provider, kind, id, ...money }) =>
      `${provider} ${kind} ${id}: ${decimalOf(money)} ${money.currency}`,
  )
  return [
    ...listOf('Facts that were missing', missing),
    ...listOf('Open differences', about('reconciliation-difference')),
    ...listOf('Payments without an order', about('unmatched-fact')),
  ]
}
