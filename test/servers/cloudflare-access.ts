import { generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { SignJWT, UnsecuredJWT, exportJWK } from 'jose'
import { z } from 'zod'
import { startLocalServer } from '../../scripts/test/local-server.ts'
import type { LocalServer } from '../../scripts/test/local-server.ts'

/** Ways to sign a token: as Cloudflare does, or without Cloudflare's key. */
const signatures = ['key', 'unknown-key', 'public-key-as-secret', 'none'] as const

const tokenRequest = z.object({
  claims: z.record(z.string(), z.unknown()),
  signature: z.enum(signatures).default('key'),
})

type SigningKey = { readonly id: string; readonly secret: KeyObject; readonly open: KeyObject }

/**
 * A local Cloudflare Access. `GET /cdn-cgi/access/certs` publishes its keys, `POST /token` signs
 * any claims, and `POST /rotate` replaces the key.
 */
export async function startAccess(port = 0): Promise<LocalServer> {
  let key = newKey('key-1')
  const stranger = newKey('key-1')
  return startLocalServer((request, response) => void answer(request, response), port)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/cdn-cgi/access/certs')
      return void response.end(JSON.stringify({ keys: [await toPublicKey(key)] }))
    if (request.url === '/rotate') {
      key = newKey(`${key.id}-next`)
      return void response.end()
    }
    const { claims, signature } = tokenRequest.parse(await json(request))
    response.end(await signClaims(claims, signature))
  }

  async function signClaims(
    claims: object,
    signature: (typeof signatures)[number],
  ): Promise<string> {
    if (signature === 'none') return new UnsecuredJWT({ ...claims }).encode()
    const token = new SignJWT({ ...claims })
    if (signature === 'public-key-as-secret') {
      const secret = key.open.export({ type: 'spki', format: 'pem' })
      token.setProtectedHeader({ alg: 'HS256', kid: key.id })
      return token.sign(new TextEncoder().encode(String(secret)))
    }
    token.setProtectedHeader({ alg: 'RS256', kid: key.id })
    return token.sign(signature === 'key' ? key.secret : stranger.secret)
  }
}

function newKey(id: string): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { id, secret: privateKey, open: publicKey }
}

async function toPublicKey({ id, open }: SigningKey): Promise<object> {
  return { ...(await exportJWK(open)), kid: id, alg: 'RS256', use: 'sig' }
}
