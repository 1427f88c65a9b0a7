import { logSecurity } from '../domain/security-log.ts'
import { visitorPrefix } from '../domain/visitor-prefix.ts'
import type { BackendContext } from './context.ts'
import { hmac } from './hashing.ts'

type HourlyLimit = { readonly action: string; readonly perHour: number }
type DailyLimit = { readonly action: string; readonly perDay: number }
export type RateLimit = HourlyLimit | DailyLimit

/** A /48 has up to 65,536 networks of one customer, and may also be many customers. */
const siteFactor = 10

/**
 * Counts one more action of the visitor's network; false when a limit is reached. Networks are an
 * IPv4 address, an IPv6 /64, and an IPv6 /48 with ten times the limit.
 */
export async function countVisitorAction(
  context: BackendContext,
  limit: HourlyLimit,
): Promise<boolean> {
  const { clientAddress } = context
  const [network, site] = [visitorPrefix(clientAddress), visitorPrefix(clientAddress, 48)]
  const limits: SubjectLimit[] = [{ limit, subject: `address:${network}` }]
  if (site !== network)
    limits.push({
      limit: { action: limit.action, perHour: limit.perHour * siteFactor },
      subject: `site:${site}`,
    })
  return countActions(context, limits)
}

type CountContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/** A limit and its subject, which may be personal data: it is stored as a keyed hash. */
export type SubjectLimit = { readonly limit: RateLimit; readonly subject: string }

/**
 * Counts one more action for each subject, in this order, up to the first limit that is reached.
 * Returns false in that case. So a visitor without actions left does not use up those of later
 * subjects.
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
  // The count of a day (UTC) is stored under its last hour, so that it is deleted after the day.
  const [hour, most] =
    'perDay' in limit
      ? [`${time.slice(0, 'YYYY-MM-DD'.length)}T23`, limit.perDay]
      : [time.slice(0, 'YYYY-MM-DDTHH'.length), limit.perHour]
  // The previous statement has counted, unless its limit was reached.
  const condition = isFirst ? 'true' : 'changes() = 1'
  return db
    .prepare(
      // One statement, so that parallel requests cannot pass the limit together.
      `INSERT INTO rate_limits (action, subject, hour, count) SELECT ?1, ?2, ?3, 1 WHERE ${condition}
      ON CONFLICT (action, subject, hour) DO UPDATE SET count = count + 1 WHERE count < ?4
      RETURNING count`,
    )
    .bind(limit.action, await hmac(config.CODE_PEPPER, subject), hour, most)
}
