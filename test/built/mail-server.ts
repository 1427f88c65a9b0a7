import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { startLocalServer } from '../../scripts/test/local-server.ts'
import type { LocalServer } from '../../scripts/test/local-server.ts'

const message = z.object({ id: z.string(), to: z.string() })

/** A carrier of mail or SMS. `fault` defines its response to each message. */
export type MailServer = LocalServer & {
  fault: 'none' | 'hangs' | 'reset' | '500' | 'redirect'
  /**
   * The distinct ids of the messages accepted for an address, because a carrier recognises a
   * repeated id.
   */
  readonly idsFor: (address: string) => readonly string[]
}

export async function startMailServer(): Promise<MailServer> {
  const accepted = new Map<string, string>()
  const server = await startLocalServer((request, response) => {
    // The target of a redirect.
    if (request.method === 'GET') return void response.end()
    void json(request).then((body) => {
      const { id, to } = message.parse(body)
      if (mail.fault === 'hangs') return
      if (mail.fault === 'reset') request.socket.resetAndDestroy()
      else if (mail.fault === '500') response.writeHead(500).end()
      else if (mail.fault === 'redirect') response.writeHead(302, { Location: '/page' }).end()
      else {
        accepted.set(id, to)
        response.end()
      }
    })
  })
  const mail: MailServer = {
    ...server,
    fault: 'none',
    idsFor: (address) => [...accepted].filter(([, to]) => to === address).map(([id]) => id),
  }
  return mail
}
