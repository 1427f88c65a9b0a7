import type { UnmetDemand } from './demand.shared.ts'
import { dayMs, dayOf, timeBefore } from '../kit/time.shared.ts'
import { visitorPrefix } from '../kit/visitor.ts'
import { planName } from '../words/plan-words.ts'
import { canSell } from './can-sell.ts'
import { titleOf } from './places.ts'
import { planColumn, planJoins, toPlan } from './plan-rows.ts'
import type { PlanRow } from './plan-rows.ts'
import type { BackendContext } from '../context.ts'
import { hmac } from '../kit/crypto.ts'
import { dayAsHour, findReachedLimit, hourOf, isFull, visitorLimits } from '../api/rate-limit.ts'
import type { RateLimit } from '../api/rate-limit.ts'

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
export async function countUnmetDemand(
  context: BackendContext,
  demands: readonly UnmetDemand[],
): Promise<void> {
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
  const known = context.db
    .prepare('SELECT 1 FROM unmet_demand WHERE kind = ? AND day = ? AND subject = ?')
    .bind(kind, dayOf(context.now), subject)
  return (await known.first()) !== null || isWithin(context, newSubjectLimit)
}

/** Writes no log line, because the visitor gets the page anyway. */
async function isWithin(context: BackendContext, limit: RateLimit): Promise<boolean> {
  return (await findReachedLimit(context, visitorLimits(context, limit))) === null
}

/**
 * SQL: the subjects of one visitor in a kind ?1 and day ?2. A new subject replaces one of them when
 * the day is full, so that subjects of several visitors stay and new ones can follow.
 */
const ofOneVisitor = `SELECT subject FROM unmet_demand
  WHERE kind = ?1 AND day = ?2 AND subject <> ?3 AND visitors = 1`
const rowsOfDay = '(SELECT count(*) FROM unmet_demand WHERE kind = ?1 AND day = ?2)'

async function countOnce(
  { db, config, now, clientAddress }: BackendContext,
  { kind, subject }: UnmetDemand,
): Promise<D1PreparedStatement[]> {
  const day = dayOf(now)
  const visitor = `${visitorPrefix(clientAddress)}\n${kind}\n${subject}`
  return [
    db
      .prepare(
        `INSERT INTO limits (action, subject, hour, count)
        SELECT 'unmet-demand-of-day', ?1, ?2, 1 WHERE NOT coalesce(${isFull('?3')}, 0)
        ON CONFLICT DO NOTHING`,
      )
      .bind(await hmac(config.CODE_PEPPER, visitor), dayAsHour(now), hourOf(now)),
    db
      .prepare(
        `INSERT INTO unmet_demand (kind, day, subject, visitors) SELECT ?1, ?2, ?3, 1
        WHERE changes() = 1 AND (
          EXISTS (SELECT 1 FROM unmet_demand WHERE kind = ?1 AND day = ?2 AND subject = ?3)
          OR ${rowsOfDay} < ${mostRows} OR EXISTS (${ofOneVisitor}))
        ON CONFLICT (kind, day, subject) DO UPDATE SET visitors = visitors + 1`,
      )
      .bind(kind, day, subject),
    db
      .prepare(
        `DELETE FROM unmet_demand WHERE kind = ?1 AND day = ?2 AND ${rowsOfDay} > ${mostRows}
          AND subject = (${ofOneVisitor} ORDER BY random() LIMIT 1)`,
      )
      .bind(kind, day, subject),
  ]
}

type ReportContext = Pick<BackendContext, 'db' | 'now' | 'locale' | 'words'>
type DemandRow = { readonly visitors: number; readonly lastDay: string }

/** SQL: the subjects of a kind since the day ?1, with their visitors. */
const demandOf = (kind: UnmetDemand['kind']) => `(SELECT subject, sum(visitors) AS visitors,
  max(day) AS lastDay FROM unmet_demand WHERE kind = '${kind}' AND day > ?1 GROUP BY subject)`
const mostVisitors = `ORDER BY visitors DESC, lastDay DESC, subject LIMIT ${mostShown}`

/** Returns the texts without a result that most visitors searched for in 30 days. */
export async function failedSearches({
  db,
  now,
}: Pick<ReportContext, 'db' | 'now'>): Promise<readonly FailedSearch[]> {
  const { results } = await db
    .prepare(`SELECT subject AS text, visitors, lastDay FROM ${demandOf('search')} ${mostVisitors}`)
    .bind(firstDay(now))
    .all<FailedSearch>()
  return results
}

/** Returns the filters that no plan matched for most visitors in 30 days. */
export async function emptyFilters({
  db,
  now,
  locale,
}: Omit<ReportContext, 'words'>): Promise<readonly EmptyFilter[]> {
  const place = `substr(subject, 1, instr(subject, ' ') - 1)`
  const { results } = await db
    .prepare(
      `SELECT subject, ${titleOf(place, locale)} AS title, visitors, lastDay
      FROM ${demandOf('filter')} ${mostVisitors}`,
    )
    .bind(firstDay(now))
    .all<EmptyFilter>()
  return results
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
  const { results } = await db
    .prepare(
      `SELECT subject AS ident, coalesce(${titleOf('subject', locale)}, upper(subject)) AS title,
        visitors, lastDay FROM ${demandOf('place')}
      WHERE NOT EXISTS (SELECT 1 FROM placements WHERE place = subject AND in_stock = 1)
      ${mostVisitors}`,
    )
    .bind(firstDay(now))
    .all<Omit<OutOfStockItem, 'kind'>>()
  return results.map((row) => ({ ...row, kind: 'place' }))
}

async function outOfStockPlans({
  db,
  now,
  locale,
  words,
}: ReportContext): Promise<readonly OutOfStockItem[]> {
  const { results } = await db
    .prepare(
      `SELECT ${planColumn(locale, '0')}, visitors, lastDay
      FROM ${demandOf('tariff')} CROSS JOIN plans t ON t.id = subject ${planJoins}
      WHERE NOT ${canSell('t.id')} ${mostVisitors}`,
    )
    .bind(firstDay(now))
    .all<PlanRow & DemandRow>()
  return results.map((row) => {
    const plan = toPlan(row, words)
    return {
      kind: 'tariff',
      ident: plan.tariffID,
      title: planName({ locale, words }, plan),
      visitors: row.visitors,
      lastDay: row.lastDay,
    }
  })
}

function firstDay(now: Date): string {
  return dayOf(timeBefore(now, shownDays * dayMs))
}
