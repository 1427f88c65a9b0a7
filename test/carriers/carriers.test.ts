import { expect, it } from 'vitest'
import { describeCarrier } from './carrier-suite.ts'
import { createPostmarkRig } from './postmark-rig.ts'
import { createResendRig } from './resend-rig.ts'
import { createTwilioRig } from './twilio-rig.ts'
import { createMailWebhookRig, createSmsWebhookRig } from './webhook-rig.ts'

describeCarrier('Resend', createResendRig)
describeCarrier('Postmark', createPostmarkRig)
describeCarrier('by webhook for mail', createMailWebhookRig)
describeCarrier('Twilio with a number', () => createTwilioRig('+15017122661'))
describeCarrier('Twilio with a messaging service', () => createTwilioRig(`MG${'0'.repeat(32)}`))
describeCarrier('by webhook for SMS', createSmsWebhookRig)

it('Resend sends an email once, even if its content changed after a lost answer', async () => {
  const { carrier, message, accepted, failNext } = createResendRig()
  failNext('lost-after')
  await carrier.send(message)
  const sent = await carrier.send({ ...message, text: 'another name of the plan' })
  expect(sent).toEqual({ ok: true, value: { reference: null } })
  expect(accepted).toHaveLength(1)
})
