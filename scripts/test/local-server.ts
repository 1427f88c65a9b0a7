import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LocalServer = {
  readonly origin: string
  readonly close: () => Promise<void>
}

/** Serves on a port; 0 is a free one. */
export async function startLocalServer(answer: RequestListener, at = 0): Promise<LocalServer> {
  const server = createServer(answer).listen(at, 'localhost')
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

/** Linux gives outgoing connections ports from 32768 on, and might take one that was just free. */
const firstEphemeralPort = 32_768
const firstPort = 10_000

/** A port that is free, and that no outgoing connection gets before a server listens to it. */
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
 * Forwards a request to another origin, which answers uncompressed. A broken connection there
 * breaks this one.
 */
export function forward(
  incoming: IncomingMessage,
  origin: string,
  onResponse: (response: IncomingMessage) => void,
): void {
  const headers = {
    ...incoming.headers,
    host: new URL(origin).host,
    'accept-encoding': 'identity',
  }
  const options = { method: incoming.method, headers }
  const outgoing = request(origin + incoming.url, options, onResponse)
  outgoing.on('error', () => incoming.socket.destroy())
  incoming.pipe(outgoing)
}
