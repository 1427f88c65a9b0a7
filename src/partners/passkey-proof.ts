import { z } from 'zod'
import type { PasskeyProof, NewPasskey } from './operations.ts'
import { fromBase64url, secretID, toBase64url } from '../kit/tokens.shared.ts'
import { passkeyTimeout, passkeyAlgorithms, type PasskeyPurpose } from '../kit/passkey.shared.ts'
import { err, ok, type Result, type Err } from '../kit/result.shared.ts'
import { logSecurity } from '../kit/log.ts'
import { isoAfter } from '../kit/time.shared.ts'
import { parseJson, storedJson } from '../kit/db.ts'
import { prepare, readRow, readRows, runBatch } from '../kit/sql.ts'
import type { SessionContext } from '../context.ts'
import { sha256Hex } from '../kit/crypto.ts'
import { refuse, type OperationResult } from '../api/operation-result.ts'
import type { BackendConfig } from '../settings.ts'

const clientData = z.object({ challenge: z.string(), crossOrigin: z.boolean().optional() })

/** Creates a challenge for this session and purpose. It replaces the previous challenge. */
export async function startChallenge(
  { db, caller, now }: SessionContext,
  purpose: PasskeyPurpose,
): Promise<string> {
  const challenge = secretID()
  const expires = isoAfter(now, passkeyTimeout)
  await prepare(db)`INSERT INTO challenges (key, secret_hash, sent_at, expires_at)
    VALUES (${keyOf(caller, purpose)}, ${await sha256Hex(challenge)}, ${now}, ${expires})
    ON CONFLICT (key) DO UPDATE SET secret_hash = ${await sha256Hex(challenge)}, sent_at = ${now},
      expires_at = ${expires}`.run()
  return challenge
}

const keyOf = ({ sessionID }: SessionContext['caller'], purpose: PasskeyPurpose) =>
  `${purpose} ${sessionID}`

/**
 * Checks that one of the caller's passkeys has signed a challenge of this session and purpose. Also
 * cancels a pending recovery, because a passkey that is used is not lost.
 */
export async function confirmWithPasskey(
  context: SessionContext,
  purpose: PasskeyPurpose,
  proof: PasskeyProof,
): Promise<OperationResult<null>> {
  const { db, now } = context
  const verified = await verify(context, purpose, proof)
  if (!verified.ok) return refusePasskey(context, verified.error)
  const { id, counter } = verified.value
  const [used] = await runBatch(db, [
    // Only one of several concurrent requests with the same counter succeeds. Synced passkeys
    // always send 0.
    prepare(db)`UPDATE passkeys SET counter = ${counter}, used_at = ${now}
      WHERE id = ${id} AND (counter < ${counter} OR ${counter} = 0) RETURNING id`,
    endRecovery(context),
  ])
  return used.results.length === 1 ? ok(null) : refusePasskey(context, 'counter used')
}

/**
 * Cancels a pending recovery. Restores the end of an earlier recovery, because withdrawals have a
 * warning for 30 days after it.
 */
function endRecovery({ db, caller, now }: SessionContext): D1PreparedStatement {
  return prepare(db)`UPDATE partners SET passkeys_end_at = passkeys_ended_at,
      passkeys_ended_at = NULL
    WHERE id = ${caller.subjectID} AND passkeys_end_at > ${now}`
}

async function verify(
  context: SessionContext,
  purpose: PasskeyPurpose,
  proof: PasskeyProof,
): Promise<Result<{ id: string; counter: number }, string>> {
  const challenge = await useChallenge(context, purpose, proof.clientDataJSON)
  if (challenge === null) return err('unknown challenge')
  const passkey = (await passkeysOf(context)).find(({ credential_id: id }) => id === proof.id)
  if (!passkey) return err('unknown passkey')
  const counter = await verifyProof(context, challenge, passkey, proof)
  return counter.ok ? ok({ id: passkey.id, counter: counter.value }) : counter
}

/**
 * Deletes the challenge that a browser signed, even if the signature is invalid. Returns null when
 * the challenge has another session or purpose, was used before, or has expired.
 */
export async function useChallenge(
  { db, caller, now }: SessionContext,
  purpose: PasskeyPurpose,
  clientDataJSON: string,
): Promise<string | null> {
  const parsed = clientData.safeParse(
    parseJson(new TextDecoder().decode(fromBase64url(clientDataJSON) ?? undefined)),
  )
  if (!parsed.success) return null
  const { challenge, crossOrigin = false } = parsed.data
  const row = await readRow(db)`DELETE FROM challenges WHERE key = ${keyOf(caller, purpose)}
    AND secret_hash = ${await sha256Hex(challenge)} AND expires_at > ${now} RETURNING key`
  // No page of the shop may be framed, so a passkey in a frame is not one of its own.
  return row === null || crossOrigin ? null : challenge
}

/**
 * Writes a security event with the reason, and returns the refusal, which does not name the reason.
 */
export function refusePasskey({ words }: SessionContext, reason: string) {
  logSecurity({ event: 'passkey-refused', reason })
  return refuse('passkey-refused', words('api.passkeyRefused'))
}

/** Returns the WebAuthn relying party. Passkeys work only on its domain. */
export function relyingParty({ SITE_ORIGIN }: Pick<BackendConfig, 'SITE_ORIGIN'>) {
  const { origin, hostname } = new URL(SITE_ORIGIN)
  return { origin, id: hostname }
}

export type VerifiedPasskey = {
  readonly credentialID: string
  /** A COSE key, as base64url. */
  readonly publicKey: string
  readonly counter: number
}

/**
 * Verifies the result of `navigator.credentials.create()`. The error is the reason for a refusal.
 */
export async function verifyNewPasskey(
  { config }: SessionContext,
  challenge: string,
  { id, clientDataJSON, attestationObject }: NewPasskey,
): Promise<Result<VerifiedPasskey, string>> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const verification = verifyRegistrationResponse({
    response: { ...envelopeOf(id), response: { clientDataJSON, attestationObject } },
    ...expectationsOf(config, challenge),
    supportedAlgorithmIDs: [...passkeyAlgorithms],
  })
  return verification.then(({ registrationInfo }) => {
    if (!registrationInfo) return err('wrong attestation')
    const { id: credentialID, publicKey, counter } = registrationInfo.credential
    return ok({ credentialID, publicKey: toBase64url(publicKey), counter })
  }, reasonOf)
}

/**
 * Verifies a signature of a stored passkey. Returns the passkey's new counter, or the reason for a
 * refusal.
 */
async function verifyProof(
  { config }: SessionContext,
  challenge: string,
  { credential_id: id, public_key: publicKey, counter }: StoredPasskey,
  { clientDataJSON, authenticatorData, signature }: PasskeyProof,
): Promise<Result<number, string>> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const response = { clientDataJSON, authenticatorData, signature }
  const verification = verifyAuthenticationResponse({
    response: { ...envelopeOf(id), response },
    ...expectationsOf(config, challenge),
    credential: { id, publicKey: bytesOf(publicKey), counter },
  })
  return verification.then(
    ({ verified, authenticationInfo }) =>
      verified ? ok(authenticationInfo.newCounter) : err('wrong signature'),
    reasonOf,
  )
}

function expectationsOf(config: BackendConfig, challenge: string) {
  const { origin, id } = relyingParty(config)
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }
}

function envelopeOf(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}

/** The library throws an error for every response that it rejects. */
function reasonOf(error: unknown): Err<string> {
  return err(error instanceof Error ? error.message.slice(0, 200) : 'unknown')
}

const formatsWithRoots = ['android-key', 'android-safetynet', 'apple'] as const

/**
 * The library is 300 kB, so it is a separate chunk that only passkey requests load. The shop does
 * not request attestation. With the roots of makers, the library would check up to a hundred
 * certificates that a partner sends, which takes seconds, and fetch the URLs in them.
 */
async function loadLibrary() {
  const library = await import('@simplewebauthn/server')
  for (const identifier of formatsWithRoots)
    library.SettingsService.setRootCertificates({ identifier, certificates: [] })
  return library
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return fromBase64url(text) ?? new Uint8Array()
}

type PasskeyRow = {
  id: string
  credential_id: string
  name: string
  public_key: string
  counter: number
  transports: string
  added_at: string
  used_at: string | null
}
type StoredPasskey = Omit<PasskeyRow, 'transports'> & {
  readonly transports: string[]
}

/** Returns the caller's passkeys, oldest first, except passkeys that a recovery has ended. */
export async function passkeysOf({ db, caller, now }: SessionContext): Promise<StoredPasskey[]> {
  const results = await readRows<PasskeyRow>(db)`SELECT id, credential_id, name, public_key,
      counter, transports, added_at, used_at
    FROM passkeys p WHERE partner_id = ${caller.subjectID} AND NOT EXISTS (
      SELECT 1 FROM partners
      WHERE id = ${caller.subjectID} AND passkeys_end_at <= ${now} AND passkeys_end_at > p.added_at)
    ORDER BY added_at`
  return results.map((row) => ({
    ...row,
    transports: storedJson(z.array(z.string()), row.transports, []),
  }))
}

/** Returns the time at which a recovery will end the caller's passkeys. Null without a recovery. */
export async function recoveryOf({ db, caller, now }: SessionContext): Promise<string | null> {
  const row = await readRow<{ time: string }>(db)`SELECT passkeys_end_at AS time FROM partners
    WHERE id = ${caller.subjectID} AND passkeys_end_at > ${now}`
  return row?.time ?? null
}

/** Whether a recovery ended passkeys of the caller. `deleteOldRows` forgets it after 30 days. */
export async function hasRecentRecovery({ db, caller, now }: SessionContext): Promise<boolean> {
  const row = await readRow(db)`SELECT 1 FROM partners
    WHERE id = ${caller.subjectID} AND (passkeys_end_at <= ${now} OR passkeys_ended_at IS NOT NULL)`
  return row !== null
}

export async function phoneOf({ db, caller }: SessionContext): Promise<string> {
  const row = await readRow<{ phone: string }>(db)`SELECT phone FROM partners
    WHERE id = ${caller.subjectID}`
  if (!row) throw new Error('The partner of a session is not in the database')
  return row.phone
}
