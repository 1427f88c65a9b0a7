import { sign } from '../../src/kit/webhooks.ts'
import { secrets } from './world.ts'
import type { World } from './world.ts'

type Message = {
  readonly id: string
  readonly to: string
  readonly subject?: string
  readonly text: string
}

export type PostOffice = ReturnType<typeof openPostOffice>

/** Opens the carriers of mail and SMS, which can report later that an email came back. */
export function openPostOffice(world: World) {
  /** Each message that arrived, by its id. */
  const arrived = new Map<string, Message>()
  /** The times at which the shop heard of emails that came back. */
  const bounced = new Map<string, Date>()

  const deliver = async (request: Request) => {
    const message = (await request.json()) as Message // from the shop
    if (!arrived.has(message.id)) {
      arrived.set(message.id, message)
      world.tell(`${message.to} gets: ${message.subject ?? message.text}`)
      if (message.to.endsWith('@mail.example') && world.fails(0.03)) bounce(message)
    }
    return new Response('{}')
  }
  world.serve('mail.example', deliver)
  world.serve('sms.example', deliver)

  function bounce({ id, to }: Message): void {
    world.send('a bounce', world.random.int(300), async () => {
      // Without its reference, the shop guesses which email to the address came back.
      const isKnown = world.rows('SELECT 1 FROM outbox WHERE reference = ?', id).length > 0
      if (isKnown) bounced.set(id, world.now())
      const body = JSON.stringify({ id, to: isKnown ? to : '', reason: 'the mailbox is full' })
      const headers = { 'X-Mail-Signature': await sign(secrets.carriers, body, world.now()) }
      const url = 'https://shop.example/callbacks/mail/webhook'
      return new Request(url, { method: 'POST', body, headers })
    })
  }

  return { arrived, bounced }
}
