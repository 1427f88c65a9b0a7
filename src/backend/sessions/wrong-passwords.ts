import type { BackendConfig } from '../../config/backend-config.ts'
import { logSecurity } from '../../domain/security-log.ts'
import type { AlertCondition } from '../alerts/alerts.ts'
import type { BackendContext } from '../context.ts'
import { hourOf } from '../rate-limit.ts'
import { insertWrong, lastHour, manyWrong, wrongOfDay } from './wrong-of-day.ts'

/**
 * Somebody can try passwords of many accounts from many networks, for example passwords from other
 * sites' leaks, and stay below every limit of an account and of a network. The shop therefore
 * counts all wrong passwords of a day, except those from known browsers, whose nonces a stranger
 * cannot have. With twice WRONG_PASSWORDS_PER_DAY of them, it accepts no password from a new
 * browser. Visitors can still sign in with a code, so a stranger gains nothing by causing this.
 */
const closedFactor = 2

type WrongPasswordContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/**
 * Counts a password from a new browser as wrong, before it is checked, so that parallel guesses
 * share the limit. Returns false when the shop accepts no more passwords from new browsers.
 */
export async function countPasswordAttempt({
  db,
  config,
  now,
}: WrongPasswordContext): Promise<boolean> {
  const counted = await db
    .prepare(
      `${insertWrong('wrong-password', `${wrongOfDay('wrong-password', '?2')} < ?3`)}
      RETURNING count`,
    )
    .bind(lastHour(now), hourOf(now), closedFactor * config.WRONG_PASSWORDS_PER_DAY)
    .first()
  if (counted === null) logSecurity({ event: 'limit-reached', action: 'wrong-passwords' })
  return counted !== null
}

/** Removes an attempt from the count, because its password was right. */
export function uncountPasswordAttempt({ db, now }: WrongPasswordContext): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE limits SET count = count - 1
      WHERE action = 'wrong-password' AND hour = ? AND count > 0`,
    )
    .bind(lastHour(now))
}

/** Raises an alert while many passwords are wrong. */
export function guessedPasswords(config: BackendConfig, now: Date): AlertCondition {
  return manyWrong('wrong-password', config.WRONG_PASSWORDS_PER_DAY, now)
}
