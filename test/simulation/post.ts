import { vi } from 'vitest'
import { sign } from '../../src/kit/webhooks.ts'
import { mailToken } from './world.ts'
import type { World } from './world.ts'

type Mail = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

export type PostOffice = ReturnType<typeof openPostOffice>

/**
 * Opens the carrier of mail. It can refuse an email, deliver it and lose its answer, or report later
 * that it came back.
 */
export function openPostOffice(world: World) {
  /** Each email that arrived, by its id. */
  const arrived = new Map<string, Mail>()
  /** The times at which the shop heard of emails that came back. */
  const bounced = new Map<string, Date>()

  vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
    await world.machine.turn()
    if (world.fails(0.06)) throw new Error('the carrier is down')
    const mail = JSON.parse(body) as Mail // from the shop
    if (!arrived.has(mail.id)) deliver(mail)
    if (world.fails(0.04)) throw new Error('the answer is lost')
    return new Response('{}')
  })

  function deliver(mail: Mail): void {
    arrived.set(mail.id, mail)
    world.tell(`${mail.to} gets: ${mail.subject}`)
    if (mail.to.endsWith('@mail.example') && world.fails(0.03)) bounce(mail)
  }

  function bounce({ id, to }: Mail): void {
    const run = async () => {
      // Without its reference, the shop guesses which email to the address came back.
      if (world.rows(`SELECT 1 FROM outbox WHERE reference = '${id}'`).length === 0) return
      const body = JSON.stringify({ id, to, reason: 'the mailbox is full' })
      const headers = { 'X-Mail-Signature': await sign(mailToken, body, world.now()) }
      const url = 'https://shop.example/callbacks/mail/webhook'
      const { status } = await world.post(new Request(url, { method: 'POST', body, headers }))
      if (status !== 200) throw new Error(`A bounce got ${status}`)
      bounced.set(id, world.now())
    }
    const send = { name: 'a bounce', run, onKill: () => world.after(5, send) }
    world.after(world.random.int(300), send)
  }

  return { arrived, bounced }
}
