import type { BackendContext } from '../context.ts'
import { isKnownBrowser } from '../sessions/known-browsers.ts'

type ReferredOrder = {
  readonly referralCode?: string | undefined
  /** The sign-in nonce of the buyer's browser, if any. */
  readonly nonce?: string | undefined
}

/**
 * Returns the referral code that earns a reward for an order. Returns undefined when the partner
 * has signed in with the buyer's browser, because partners get no reward for their own purchases.
 */
export async function earningCode(
  context: BackendContext,
  { referralCode, nonce }: ReferredOrder,
): Promise<string | undefined> {
  // Codes have no upper-case letters, but a link may be typed or printed in upper case.
  const code = referralCode?.toLowerCase()
  if (code === undefined || nonce === undefined) return code
  const referrer = await context.db
    .prepare('SELECT phone FROM referrers WHERE code = ?')
    .bind(code)
    .first<{ phone: string }>()
  if (referrer === null) return code
  const isOwn = await isKnownBrowser(context, { kind: 'sms', to: referrer.phone }, nonce)
  return isOwn ? undefined : code
}
