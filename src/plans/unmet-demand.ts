import type { UnmetDemand } from './demand.shared.ts'
import { dayMs, dayOf, timeBefore } from '../kit/time.shared.ts'
import { visitorPrefix } from '../kit/visitor.ts'
import { planName } from '../words/plan-words.ts'
import { canSell } from './can-sell.ts'
import { titleOf } from './places.ts'
import { planColumn, planJoins, toPlan, type PlanRow } from './plan-rows.ts'
import type { BackendContext } from '../context.ts'
import { hmac } from '../kit/crypto.ts'
import { dayAsHour, findReachedLimit, isFull, visitorLimits } from '../api/rate-limit.ts'
import type { RateLimit } from '../api/rate-limit.ts'
import { prepare, raw, readRows, sql } from '../kit/sql.ts'

/** A search without a result. */
export type FailedSearch = {
  readonly text: string
  /** Visitors of each day, added up. */
  readonly visitors: number
  readonly lastDay: string
}

/** A filter of a list that no plan matched. */
export type EmptyFilter = {
  readonly subject: string
  /** The title of the country or region. Null for a world region, and for all plans. */
  readonly title: string | null
  readonly visitors: number
  readonly lastDay: string
}

/** A place or plan that visitors opened and cannot buy. */
export type OutOfStockItem = {
  readonly kind: 'place' | 'tariff'
  readonly ident: string
  readonly title: string
  readonly visitors: number
  readonly lastDay: string
  /** People who get an email when it is on sale again. */
  readonly waiting: number
}

const pageLimit = { action: 'unmet-demand', perHour: 60 }
/** Anybody can search for any text, so a network alone must not fill the rows of a day. */
const newSubjectLimit = { action: 'unmet-demand-new', perDay: 20 }
/** Rows of a kind and day. */
const mostRows = 300
const shownDays = 30
const mostShown = 15

/**
 * Counts unmet demand. A visitor counts once a day for each subject, so that reloads and prefetched
 * pages do not count twice.
 */
export async function countUnmetDemand(context: BackendContext, demands: readonly UnmetDemand[]) {
  if (!(await isWithin(context, pageLimit))) return
  const statements = await Promise.all(
    demands.map(async (demand) =>
      (await mayCount(context, demand)) ? countOnce(context, demand) : [],
    ),
  )
  if (statements.flat().length > 0) await context.db.batch(statements.flat())
}

/** Returns false for a new subject of a visitor who has added too many today. */
async function mayCount(context: BackendContext, { kind, subject }: UnmetDemand): Promise<boolean> {
  const known = prepare(context.db)`SELECT 1 FROM unmet_demand WHERE kind = ${kind}
    AND day = ${dayOf(context.now)} AND subject = ${subject}`
  return (await known.first()) !== null || isWithin(context, newSubjectLimit)
}

/** Writes no log line, because the visitor gets the page anyway. */
async function isWithin(context: BackendContext, limit: RateLimit): Promise<boolean> {
  return (await findReachedLimit(context, visitorLimits(context, limit))) === null
}

async function countOnce(
  { db, config, now, clientAddress }: BackendContext,
  { kind, subject }: UnmetDemand,
): Promise<D1PreparedStatement[]> {
  const day = dayOf(now)
  const visitor = `${visitorPrefix(clientAddress)}\n${kind}\n${subject}`
  const ofDay = sql`FROM unmet_demand WHERE kind = ${kind} AND day = ${day}`
  const rows = sql`(SELECT count(*) ${ofDay})`
  // A new subject replaces one of these when the day is full, so that subjects of several visitors
  // stay and new ones can follow.
  const ofOneVisitor = sql`SELECT subject ${ofDay} AND subject <> ${subject} AND visitors = 1`
  return [
    prepare(db)`INSERT INTO limits (action, subject, last_hour, count)
      SELECT 'unmet-demand-of-day', ${await hmac(config.CODE_PEPPER, visitor)}, ${dayAsHour(now)}, 1
      WHERE NOT coalesce(${isFull(now)}, 0)
      ON CONFLICT DO NOTHING`,
    prepare(db)`INSERT INTO unmet_demand (kind, day, subject, visitors)
      SELECT ${kind}, ${day}, ${subject}, 1
      WHERE changes() = 1 AND (EXISTS (SELECT 1 ${ofDay} AND subject = ${subject})
        OR ${rows} < ${raw(mostRows)} OR EXISTS (${ofOneVisitor}))
      ON CONFLICT (kind, day, subject) DO UPDATE SET visitors = visitors + 1`,
    prepare(db)`DELETE FROM unmet_demand WHERE kind = ${kind} AND day = ${day}
      AND ${rows} > ${raw(mostRows)} AND subject = (${ofOneVisitor} ORDER BY random() LIMIT 1)`,
  ]
}

type ReportContext = Pick<BackendContext, 'db' | 'now' | 'locale' | 'words'>
type DemandRow = {
  readonly visitors: number
  readonly lastDay: string
  readonly waiting: number
}

/**
 * SQL: the subjects of a kind since the first day, with their visitors, and with the people who wait
 * for an email.
 */
const demandOf = (kind: UnmetDemand['kind'], now: Date) =>
  sql`(SELECT subject, sum(visitors) AS visitors, max(day) AS lastDay,
      (SELECT count(*) FROM stock_alerts a WHERE a.kind = ${kind}
        AND a.subject = unmet_demand.subject AND a.confirmed_at IS NOT NULL) AS waiting
    FROM unmet_demand WHERE kind = ${kind} AND day > ${firstDay(now)} GROUP BY subject)`
const mostVisitors = sql`ORDER BY visitors DESC, lastDay DESC, subject LIMIT ${raw(mostShown)}`

/** Returns the texts without a result that most visitors searched for in 30 days. */
export async function failedSearches({
  db,
  now,
}: Pick<ReportContext, 'db' | 'now'>): Promise<readonly FailedSearch[]> {
  return readRows<FailedSearch>(db)`SELECT subject AS text, visitors, lastDay
    FROM ${demandOf('search', now)} ${mostVisitors}`
}

/** Returns the filters that no plan matched for most visitors in 30 days. */
export async function emptyFilters({
  db,
  now,
  locale,
}: Omit<ReportContext, 'words'>): Promise<readonly EmptyFilter[]> {
  const place = `substr(subject, 1, instr(subject, ' ') - 1)`
  return readRows<EmptyFilter>(db)`SELECT subject,
      ${raw(titleOf(place, locale))} AS title, visitors, lastDay
    FROM ${demandOf('filter', now)} ${mostVisitors}`
}

/** Returns places and plans that are out of stock and that most visitors opened in 30 days. */
export async function outOfStockItems(context: ReportContext): Promise<readonly OutOfStockItem[]> {
  const [places, plans] = await Promise.all([outOfStockPlaces(context), outOfStockPlans(context)])
  return [...places, ...plans]
    .toSorted((a, b) => b.visitors - a.visitors || b.lastDay.localeCompare(a.lastDay))
    .slice(0, mostShown)
}

async function outOfStockPlaces({
  db,
  now,
  locale,
}: ReportContext): Promise<readonly OutOfStockItem[]> {
  const title = raw(titleOf('subject', locale))
  const results = await readRows<Omit<OutOfStockItem, 'kind'>>(db)`SELECT subject AS ident,
      coalesce(${title}, upper(subject)) AS title, visitors, lastDay, waiting
    FROM ${demandOf('place', now)}
    WHERE NOT EXISTS (SELECT 1 FROM placements WHERE place = subject AND in_stock = 1)
    ${mostVisitors}`
  return results.map((row) => ({ ...row, kind: 'place' }))
}

async function outOfStockPlans({
  db,
  now,
  locale,
  words,
}: ReportContext): Promise<readonly OutOfStockItem[]> {
  const results = await readRows<PlanRow & DemandRow>(db)`SELECT ${raw(planColumn(locale, '0'))},
      visitors, lastDay, waiting
    FROM ${demandOf('tariff', now)} CROSS JOIN plans t ON t.id = subject ${raw(planJoins)}
    WHERE NOT ${raw(canSell('t.id'))} ${mostVisitors}`
  return results.map(({ tariff, ...demand }) => {
    const plan = toPlan({ tariff }, words)
    const title = planName({ locale, words }, plan)
    return { ...demand, kind: 'tariff', ident: plan.tariffID, title }
  })
}

function firstDay(now: Date): string {
  return dayOf(timeBefore(now, shownDays * dayMs))
}
