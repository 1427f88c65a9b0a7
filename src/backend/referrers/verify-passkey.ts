import type { NewPasskey, PasskeyProof } from '../../contract/passkeys.ts'
import type { BackendConfig } from '../../config/backend-config.ts'
import { fromBase64url, toBase64url } from '../../domain/base64.ts'
import { passkeyAlgorithms } from '../../domain/passkey.ts'
import { err, ok } from '../../domain/result.ts'
import type { Err, Result } from '../../domain/result.ts'
import type { SessionContext } from '../context.ts'
import type { StoredPasskey } from './passkey-rows.ts'

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
export async function verifyProof(
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

/** The library is 300 kB, so it is a separate chunk that only passkey requests load. */
async function loadLibrary() {
  return import('@simplewebauthn/server')
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return fromBase64url(text) ?? new Uint8Array()
}
