import { createECDH, randomBytes } from 'node:crypto'
import { decrypt } from 'http_ece'
import { z } from 'zod'

const base64url = (bytes: Buffer) => bytes.toString('base64url')

function createKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair
}

export function createShopKeys() {
  const pair = createKeys()
  // Node omits leading zeros of a private key.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey: base64url(pair.getPublicKey()), privateKey: base64url(privateKey) }
}

/** A browser with a subscription. It decrypts messages as real browsers do. */
export class Browser {
  readonly #keys = createKeys()
  readonly #auth = randomBytes(16)
  readonly messages: unknown[] = []
  readonly subscription

  constructor(endpoint: string) {
    this.subscription = {
      endpoint,
      p256dh: base64url(this.#keys.getPublicKey()),
      auth: base64url(this.#auth),
    }
  }

  receive(body: Uint8Array): void {
    const options = {
      version: 'aes128gcm' as const,
      privateKey: this.#keys,
      authSecret: base64url(this.#auth),
    }
    this.messages.push(JSON.parse(decrypt(Buffer.from(body), options).toString()))
  }
}

const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string() })
const vapid = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/

/**
 * A push service that implements RFC 8030 and RFC 8292. It accepts a message only if it is signed
 * with the key of the subscription.
 */
export class PushService {
  readonly requests: string[] = []
  /** TTL in seconds of each accepted message. */
  readonly lifetimes: number[] = []
  /** Statuses of the next responses, in place of 201. `reset` drops the connection. */
  readonly faults: (number | 'reset')[] = []
  readonly #browsers = new Map<string, Browser>()
  readonly #shopKey: string

  constructor(shopKey: string) {
    this.#shopKey = shopKey
  }

  subscribe(endpoint: string): Browser {
    const browser = new Browser(endpoint)
    this.#browsers.set(endpoint, browser)
    return browser
  }

  end({ subscription }: Browser): void {
    this.#browsers.delete(subscription.endpoint)
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init)
    this.requests.push(url)
    const fault = this.faults.shift()
    if (fault === 'reset') throw new TypeError('Network connection lost.')
    if (fault !== undefined) return new Response(null, { status: fault })
    const browser = this.#browsers.get(url)
    if (!browser) return new Response(null, { status: 410 })
    if (!(await this.#isFromShop(request))) return new Response(null, { status: 403 })
    if (request.headers.get('Content-Encoding') !== 'aes128gcm')
      return new Response(null, { status: 415 })
    if (!/^\d+$/.test(request.headers.get('TTL') ?? '')) return new Response(null, { status: 400 })
    this.lifetimes.push(Number(request.headers.get('TTL')))
    browser.receive(new Uint8Array(await request.arrayBuffer()))
    return new Response(null, { status: 201 })
  }

  async #isFromShop(request: Request): Promise<boolean> {
    const [, head = '', payload = '', signature = '', key = ''] =
      vapid.exec(request.headers.get('Authorization') ?? '') ?? []
    if (key !== this.#shopKey) return false
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const publicKey = await crypto.subtle.importKey(
      'raw',
      Buffer.from(key, 'base64url'),
      algorithm,
      false,
      ['verify'],
    )
    const isSigned = await crypto.subtle.verify(
      algorithm,
      publicKey,
      Buffer.from(signature, 'base64url'),
      Buffer.from(`${head}.${payload}`),
    )
    const { aud, exp, sub } = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    const lifetime = exp - Date.now() / 1000
    const isValid = aud === new URL(request.url).origin && lifetime > 0 && lifetime <= 86_400
    return isSigned && isValid && sub.startsWith('mailto:')
  }
}
