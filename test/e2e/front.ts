import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { forward, startLocalServer } from '../../scripts/test/local-server.ts'

/** `stalled` sends the start of each response, and never its end. */
type Mode = 'open' | 'cut' | 'silent' | 'failing' | 'stalled'

/** A response that waits. `reached` resolves when its request arrives. */
type HeldResponse = { readonly reached: Promise<void>; readonly release: () => void }

/**
 * Serves the shop at another origin through a server that can fail, hold a response, replace the
 * User-Agent, and publish a new release of the service worker. At /test-logout it signs out with a
 * Clear-Site-Data header.
 */
export async function startFront(shop: string) {
  const state = { mode: 'open' as Mode, release: '', userAgent: '' }
  const held = new Map<string, () => Promise<void>>()
  const server = await startLocalServer(async (incoming, answer) => {
    await held.get(pathOf(incoming))?.()
    if (state.mode === 'cut') return void incoming.socket.destroy()
    if (state.mode === 'silent') return
    if (state.mode === 'failing') return void answer.writeHead(500).end('failing')
    if (incoming.url === '/test-logout') return logOut(answer)
    if (state.userAgent !== '') incoming.headers['user-agent'] = state.userAgent
    // The shop refuses forms of other sites.
    if (incoming.headers.origin === server.origin) incoming.headers.origin = shop
    // A 304 response would contain no script to rename.
    delete incoming.headers['if-none-match']
    forward(incoming, shop, (response) => void reply(incoming, response, answer))
  })
  return { ...server, state, hold }

  function hold(path: string): HeldResponse {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    held.set(path, async () => {
      reached.resolve()
      await released.promise
    })
    return { reached: reached.promise, release: released.resolve }
  }

  async function reply(
    { url }: IncomingMessage,
    response: IncomingMessage,
    answer: ServerResponse,
  ): Promise<void> {
    const { 'content-length': _length, ...headers } = response.headers
    answer.writeHead(response.statusCode ?? 502, headers)
    if (state.mode === 'stalled')
      return void response.once('data', (part: Buffer) => answer.write(part.subarray(0, 2000)))
    if (url !== '/sw.js' || state.release === '') return void response.pipe(answer)
    const script = await text(response)
    answer.end(script.replaceAll(/id:`\w+`/g, `id:\`${state.release}\``))
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return new URL(url, 'http://front').pathname
}

function logOut(answer: ServerResponse): void {
  answer.writeHead(303, { Location: '/', 'Clear-Site-Data': '"storage"' }).end()
}
