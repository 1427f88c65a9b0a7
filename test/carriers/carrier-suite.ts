import { describe, expect, it } from 'vitest'
import type { Mail, Sms } from '../../src/messages/carrier.ts'
import type { CarrierFault, CarrierRig } from './carrier-rig.ts'

const faults: readonly CarrierFault[] = ['reset', 'server-error', 'rate-limit', 'redirect']

/**
 * The tests that every carrier must pass, against a local server that rejects undocumented
 * requests.
 */
export function describeCarrier<Message extends Mail | Sms>(
  name: string,
  createRig: () => CarrierRig<Message>,
): void {
  const { refuseRecipient: hasRefusals, hasAnswers } = createRig()

  describe(`the carrier ${name}`, () => {
    it('accepts a message with its pictures, and returns its id', async () => {
      const { carrier, message, accepted } = createRig()
      expect(await carrier.send(message)).toEqual({
        ok: true,
        value: { reference: expect.stringMatching(/\S/) },
      })
      const contentIDs = 'pictures' in message ? ['qr-code'] : []
      expect(accepted).toEqual([{ to: message.to, text: message.text, contentIDs }])
    })

    it.each(hasAnswers ? [...faults, 'malformed' as const] : faults)(
      'fails by %s without an exception, and accepts the message later',
      async (fault) => {
        const { carrier, message, accepted, failNext } = createRig()
        failNext(fault)
        const failed = await carrier.send(message)
        expect(failed).toMatchObject({ ok: false, error: { code: 'not-sent' } })
        expect(JSON.stringify(failed)).not.toContain(message.to)
        expect(await carrier.send(message)).toMatchObject({ ok: true })
        expect(accepted).toHaveLength(1)
      },
    )

    it('accepts a message again after a lost response', async () => {
      const { carrier, message, accepted, failNext, isIdempotent } = createRig()
      failNext('lost-after')
      expect(await carrier.send(message)).toMatchObject({ error: { code: 'not-sent' } })
      expect(await carrier.send(message)).toMatchObject({ ok: true })
      expect(accepted).toHaveLength(isIdempotent ? 1 : 2)
    })

    // Other carriers report a refused recipient by webhook.
    it.runIf(hasRefusals)('reports a permanently refused recipient', async () => {
      const { carrier, message, accepted, refuseRecipient } = createRig()
      refuseRecipient?.()
      const refused = await carrier.send(message)
      expect(refused).toMatchObject({ ok: false, error: { code: 'refused-recipient' } })
      expect(JSON.stringify(refused)).not.toContain(message.to)
      expect(accepted).toEqual([])
    })
  })
}
