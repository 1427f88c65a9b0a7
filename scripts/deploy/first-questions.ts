import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { unstable_readConfig } from 'wrangler'
import { z } from 'zod'
import { shopSettings } from '../../src/kit/settings.ts'

const workerName = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be lower-case letters, digits and hyphens')

/** What a new shop must know: a key of wrangler.toml, its value in a clone, and why we ask. */
export const questions = [
  {
    key: 'BRAND_NAME',
    sample: 'Meridian',
    schema: shopSettings.BRAND_NAME,
    text: 'What is your shop called? Pages, emails and receipts show it.',
  },
  {
    key: 'name',
    sample: 'esim-storefront',
    schema: workerName,
    text: 'Which name does it have at Cloudflare? Until you add a domain, its address is NAME.ACCOUNT.workers.dev:\nhttps://developers.cloudflare.com/workers/configuration/routing/workers-dev/',
  },
  {
    key: 'LEGAL_NAME',
    sample: 'Meridian Sample Ltd',
    schema: shopSettings.LEGAL_NAME,
    text: 'Which company or person sells? The footer and every receipt name it, because the law asks for it.',
  },
  {
    key: 'SUPPORT_EMAIL',
    sample: 'help@meridian.example',
    schema: shopSettings.SUPPORT_EMAIL,
    text: 'Which address gets the messages of customers? Their replies to your emails arrive there.',
  },
  {
    key: 'PARTNERS_EMAIL',
    sample: 'partners@meridian.example',
    schema: shopSettings.PARTNERS_EMAIL,
    text: 'Which address gets the messages and withdrawals of partners? It can be the same.',
  },
  {
    key: 'CURRENCIES',
    sample: 'USD EUR RUB',
    schema: shopSettings.CURRENCIES,
    text: 'In which currencies do you sell? Plans are sorted by the first. Codes: https://en.wikipedia.org/wiki/ISO_4217',
  },
] as const

/** Where a person answers. */
type Terminal = { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream }

/**
 * Asks for each setting that still has its value of a clone. Each answer is written to
 * wrangler.toml before the next question, so a stopped command continues where it was. Enter alone
 * keeps the value, and it is asked for again next time.
 */
export async function askFirstQuestions({ input, output }: Terminal): Promise<void> {
  const config = unstable_readConfig({ config: 'wrangler.toml' })
  const valueOf = (key: string) => (key === 'name' ? config.name : config.vars[key])
  const open = questions.filter(({ key, sample }) => valueOf(key) === sample)
  if (open.length === 0) return
  const terminal = createInterface({ input, output })
  const lines = terminal[Symbol.asyncIterator]()
  output.write('Enter keeps the value in brackets. Stop with Ctrl+C: answers are kept.\n')
  for (const { key, sample, schema, text } of open) {
    output.write(`\n${text}\n`)
    for (;;) {
      output.write(`${key} [${sample}]: `)
      const { value, done } = await lines.next()
      if (done) return terminal.close()
      const answer = value.trim()
      if (answer === '') break
      const parsed = schema.safeParse(answer)
      const hasQuotes = /["\\]/.test(answer)
      if (parsed.success && !hasQuotes) {
        await writeSetting(key, answer)
        break
      }
      const [issue] = parsed.error?.issues ?? []
      output.write(`${key} ${issue?.message ?? 'must not contain " or \\'}.\n`)
    }
  }
  terminal.close()
}

async function writeSetting(key: string, value: string): Promise<void> {
  const toml = await readFile('wrangler.toml', 'utf8')
  const line = () => `${key} = "${value}"`
  await writeFile('wrangler.toml', toml.replace(new RegExp(`^${key} = ".*"`, 'm'), line))
}
