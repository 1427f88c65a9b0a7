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
  if (referralCode === undefined || nonce === undefined) return referralCode
  const referrer = await context.db
    .prepare('SELECT phone FROM referrers WHERE code = ?')
    .bind(referralCode)
    .first<{ phone: string }>()
  if (referrer === null) return referralCode
  const isOwn = await isKnownBrowser(context, { kind: 'sms', to: referrer.phone }, nonce)
  return isOwn ? undefined : referralCode
}
