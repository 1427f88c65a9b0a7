import { createECDH } from 'node:crypto'

/** Creates a P-256 key pair in the format that RFC 8292 and browsers expect. */
export function createPushKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // Node omits leading zeros of a private key.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return {
    PUSH_PUBLIC_KEY: pair.getPublicKey().toString('base64url'),
    PUSH_PRIVATE_KEY: privateKey.toString('base64url'),
  }
}
