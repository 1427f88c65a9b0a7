import type { z } from 'zod'
import type { referrerPasskeyAdd } from '../../contract/passkeys.ts'
import { maxPasskeys, passkeyRecoveryTime } from '../../domain/passkey.ts'
import { logSecurity } from '../../domain/security-log.ts'
import { isoAfter } from '../../domain/time-units.ts'
import type { SessionContext } from '../context.ts'
import { done, notFound, refuse, refuseFields } from '../operation-result.ts'
import { countActions } from '../rate-limit.ts'
import { smsTotal } from '../sessions/code-limits.ts'
import { isRecentSignIn } from '../sessions/sessions.ts'
import { insertPasskey } from './insert-passkey.ts'
import { passkeyNotice, recoveryMail } from './passkey-messages.ts'
import { refusePasskey, useChallenge } from './passkey-proof.ts'
import { passkeysOf, phoneOf, recoveryOf } from './passkey-rows.ts'
import { areSettingsOpen } from './passkeys.ts'
import { verifyNewPasskey } from './verify-passkey.ts'

/** Each change sends an SMS, which costs money. */
const ofPartner = { action: 'passkey-change', perDay: 10 }

/** Adds a passkey. Needs a recent sign-in for the first passkey, and a recent proof for others. */
export async function addPasskey(
  context: SessionContext,
  { name, passkey }: z.output<typeof referrerPasskeyAdd.input>,
) {
  const passkeys = await passkeysOf(context)
  const refusal = await refusalOfChange(context, passkeys.length > 0)
  if (refusal) return refusal
  if (passkeys.length >= maxPasskeys)
    return refuseFields('invalid-input', {
      name: [context.words('api.tooManyPasskeys', { count: maxPasskeys })],
    })
  const challenge = await useChallenge(context, 'add', passkey.clientDataJSON)
  if (challenge === null) return refusePasskey(context, 'unknown challenge')
  const verified = await verifyNewPasskey(context, challenge, passkey)
  if (!verified.ok) return refusePasskey(context, verified.error)
  const limited = await refusalOfLimit(context)
  if (limited) return limited
  const { transports } = passkey
  const isAdded = await insertPasskey(context, { name, transports, ...verified.value })
  if (!isAdded) return refusePasskey(context, 'known passkey')
  logSecurity({ event: 'passkey-added' })
  return done()
}

export async function removePasskey(context: SessionContext, { id }: { readonly id: string }) {
  const { db, caller } = context
  const passkeys = await passkeysOf(context)
  const refusal = await refusalOfChange(context, passkeys.length > 0)
  if (refusal) return refusal
  if (!passkeys.some((passkey) => passkey.id === id)) return notFound(context)
  const limited = await refusalOfLimit(context)
  if (limited) return limited
  await db.batch([
    db.prepare('DELETE FROM passkeys WHERE id = ? AND referrer_id = ?').bind(id, caller.subjectID),
    passkeyNotice(context, id, 'removed', await phoneOf(context)),
  ])
  logSecurity({ event: 'passkey-removed' })
  return done()
}

/**
 * Ends all passkeys after 72 hours, unless the partner uses a passkey within that time. Needs a
 * sign-in by SMS code within the last ten minutes. Notifies the partner and the operator at once.
 */
export async function recoverPasskeys(context: SessionContext) {
  const { db, words, caller, now } = context
  if (!isRecentSignIn(caller.openedAt, now))
    return refuse('confirmation-needed', words('api.signInAgain'))
  if ((await passkeysOf(context)).length === 0) return notFound(context)
  if ((await recoveryOf(context)) !== null) return done()
  const limited = await refusalOfLimit(context)
  if (limited) return limited
  const endsAt = isoAfter(now, passkeyRecoveryTime)
  await db.batch([
    db
      .prepare(
        `UPDATE referrers SET passkeys_end_at = ?3,
          passkeys_ended_at = iif(passkeys_end_at <= ?2, passkeys_end_at, passkeys_ended_at)
        WHERE id = ?1`,
      )
      .bind(caller.subjectID, now.toISOString(), endsAt),
    passkeyNotice(context, endsAt, 'lost', await phoneOf(context)),
    recoveryMail(context, endsAt),
  ])
  logSecurity({ event: 'passkeys-lost' })
  return done()
}

async function refusalOfChange(context: SessionContext, hasPasskeys: boolean) {
  if (await areSettingsOpen(context, hasPasskeys)) return null
  const { words } = context
  return hasPasskeys
    ? refuse('passkey-needed', words('api.passkeyNeeded'))
    : refuse('confirmation-needed', words('api.signInAgain'))
}

/** Counts a change of the caller's passkeys. Returns a refusal when a limit is reached. */
async function refusalOfLimit(context: SessionContext) {
  const { config, words, caller } = context
  const isWithinLimits = await countActions(context, [
    { limit: ofPartner, subject: caller.subjectID },
    smsTotal(config),
  ])
  return isWithinLimits ? null : refuse('too-many-requests', words('api.tooManyPasskeyChanges'))
}
