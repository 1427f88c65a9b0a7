import { logSecurity } from '../domain/security-log.ts'
import { visitorPrefix } from '../domain/visitor-prefix.ts'
import type { BackendContext } from './context.ts'
import { hmac } from './hashing.ts'

type HourlyLimit = { readonly action: string; readonly perHour: number }
type DailyLimit = { readonly action: string; readonly perDay: number }
export type RateLimit = HourlyLimit | DailyLimit

/** A /48 contains 65,536 /64 networks, which can belong to one customer or to many. */
const siteFactor = 10

/** Counts an action of the visitor. Returns false when a limit of `visitorLimits` is reached. */
export async function countVisitorAction(
  context: BackendContext,
  limit: HourlyLimit,
): Promise<boolean> {
  return countActions(context, visitorLimits(context, limit))
}

/**
 * Returns the limits of the visitor's IPv4 address, or of the IPv6 /64 and /48. The limit of a /48
 * is ten times higher.
 */
export function visitorLimits(
  { clientAddress }: Pick<BackendContext, 'clientAddress'>,
  limit: RateLimit,
): SubjectLimit[] {
  const [network, site] = [visitorPrefix(clientAddress), visitorPrefix(clientAddress, 48)]
  const ofNetwork = { limit, subject: `address:${network}` }
  if (site === network) return [ofNetwork]
  return [ofNetwork, { limit: limitOfSite(limit), subject: `site:${site}` }]
}

function limitOfSite(limit: RateLimit): RateLimit {
  return 'perDay' in limit
    ? { ...limit, perDay: limit.perDay * siteFactor }
    : { ...limit, perHour: limit.perHour * siteFactor }
}

type CountContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/** `subject` can be personal data, so the database contains only its HMAC. */
export type SubjectLimit = { readonly limit: RateLimit; readonly subject: string }

/**
 * Counts an action for each subject in order. Stops and returns false at the first limit that is
 * reached, so that a blocked visitor does not use up the limits of later subjects.
 */
export async function countActions(
  context: CountContext,
  limits: readonly SubjectLimit[],
): Promise<boolean> {
  const results = await context.db.batch(
    await Promise.all(limits.map(async (limit, index) => countAction(context, limit, index === 0))),
  )
  const reached = limits.find((_, index) => results[index]?.results.length === 0)
  if (reached) logSecurity({ event: 'limit-reached', action: reached.limit.action })
  return reached === undefined
}

async function countAction(
  { db, config, now }: CountContext,
  { limit, subject }: SubjectLimit,
  isFirst: boolean,
): Promise<D1PreparedStatement> {
  const time = now.toISOString()
  // The count of a UTC day is stored under its last hour, so that it is deleted after that day.
  const [hour, most] =
    'perDay' in limit
      ? [`${time.slice(0, 'YYYY-MM-DD'.length)}T23`, limit.perDay]
      : [time.slice(0, 'YYYY-MM-DDTHH'.length), limit.perHour]
  // The previous statement changes no row when its limit is reached.
  const condition = isFirst ? 'true' : 'changes() = 1'
  return db
    .prepare(
      // A single statement prevents a race between parallel requests.
      `INSERT INTO rate_limits (action, subject, hour, count) SELECT ?1, ?2, ?3, 1 WHERE ${condition}
      ON CONFLICT (action, subject, hour) DO UPDATE SET count = count + 1 WHERE count < ?4
      RETURNING count`,
    )
    .bind(limit.action, await hmac(config.CODE_PEPPER, subject), hour, most)
}
