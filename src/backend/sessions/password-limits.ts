import { visitorPrefix } from '../../domain/visitor-prefix.ts'
import type { BackendContext } from '../context.ts'
import { countActions, countVisitorAction } from '../rate-limit.ts'

/**
 * Limits per hour. Only the first two apply to known browsers, so only a browser that has signed in
 * to the account can exhaust them. The second is necessary because a browser gets a new nonce, and
 * with it ten more attempts, when it signs in to another account.
 */
const ofKnownBrowser = { action: 'password-from-known-browser', perHour: 10 }
const ofKnownBrowsers = { action: 'password-from-known-browsers', perHour: 100 }
const ofVisitor = { action: 'password-from-visitor', perHour: 20 }
const ofVisitorToAccount = { action: 'password-attempt', perHour: 10 }
/** NIST SP 800-63B, section 3.2.2: at most 100 failed attempts in a row. */
const ofAccount = { action: 'password-to-account', perHour: 100 }

/**
 * Counts an attempt to sign in by password. Returns false when a limit is reached. Call it before
 * hashing the password, which takes tens of milliseconds.
 */
export async function isPasswordWithinLimits(
  context: BackendContext,
  email: string,
  { nonce, isKnown }: { readonly nonce?: string | undefined; readonly isKnown: boolean },
): Promise<boolean> {
  if (nonce !== undefined && isKnown)
    return countActions(context, [
      { limit: ofKnownBrowser, subject: `${nonce}:${email}` },
      { limit: ofKnownBrowsers, subject: `password:${email}` },
    ])
  const pair = `${email}:${visitorPrefix(context.clientAddress)}`
  return (
    (await countVisitorAction(context, ofVisitor)) &&
    (await countActions(context, [{ limit: ofVisitorToAccount, subject: `password:${pair}` }])) &&
    (await countActions(context, [{ limit: ofAccount, subject: `password:${email}` }]))
  )
}
