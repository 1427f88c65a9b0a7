import type { InputOf } from '../operations.ts'
import type { PasskeyChallenge, PasskeyProof, PasskeySettings } from './operations.ts'
import { maskPhone } from '../kit/masks.shared.ts'
import { ok } from '../kit/result.shared.ts'
import type { SessionContext } from '../context.ts'
import { done, type OperationResult } from '../api/operation-result.ts'
import { isRecentSignIn } from '../accounts/sessions.ts'
import {
  confirmWithPasskey,
  startChallenge,
  passkeysOf,
  phoneOf,
  recoveryOf,
  relyingParty,
} from './passkey-proof.ts'
import { prepare, readRow } from '../kit/sql.ts'

/** Returns the caller's passkeys, and whether the caller can change them now. */
export async function listPasskeys(
  context: SessionContext,
): Promise<OperationResult<{ data: PasskeySettings }>> {
  const { caller, now } = context
  const passkeys = await passkeysOf(context)
  const recovery = passkeys.length > 0 ? await recoveryOf(context) : null
  return ok({
    data: {
      passkeys: passkeys.map(({ id, name, added_at: addedAt, used_at: usedAt }) => ({
        id,
        name,
        addedAt,
        usedAt,
      })),
      isOpen: await areSettingsOpen(context, passkeys.length > 0),
      isRecent: isRecentSignIn(caller.openedAt, now),
      recoveryEndsAt: recovery,
    },
  })
}

/** Returns a challenge and the data that the partner's browser needs to sign it. */
export async function challengePasskey(
  context: SessionContext,
  { purpose }: InputOf<'referrerPasskeyChallenge'>,
): Promise<OperationResult<{ data: PasskeyChallenge }>> {
  const { config, caller } = context
  const [passkeys, phone] = [await passkeysOf(context), await phoneOf(context)]
  return ok({
    data: {
      challenge: await startChallenge(context, purpose),
      rpID: relyingParty(config).id,
      rpName: config.BRAND_NAME,
      userID: caller.subjectID,
      userName: maskPhone(phone),
      passkeys: passkeys.map(({ credential_id: id, transports }) => ({ id, transports })),
    },
  })
}

/** Allows this session to change passkeys for ten minutes. */
export async function openPasskeySettings(
  context: SessionContext,
  { passkey }: { readonly passkey: PasskeyProof },
) {
  const proof = await confirmWithPasskey(context, 'settings', passkey)
  if (!proof.ok) return proof
  await prepare(context.db)`UPDATE sessions SET passkey_at = ${context.now}
    WHERE id = ${context.caller.sessionID}`.run()
  return done()
}

/** Returns whether the caller can add and remove passkeys now. */
export async function areSettingsOpen(
  { db, caller, now }: SessionContext,
  hasPasskeys: boolean,
): Promise<boolean> {
  if (!hasPasskeys) return isRecentSignIn(caller.openedAt, now)
  const row = await readRow<{ passkey_at: string | null }>(db)`SELECT passkey_at FROM sessions
    WHERE id = ${caller.sessionID}`
  return isRecentSignIn(row?.passkey_at ?? null, now)
}
