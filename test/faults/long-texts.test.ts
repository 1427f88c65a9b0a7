import { brotliCompressSync, constants } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { decodeHtml } from '../fixtures/html.ts'
import { maxLength, payoutDetailsBounds } from '../../src/kit/limits.shared.ts'
import { startApi } from './stub-api.ts'
import { createVisitor, partnerForm } from './visitor.ts'

let api: Awaited<ReturnType<typeof startApi>>
let visitor: ReturnType<typeof createVisitor>

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  api = await startApi()
  visitor = createVisitor(api.origin)
})
afterEach(() => api.close())

type Typist = (length: number) => string

function typistOf(first: number, end: number): Typist {
  return (length) => {
    const numbers = crypto.getRandomValues(new Uint32Array(length))
    return String.fromCodePoint(...Array.from(numbers, (each) => first + (each % (end - first))))
  }
}

const typists: readonly (readonly [name: string, type: Typist])[] = [
  ['ASCII', typistOf(0x21, 0x7f)],
  ['Russian', typistOf(0x410, 0x450)],
  ['Chinese', typistOf(0x4e00, 0x9fa5)],
  // Without the marks of direction, which the shop removes.
  ['any', typistOf(0x3105, 0xd800)],
  ['escaped', typistOf(0x3c, 0x3f)],
  ['short lines of', (length) => typistOf(0x21, 0x7f)(length).replaceAll(/(.)./gs, '$1\n')],
]

const hash = 'h'.repeat(43)
const forms = [
  {
    path: '/contacts',
    field: 'message',
    longest: maxLength.contactMessage,
    others: { topic: 'support', name: 'Anna', email: 'no address' },
  },
  {
    path: '/esim-order?tariffID=tr-10',
    field: 'giftMessage',
    longest: maxLength.giftMessage,
    others: { email: 'no address', giftEmail: 'bella@example.com', idempotencyKey: hash },
  },
  {
    path: '/referral-program',
    field: 'payoutDetails',
    longest: payoutDetailsBounds.max,
    others: { action: 'withdraw', idempotencyKey: hash },
  },
  // The API does not answer, and the error page repeats the form.
  {
    path: `/esim-review?hash=${hash}`,
    field: 'text',
    longest: maxLength.contactMessage,
    others: {},
  },
]

describe.each(['', '/ru'])('the page of %s/', (prefix) => {
  it.each(forms)(
    '$path fits in 14,000 bytes of brotli with any text of the visitor',
    async ({ path, field, longest, others }) => {
      await visitor.open('/login?as=partner', partnerForm)
      api.state.faultOf = ({ path: called }) =>
        /review|withdrawal/.test(called) ? { status: 503 } : {}
      for (const [name, type] of typists)
        for (const part of [0.1, 0.25, 0.5, 0.75, 1]) {
          const text = type(Math.ceil(longest * part)).trim()
          const { html, status } = await visitor.open(prefix + path, { ...others, [field]: text })
          const label = `${Math.ceil(longest * part)} ${name} characters`
          expect([422, 503], label).toContain(status)
          expect.soft(brotliBytes(html), label).toBeLessThanOrEqual(14_000)
          expect
            .soft(inOneLine(fieldIn(html, field)) === inOneLine(text), `${label} are kept`)
            .toBe(true)
        }
    },
  )
})

/** A gift has a message of one line. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s/g, ' ')
}

/** Only the build minifies styles. Their spaces would hide how much brotli gains over gzip. */
function brotliBytes(html: string): number {
  const built = html.replaceAll(/<style.*?<\/style>/gs, (style) => style.replaceAll(/\s+/g, ' '))
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  return brotliCompressSync(built, quality).byteLength
}

/** Returns the value of a field as the browser shows it. */
function fieldIn(html: string, name: string): string {
  const area = new RegExp(`<textarea[^>]* name="${name}"[^>]*>([^<]*)</textarea>`).exec(html)
  const input = new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(html)
  return decodeHtml((area?.[1] ?? input?.[1] ?? '').replace(/^\n/, ''))
}
