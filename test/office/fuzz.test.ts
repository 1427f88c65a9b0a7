import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { createOffice } from '../../src/office/app.ts'
import { mayDo, staffRoles } from '../../src/api/staff.ts'
import type { Action, StaffRole } from '../../src/api/staff.ts'
import { FaultMatrix } from '../fixtures/fault-matrix.ts'
import { planted } from '../support/hostile-values.ts'
import { insertTexts } from '../support/office-texts.ts'
import { api, rows, signInPartner, contactMessage } from '../support/small-shop.ts'
import { paidOrder } from '../support/staff.ts'
import { claimsOf, emails, tokenOf, visitOffice } from '../support/visit-office.ts'
import { origin } from '../support/visit.ts'
import { addressOf, officeRequestTo, bodyOf, subjects } from './fuzz-requests.ts'
import type { OfficeRequest } from './fuzz-requests.ts'

const { seed, runs: operationRuns } = inject('fuzz')
/** One request for every five requests of the API's fuzz test. */
const runs = Math.round(operationRuns / 5)

const unusedRenderer = async () => new Response()
const paths = [...new Set(createOffice(unusedRenderer).routes.map(({ path }) => path))].filter(
  (path) => !path.includes('*'),
)
const matrix = new FaultMatrix('random requests of the back office by')
const tokens = new Map<StaffRole, string>()

beforeAll(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  await insertTexts()
  for (const role of staffRoles) tokens.set(role, await tokenOf(claimsOf(emails[role])))
  const order = await paidOrder()
  await signInPartner()
  await api().mailNotify(contactMessage)
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO partner_transactions
        (id, partner_id, type, amount_minor, payout_details, created_at)
      SELECT 'w1', id, 'withdrawal', -5000, '<zz', '2026-11-21T09:00:00.000Z' FROM partners`,
    ),
    env.DB.prepare(
      `INSERT INTO reviews (id, order_id, line_position, plan_id, place, is_gift, lang,
        rating, text, author, written_at)
      VALUES ('${'r'.repeat(43)}', ?, 1, 'tr-10', 'tr', 0, 'en', 5, '<zz', '<zz',
        '2026-11-21T09:00:00.000Z')`,
    ).bind(order),
  ])
  const idOf = async (sql: string) => ({ id: (await rows<{ id: string }>(sql))[0]?.id ?? '' })
  subjects['/admin/order'] = [{ id: order }]
  subjects['/admin/customer'] = [{ email: 'anna@example.com' }]
  subjects['/admin/plan'] = [{ id: 'tr-10' }, { id: 'tr-sold-out' }]
  subjects['/admin/partner'] = [await idOf('SELECT id FROM partners')]
  subjects['/admin/message'] = [
    await idOf(`SELECT id FROM outbox WHERE purpose = 'contact-message'`),
  ]
  subjects['/admin/text'] = [
    { kind: 'question', ident: 'how-much' },
    { kind: 'post', ident: 'borders' },
    { kind: 'place', ident: 'tr' },
    { kind: 'legal', ident: 'dataPolicy' },
    { kind: 'post' },
  ]
  subjects['/admin/text/preview'] = subjects['/admin/text']
})
afterAll(() => matrix.print())

it(
  `answers ${runs} random requests safely`,
  async () => {
    await fc.assert(
      fc.asyncProperty(officeRequestTo(paths), async (given) => {
        const { person, method } = given
        const token = person === 'nobody' ? undefined : tokens.get(person)
        const response = await visitOffice(addressOf(given), {
          method,
          body: bodyOf(given),
          headers: { Origin: origin },
          ...(token !== undefined && { token }),
        })
        matrix.add(person, String(response.status))
        expectSafe(given, response, await response.text())
      }),
      { numRuns: runs, seed },
    )
  },
  runs * 150,
)

it('allows each role only its own actions', async () => {
  const done = await rows<{ role: StaffRole; action: Action }>('SELECT role, action FROM audit')
  expect(done.length).toBeGreaterThan(0)
  expect(done.filter((each) => !mayDo(each, each.action))).toEqual([])
})

function expectSafe({ person, path }: OfficeRequest, response: Response, body: string): void {
  const { status, headers } = response
  const header = (name: string) => headers.get(name) ?? ''
  const isRefused = [403, 404].includes(status) || path === '/admin/locale'
  // Browsers store a downloaded file, and do not run it.
  const isDownload = header('Content-Disposition').startsWith('attachment')
  expect({
    hasFailed: status >= 500,
    isStranger: person === 'nobody' && !isRefused,
    caching: header('Cache-Control'),
    indexing: header('X-Robots-Tag'),
    framing: header('X-Frame-Options'),
    hasPolicy: header('Content-Security-Policy').includes("default-src 'none'"),
    hasPlantedTag: !isDownload && body.includes(planted),
    leadsTo: new URL(header('Location') || '/admin', origin).href.replace(/\badmin\b.*$/, ''),
  }).toEqual({
    hasFailed: false,
    isStranger: false,
    caching: 'private, no-store',
    indexing: 'noindex',
    framing: 'DENY',
    hasPolicy: true,
    hasPlantedTag: false,
    leadsTo: `${origin}/`,
  })
}
