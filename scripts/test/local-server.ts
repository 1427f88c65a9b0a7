import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LocalServer = { readonly origin: string; readonly close: () => Promise<void> }

/** Serves on a port. 0 means any free port. */
export async function startLocalServer(answer: RequestListener, at = 0): Promise<LocalServer> {
  // Node closes an idle connection after 5 s, maybe just when the next request is on its way.
  const server = createServer({ keepAliveTimeout: 0 }, answer).listen(at, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has no other kind
  return {
    origin: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections()
      if (server.listening) await once(server.close(), 'close')
    },
  }
}

/**
 * Linux assigns ports from 32768 on to outgoing connections, and may assign one that was just free.
 */
const firstEphemeralPort = 32_768
const firstPort = 10_000

/**
 * Returns a free port. Linux does not assign it to an outgoing connection before a server listens
 * on it.
 */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = randomInt(firstPort, firstEphemeralPort)
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after another, until one is free
    const server = await startLocalServer(() => {}, port).catch(() => null)
    // oxlint-disable-next-line eslint/no-await-in-loop -- see above
    await server?.close()
    if (server) return String(port)
  }
}

/**
 * Forwards a request to another origin, and requests an uncompressed response. If that connection
 * breaks, the incoming connection is closed too.
 */
export function forward(
  incoming: IncomingMessage,
  origin: string,
  onResponse: (response: IncomingMessage) => void,
): void {
  const headers = { ...incoming.headers, host: new URL(origin).host, 'accept-encoding': 'identity' }
  const options = { method: incoming.method, headers }
  const outgoing = request(origin + incoming.url, options, onResponse)
  outgoing.on('error', () => incoming.socket.destroy())
  incoming.pipe(outgoing)
}
