import { fromBase64url, toBase64url } from '../src/kit/tokens.shared.ts'
import { passkeyAlgorithms, passkeyTimeout } from '../src/kit/passkey.shared.ts'
import type { PasskeyOptions, PasskeyReply } from '../src/kit/passkey.shared.ts'
import { fetchWithin } from './requests.ts'

/** Milliseconds */
const challengeTimeout = 15_000

const waiting = new WeakSet<HTMLFormElement>()

/** Sends a form with the answer of a passkey in its field `passkey`. */
export async function send(form: HTMLFormElement): Promise<void> {
  // A second press would replace the challenge that the browser shows.
  if (waiting.has(form)) return
  waiting.add(form)
  const answer = await passkeyFor(form)
  waiting.delete(form)
  const field = form.querySelector<HTMLInputElement>('[name=passkey]')
  if (field) field.value = answer
  form.submit()
}

/**
 * Uses the passkey that a form needs. Returns the browser's answer as JSON, or '' when the visitor
 * declines or the browser has no passkeys. The page that the server returns then explains the next
 * step.
 */
export async function passkeyFor(form: HTMLFormElement): Promise<string> {
  const purpose = form.dataset['passkey'] ?? ''
  try {
    const options = await requestOptions(form, purpose)
    return JSON.stringify(purpose === 'add' ? await create(options) : await sign(options))
  } catch {
    return ''
  }
}

async function requestOptions(form: HTMLFormElement, purpose: string): Promise<PasskeyOptions> {
  const action = form.getAttribute('action') ?? location.href
  const response = await fetchWithin(challengeTimeout, action, {
    method: 'POST',
    body: new URLSearchParams({ action: 'passkey-challenge', purpose }),
    headers: { Accept: 'application/json' },
  })
  const { options }: PasskeyReply = await response.json()
  if (options === null) throw new Error('The server has sent no challenge')
  return options
}

async function create(options: PasskeyOptions) {
  const { challenge, rpID, rpName, userID, userName } = options
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(challenge),
      rp: { id: rpID, name: rpName },
      user: { id: bytesOf(userID), name: userName, displayName: userName },
      pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: descriptorsOf(options),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
      timeout: passkeyTimeout,
    },
  })
  const { id, response } = publicKeyOf(credential)
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new Error('Not a new passkey')
  return {
    id,
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports(),
  }
}

async function sign(options: PasskeyOptions) {
  const { challenge, rpID } = options
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(challenge),
      rpId: rpID,
      allowCredentials: descriptorsOf(options),
      userVerification: 'required',
      timeout: passkeyTimeout,
    },
  })
  const { id, response } = publicKeyOf(credential)
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Error('Not a signature')
  return {
    id,
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  }
}

function publicKeyOf(credential: Credential | null): PublicKeyCredential {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('Not a passkey')
  return credential
}

function descriptorsOf({ passkeys }: PasskeyOptions): PublicKeyCredentialDescriptor[] {
  return passkeys.map(({ id, transports }) => ({
    type: 'public-key',
    id: bytesOf(id),
    // A browser reported these names at registration. Browsers ignore names they do not support.
    transports: transports as AuthenticatorTransport[],
  }))
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return fromBase64url(text) ?? new Uint8Array()
}

function textOf(buffer: ArrayBuffer): string {
  return toBase64url(new Uint8Array(buffer))
}
