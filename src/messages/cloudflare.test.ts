import { readFile } from 'node:fs/promises'
import { Log, LogLevel, Miniflare, convertV4MiniflareOptions } from 'miniflare'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { sampleMail } from '../../test/carriers/sample-mail.ts'
import { createCloudflareCarrier } from './cloudflare.ts'

/** Miniflare stores emails in files and logs the file names. */
class MailLog extends Log {
  readonly lines: string[] = []

  override logWithLevel(_: LogLevel, line: string): void {
    this.lines.push(line)
  }
}

const log = new MailLog(LogLevel.INFO)
const runtime = new Miniflare({
  ...convertV4MiniflareOptions({
    modules: true,
    script: 'export default {}',
    compatibilityDate: '2026-10-12',
    email: {
      send_email: [
        { name: 'EMAIL' },
        { name: 'RESTRICTED', allowed_destination_addresses: ['bella@example.com'] },
      ],
    },
  }),
  // By default, Miniflare downloads the location of this machine.
  cf: false,
  log,
})
afterAll(async () => runtime.dispose())

const bindings = async () => runtime.getBindings<{ EMAIL: SendEmail; RESTRICTED: SendEmail }>()

describe('Cloudflare Email Service', () => {
  it('sends text, HTML and the picture through the binding', async () => {
    const { EMAIL } = await bindings()
    // Outside a worker, Miniflare returns the fields of a result as promises.
    const send = async (mail: EmailMessageBuilder) => {
      const { messageId } = await EMAIL.send(mail)
      return { messageId: await Promise.resolve(messageId) }
    }
    const sent = await createCloudflareCarrier({ send }).send(sampleMail)
    expect(sent.ok && sent.value.reference).toMatch(/^[^<]+@meridian\.example$/)
    const mail = await vi.waitFor(() => {
      const line = log.lines.find((each) => each.includes('send_email binding called'))
      return line ?? Promise.reject(new Error('Miniflare has logged no mail yet'))
    }, 10_000)
    expect(mail).toContain('To: anna@example.com')
    expect(mail).toContain(`Subject: ${sampleMail.subject}`)
    const fileOf = async (label: string) =>
      readFile(mail.split(label)[1]?.split('\n')[0] ?? '', 'utf8')
    expect(await fileOf('Text: ')).toBe(sampleMail.text)
    expect(await fileOf('HTML: ')).toBe(sampleMail.html)
    expect(await fileOf('Attachment (inline): esim.png -> ')).toBe(sampleMail.pictures[0]?.base64)
  })

  it('returns a failure that does not contain the address', async () => {
    const { RESTRICTED } = await bindings()
    const failed = await createCloudflareCarrier(RESTRICTED).send(sampleMail)
    expect(failed).toMatchObject({ ok: false, error: { code: 'not-sent' } })
    expect(JSON.stringify(failed)).not.toContain(sampleMail.to)
  })

  it('fails when the binding does not answer in time', async () => {
    const send = async () => new Promise<never>(() => {})
    const failed = await createCloudflareCarrier({ send }, 10).send(sampleMail)
    expect(failed).toEqual({
      ok: false,
      error: { code: 'not-sent', reason: 'Cloudflare Email Service failed: no answer in time' },
    })
  })

  it.each([
    ['E_RECIPIENT_SUPPRESSED', 'refused-recipient'],
    ['E_DELIVERY_FAILED', 'not-sent'],
    ['E_RATE_LIMIT_EXCEEDED', 'not-sent'],
    ['E_SENDER_NOT_VERIFIED', 'not-sent'],
  ] as const)('maps %s to %s', async (code, meaning) => {
    const send = async () => Promise.reject(Object.assign(new Error('anna@example.com'), { code }))
    const failed = await createCloudflareCarrier({ send }).send(sampleMail)
    expect(failed).toEqual({
      ok: false,
      error: { code: meaning, reason: `Cloudflare Email Service failed: ${code}` },
    })
  })
})
