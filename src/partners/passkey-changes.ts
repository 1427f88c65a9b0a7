import type { InputOf } from '../operations.ts'
import { maxPasskeys, passkeyRecoveryTime } from '../kit/passkey.shared.ts'
import { logSecurity } from '../kit/log.ts'
import { isoAfter, hourMs } from '../kit/time.shared.ts'
import type { SessionContext } from '../context.ts'
import { done, notFound, refuse, refuseFields } from '../api/operation-result.ts'
import { countActions } from '../api/rate-limit.ts'
import { smsTotal } from '../accounts/code-limits.ts'
import { isRecentSignIn } from '../accounts/sessions.ts'
import {
  refusePasskey,
  useChallenge,
  passkeysOf,
  phoneOf,
  recoveryOf,
  verifyNewPasskey,
} from './passkey-proof.ts'
import type { VerifiedPasskey } from './passkey-proof.ts'
import { areSettingsOpen } from './passkeys.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { ownerWords } from '../messages/letter.ts'
import { insertMessage } from '../messages/outbox.ts'
import { officeLink } from '../api/links.ts'
import { prepare, runBatch, sql } from '../kit/sql.ts'

/** Each change sends an SMS, which costs money. */
const ofPartner = { action: 'passkey-change', perDay: 10 }

/** Adds a passkey. Needs a recent sign-in for the first passkey, and a recent proof for others. */
export async function addPasskey(
  context: SessionContext,
  { name, passkey }: InputOf<'referrerPasskeyAdd'>,
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
    prepare(db)`DELETE FROM passkeys WHERE id = ${id} AND partner_id = ${caller.subjectID}`,
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
    prepare(db)`UPDATE partners SET passkeys_end_at = ${endsAt},
        passkeys_ended_at = iif(passkeys_end_at <= ${now}, passkeys_end_at, passkeys_ended_at)
      WHERE id = ${caller.subjectID}`,
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

type NewRow = VerifiedPasskey & {
  readonly name: string
  readonly transports: readonly string[]
}

/**
 * Stores a passkey and notifies the partner by SMS. Opens the passkey settings in this session.
 * Returns false when the passkey is already stored.
 */
async function insertPasskey(context: SessionContext, passkey: NewRow): Promise<boolean> {
  const { db, caller, now } = context
  const id = secretID()
  const [, inserted] = await runBatch(db, [
    deleteEnded(context),
    insertRow(context, id, passkey),
    prepare(db)`UPDATE sessions SET passkey_at = ${now}
      WHERE id = ${caller.sessionID} AND EXISTS (SELECT 1 FROM passkeys WHERE id = ${id})`,
    passkeyNotice(context, id, 'added', await phoneOf(context)),
  ])
  return inserted.results.length === 1
}

/**
 * Deletes passkeys that a recovery has ended. They would be valid again if the time of the recovery
 * changed before the scheduled job deletes them.
 */
function deleteEnded({ db, caller, now }: SessionContext): D1PreparedStatement {
  return prepare(db)`DELETE FROM passkeys WHERE partner_id = ${caller.subjectID} AND added_at < (
    SELECT passkeys_end_at FROM partners WHERE id = ${caller.subjectID}
      AND passkeys_end_at <= ${now})`
}

function insertRow(
  { db, caller, now }: SessionContext,
  id: string,
  { name, transports, credentialID, publicKey, counter }: NewRow,
): D1PreparedStatement {
  return prepare(db)`INSERT INTO passkeys
      (id, credential_id, partner_id, name, public_key, counter, transports, added_at)
    VALUES (${id}, ${credentialID}, ${caller.subjectID}, ${name}, ${publicKey}, ${counter},
      ${JSON.stringify(transports)}, ${now}) ON CONFLICT (credential_id) DO NOTHING RETURNING id`
}

/** Notifies the partner by SMS of a change of passkeys, once per `key`. */
function passkeyNotice(
  { db, config, words, caller, now }: SessionContext,
  key: string,
  change: 'added' | 'removed' | 'lost',
  phone: string,
): D1PreparedStatement {
  const brand = config.BRAND_NAME
  const email = config.SUPPORT_EMAIL
  const hours = words('units.hours', { count: passkeyRecoveryTime / hourMs })
  const message = {
    kind: 'sms',
    purpose: 'passkey',
    dedupeKey: `${caller.subjectID}:${change}:${key}`,
    recipient: phone,
    subject: '',
    body: words(`mail.passkeySms.${change}`, { brand, email, hours }),
    createdAt: now,
  } as const
  // The partner can be erased after the number was read.
  const hasPhone = sql`EXISTS (SELECT 1 FROM partners
    WHERE id = ${caller.subjectID} AND phone = ${phone})`
  // A passkey that was already stored gets no row with this id, so the shop sends no SMS.
  const isAdded = sql`EXISTS (SELECT 1 FROM passkeys WHERE id = ${key})`
  return insertMessage(db, message, change === 'added' ? sql`${hasPhone} AND ${isAdded}` : hasPhone)
}

/**
 * Emails the operator, who should call the partner. After a SIM swap, the thief gets the SMS, so
 * only the operator can detect the theft.
 */
function recoveryMail({ db, config, caller, now }: SessionContext, endsAt: string) {
  return insertMessage(db, {
    kind: 'mail',
    purpose: 'passkey',
    dedupeKey: `${caller.subjectID}:operator:${endsAt}`,
    recipient: config.PARTNERS_EMAIL,
    subject: ownerWords('mail.passkeysLostSubject'),
    body: [
      ownerWords('mail.passkeysLost', { time: formatTime(endsAt) }),
      ...officeLink(config, officeHref('partner', { id: caller.subjectID })),
    ].join('\n\n'),
    createdAt: now,
  })
}
