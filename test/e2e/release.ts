import { request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { startLocalServer } from '../../scripts/test/local-server.ts'

/** What may become of the way to the shop. */
type Way = 'open' | 'cut' | 'silent' | 'failing'

/**
 * The shop at an origin of its own, behind a server that does what the shop itself cannot in a test: it loses the network, falls silent,
 * answers 500, brings a new release of the service worker, and logs out by a header.
 */
export async function standBefore(shop: string) {
  const state = { way: 'open' as Way, release: '' }
  const server = await startLocalServer((asked, answer) => {
    if (state.way === 'cut') return void asked.socket.destroy()
    if (state.way === 'silent') return
    if (state.way === 'failing') return void answer.writeHead(500).end('failing')
    if (asked.url === '/test-logout') return logOut(answer)
    forward(asked, answer)
  })
  return { ...server, state }

  function forward(asked: IncomingMessage, answer: ServerResponse): void {
    const { host } = new URL(shop)
    const { 'if-none-match': _known, ...given } = asked.headers
    const headers = { ...given, host, 'accept-encoding': 'identity' }
    const onward = request(shop + asked.url, { method: asked.method, headers }, (response) => {
      const { 'content-length': _length, ...rest } = response.headers
      answer.writeHead(response.statusCode ?? 502, rest)
      if (asked.url === '/sw.js' && state.release !== '') void sendRenamed(response, answer)
      else response.pipe(answer)
    })
    onward.on('error', () => asked.socket.destroy())
    asked.pipe(onward)
  }

  async function sendRenamed(response: IncomingMessage, answer: ServerResponse): Promise<void> {
    const code = (await response.setEncoding('utf8').toArray()).join('')
    answer.end(code.replaceAll(/id:`\w+`/g, `id:\`${state.release}\``))
  }
}

function logOut(answer: ServerResponse): void {
  answer.writeHead(303, { Location: '/', 'Clear-Site-Data': '"storage"' }).end()
}
