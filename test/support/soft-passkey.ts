import type { NewPasskey, PasskeyProof } from '../../src/partners/operations.ts'
import { toBase64url } from '../../src/kit/tokens.shared.ts'
import type { PasskeyOptions } from '../../src/kit/passkey.shared.ts'

type Site = Pick<PasskeyOptions, 'challenge' | 'rpID'> & { readonly origin: string }
/** Differences of a wrong or older authenticator. */
type Behaviour = {
  readonly type?: string
  readonly isUserVerified?: boolean
  /** Whether the page was in a frame of another site. */
  readonly isFramed?: boolean
  readonly counter?: number
}

/** A software passkey that responds like a browser (WebAuthn, sections 6.1 and 8.7). */
export async function createSoftPasskey() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const generated = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const keys = generated as CryptoKeyPair // ECDSA has two keys
  const id = crypto.getRandomValues(new Uint8Array(32))
  const exported = await crypto.subtle.exportKey('raw', keys.publicKey)
  const point = new Uint8Array(exported as ArrayBuffer) // in the format `raw`
  let uses = 0

  return { id: encode(id), create, sign }

  async function create(site: Site, behaviour: Behaviour = {}): Promise<NewPasskey> {
    // COSE_Key: EC2, ES256, P-256, x, y (RFC 9053)
    const [x, y] = [point.slice(1, 33), point.slice(33)]
    const key = [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32, ...x, 0x22, 0x58, 32, ...y]
    // The passkey does not report its model.
    const credential = [...new Uint8Array(16), 0, id.length, ...id, ...key]
    const authData = await authenticatorData(site, behaviour, 0x40, credential)
    const format = [...text('fmt'), ...text('none'), ...text('attStmt'), 0xa0]
    const object = [0xa3, ...format, ...text('authData'), 0x58, authData.length, ...authData]
    const data = clientData(site, behaviour, 'webauthn.create')
    return {
      id: encode(id),
      clientDataJSON: encode(data),
      attestationObject: encode(object),
      transports: ['internal'],
    }
  }

  async function sign(site: Site, behaviour: Behaviour = {}): Promise<PasskeyProof> {
    uses += 1
    const authData = await authenticatorData(site, { counter: uses, ...behaviour }, 0, [])
    const data = clientData(site, behaviour, 'webauthn.get')
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      keys.privateKey,
      Uint8Array.from([...authData, ...(await sha256(data))]),
    )
    return {
      id: encode(id),
      clientDataJSON: encode(data),
      authenticatorData: encode(authData),
      signature: encode(toDer([...new Uint8Array(signature)])),
    }
  }
}

async function authenticatorData(
  { rpID }: Site,
  { isUserVerified = true, counter = 0 }: Behaviour,
  flags: number,
  rest: readonly number[],
): Promise<number[]> {
  const hash = await sha256(Uint8Array.from(new TextEncoder().encode(rpID)))
  const present = 1 | (isUserVerified ? 4 : 0) | flags
  return [...hash, present, ...[24, 16, 8, 0].map((shift) => (counter >> shift) & 255), ...rest]
}

function clientData(
  { challenge, origin }: Site,
  { type, isFramed: crossOrigin = false }: Behaviour,
  standard: string,
): Uint8Array<ArrayBuffer> {
  const json = JSON.stringify({ type: type ?? standard, challenge, origin, crossOrigin })
  return Uint8Array.from(new TextEncoder().encode(json))
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function text(value: string): number[] {
  return [0x60 + value.length, ...new TextEncoder().encode(value)]
}

/** Converts an ECDSA signature from two numbers of 32 bytes (Web Crypto) to DER (WebAuthn). */
function toDer(signature: readonly number[]): number[] {
  const numbers = [signature.slice(0, 32), signature.slice(32)].flatMap((bytes) => {
    const significant = bytes.slice(bytes.findIndex((byte) => byte !== 0))
    const positive = (significant[0] ?? 0) > 127 ? [0, ...significant] : significant
    return [2, positive.length, ...positive]
  })
  return [0x30, numbers.length, ...numbers]
}

function encode(bytes: Uint8Array | readonly number[]): string {
  return toBase64url(bytes)
}
